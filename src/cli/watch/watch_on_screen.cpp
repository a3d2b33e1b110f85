#include "cli/watch/watch_on_screen.hpp"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/changes.hpp"
#include "cli/exercise/check.hpp"
#include "cli/exercise/pages.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/raw_terminal.hpp"
#include "cli/terminal/text_editor.hpp"
#include "cli/watch/own_answer_file.hpp"
#include "cli/watch/watch_keys.hpp"
#include "cli/watch/watch_screen.hpp"
#include "cli/watch/watched_answers.hpp"
#include "practice/course/course.hpp"
#include "practice/report/report.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

using Clock = std::chrono::steady_clock;

Document sentence(const std::string& text) { return {{Paragraph{text}}}; }

/// Looks at the file of one exercise after the other, and at the keys meanwhile.
class WatchLoop {
 public:
  explicit WatchLoop(ExerciseSession& session) : session_(session), screen_(session) {}

  int run(const std::string& file, bool is_new) {
    watch(file, is_new);
    for (;;) {
      const auto wait =
          std::chrono::duration_cast<std::chrono::milliseconds>(next_look_ - Clock::now());
      if (const auto press = terminal_.read_key_within(wait)) {
        if (const auto left = obey(watch_key(*press))) return *left;
      } else {
        look();
        next_look_ = Clock::now() + FileWatch::kBetweenLooks;
      }
    }
  }

  const std::string& file() const { return view_.file; }

 private:
  void watch(const std::string& file, bool is_new) {
    files_.emplace(file);
    answers_.emplace(session_, file);
    view_ = {.file = file};
    if (is_new)
      view_.said = sentence(
          message("{} is new. Write your answers after its equals signs; e opens it.", file));
    page_.reset();
    look();
    next_look_ = Clock::now() + FileWatch::kBetweenLooks;
    draw();
  }

  void look() {
    const bool has_changed = files_->look();
    const bool was_missing = std::exchange(view_.is_missing, files_->is_missing());
    if (!has_changed && was_missing == view_.is_missing) return;
    if (has_changed) judge_now();
    page_.reset();
    draw();
  }

  void judge_now() {
    session_.look_again();  // another terminal may have passed an exercise
    const bool is_first = view_.n_texts == 0;
    view_.result.reset();
    view_.trouble = view_.after_pass = {};
    try {
      const bool is_new = answers_->read_anew();
      view_.n_texts = answers_->n_texts();
      if (is_new && !is_first) view_.said = {};
      view_.result = answers_->judge_text();
    } catch (const InputError& error) {
      tell_trouble(error);
    }
    if (session_.remark() != told_) view_.said = sentence(told_ = session_.remark());
    if (is_passed_now()) tell_pass();
  }

  void tell_trouble(const InputError& error) {
    std::string text = error.what();
    for (const std::string& hint : error.hints) text += "\n" + hint;
    view_.trouble.pieces.emplace_back(
        LabelledLine{translated("error"), text, LabelledLine::Mood::bad});
  }

  void tell_pass() {
    const Exercise& exercise = session_.exercise();
    Document page = sentence(passed_sentence(exercise, session_.progress().of(exercise.id)));
    page.pieces.emplace_back(
        next_line(translated("solution"), session_.command("solution", exercise)));
    if (const Exercise* const next = next_exercise()) {
      page.pieces.emplace_back(LabelledLine{translated("next"), exercise_name(*next)});
      page.pieces.emplace_back(Paragraph{translated("Enter goes on, q stops.")});
    } else {
      Standing standing = session_.standing();
      standing.take_as_passed(exercise.id);
      add_next(page, session_, standing);
    }
    view_.after_pass = std::move(page);
  }

  const Exercise* next_exercise() {
    return session_.standing().next_after(session_.exercise().id,
                                          session_.variant().value_or(0) != 0);
  }

  bool is_passed_now() const { return view_.result && view_.result->verdict == Verdict::pass; }

  void draw() {
    if (page_)
      show_page();
    else
      screen_.draw(view_);
  }

  // A page that a pager showed has been read: q closed it. Another stays until a key is pressed.
  void show_page() {
    bool is_read = false;
    Document page = *page_;
    page.pieces.emplace_back(Paragraph{translated("q goes back.")});
    terminal_.lend([&] { is_read = screen_.show(page); });
    if (!is_read) return;
    page_.reset();
    draw();
  }

  void open_page(Document page) {
    page_ = std::move(page);
    draw();
  }

  void say(Document said) {
    view_.said = std::move(said);
    draw();
  }

  // Returns the exit code if that was all.
  std::optional<int> obey(WatchKey key) {
    if (key == WatchKey::interrupt) return kInterrupted;
    if (key == WatchKey::suspend) terminal_.suspend();
    const bool is_key = key != WatchKey::suspend && key != WatchKey::redraw;
    if (page_ && is_key) {
      page_.reset();
      key = WatchKey::redraw;
    }
    if (key == WatchKey::quit) return kDone;
    act(key);
    return std::nullopt;
  }

  void act(WatchKey key) {
    switch (key) {
      case WatchKey::hint:
        return show_hint();
      case WatchKey::editor:
        return edit();
      case WatchKey::page: {
        Worksheet worksheet(session_.exercise(), answers_->variant());
        return open_page(prompt_page(session_.exercise(), worksheet));
      }
      case WatchKey::list:
        session_.look_again();
        return open_page(list_page(session_.standing()));
      case WatchKey::next:
        return move_on();
      case WatchKey::go_on:
        return is_passed_now() ? move_on() : void();
      case WatchKey::again:
        view_.said = {};
        if (!view_.is_missing) judge_now();
        return draw();
      case WatchKey::suspend:
      case WatchKey::redraw:
        return draw();
      default:
        return;
    }
  }

  void move_on() {
    session_.look_again();
    const Exercise* const next = next_exercise();
    if (next == nullptr) return say(sentence(translated("No other exercise is open.")));
    session_.choose(next->id);
    const OwnAnswerFile file = own_answer_file(session_);
    watch(file.path, file.is_new);
  }

  // The next one that helps with the first question that is open; the last where all were read.
  void show_hint() {
    const Exercise& exercise = session_.exercise();
    const auto open =
        view_.result ? open_questions(*view_.result) : std::vector<const FieldResult*>{};
    if (is_passed_now()) return say(sentence(translated("Nothing is left to be helped with.")));
    const Field& field = open.empty() ? exercise.fields.front() : *open.front()->field;
    const std::vector<std::uint64_t> helping = hints_for(exercise, field);
    const ExerciseProgress progress = session_.progress().of(exercise.id);
    const auto unread = std::find_if(helping.begin(), helping.end(),
                                     [&](std::uint64_t hint) { return !progress.has_read(hint); });
    Worksheet worksheet(exercise, answers_->variant());
    say(next_hint_for(session_, worksheet, field,
                      static_cast<std::size_t>(unread - helping.begin())));
  }

  void edit() {
    bool is_found = false;
    terminal_.lend([&] { is_found = edit_file(view_.file); });
    view_.said = is_found
                     ? Document{}
                     : sentence(message("The editor {} cannot be started. VISUAL or EDITOR names "
                                        "another one.",
                                        editor_command()));
    draw();
  }

  ExerciseSession& session_;
  WatchScreen screen_;
  RawTerminal terminal_;
  std::optional<FileWatch> files_;
  std::optional<WatchedAnswers> answers_;
  WatchView view_;
  std::optional<Document> page_;  // in the place of the screen
  std::string told_;              // the last remark of the session
  Clock::time_point next_look_;
};

}  // namespace

int watch_on_screen(ExerciseSession& session, const std::string& file, bool is_new) {
  std::string latest = file;
  int left = kDone;
  {
    WatchLoop loop(session);
    left = loop.run(file, is_new);
    latest = loop.file();
  }
  if (left != kDone) return left;
  const Document page{{next_line(
      translated("go on"), session.command("watch", session.exercise(), shell_word(latest)))}};
  print_result("\n" + document_text(page, session.layout()));
  return left;
}

}  // namespace attn
