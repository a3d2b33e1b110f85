#include "cli/exercise/watch_screen.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/write_file.hpp"
#include "practice/course/course.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/report/report.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

// From the top of the screen to its end: what scrolled out of it before stays.
constexpr const char* kFromTheTop = "\033[H\033[J";

// From the first question that is wrong on; all of it where none is.
Document from_first_wrong(const Document& verdict) {
  const auto is_heading = [](const Piece& piece) { return std::holds_alternative<Heading>(piece); };
  auto begin = std::find_if(verdict.pieces.begin(), verdict.pieces.end(), is_heading);
  if (begin == verdict.pieces.end()) begin = verdict.pieces.begin();
  return {{begin, verdict.pieces.end()}};
}

// The graded questions that are not right yet, the first of them first.
std::vector<const FieldResult*> open_questions(const CheckResult& result) {
  std::vector<const FieldResult*> open;
  for (const FieldResult& one : result.fields)
    if (one.field->is_graded && !one.is_settled()) open.push_back(&one);
  return open;
}

/// What is known of a watched file.
struct WatchView {
  std::string file;
  int n_texts = 0;  ///< that it had so far
  bool is_missing = false;
  std::optional<CheckResult> result{};  ///< of its text
  Document trouble{};                   ///< why there is none
  Document said{};                      ///< a hint, or a remark
  Document after_pass{};                ///< how to go on
};

/// The screen of a watched file: the exercise, what is open in it, the verdict, and the keys.
class WatchScreen {
 public:
  explicit WatchScreen(ExerciseSession& session) : session_(session) {}

  /// Draws it in the place of what was there, as wide and as high as the terminal is now. Where the
  /// verdict does not fit, its first wrong question is shown.
  void draw(const WatchView& view) {
    session_.measure_again();
    const std::size_t height = terminal_height();
    std::string keys = session_.text_of(
        {{LabelledLine{"", unbroken_parts(watch_keys_line()), LabelledLine::Mood::quiet}}});
    keys.pop_back();  // the last line of the screen has no end, which would scroll it
    std::string top = session_.text_of(head(view));
    constexpr std::size_t kAround = 3;  // blank lines, and that of the keys
    constexpr std::size_t kLeast = 3;   // lines of the verdict
    const auto others = [&] { return n_lines_of(top) + n_lines_of(keys) + kAround; };
    if (others() + kLeast > height) top = first_lines(squeezed(top), 1);
    const std::size_t room = height > others() + kLeast ? height - others() : kLeast;
    const std::string body = fitting(view, room);
    print_result(kFromTheTop + top + (body.empty() ? "" : "\n" + body) + "\n" + keys);
  }

  /// Prints a page in the place of everything. Returns whether a pager showed it, so that the
  /// person has read it.
  bool show(const Document& page) {
    session_.measure_again();
    print_result(kFromTheTop);
    return print_screen(session_.text_of(page));
  }

 private:
  Document head(const WatchView& view) const {
    const Exercise& exercise = session_.exercise();
    const bool is_ascii = session_.layout().glyphs == Glyphs::ascii;
    Document page{
        {Heading{exercise_name(exercise)}, progress_bar(session_.standing(), is_ascii),
         LabelledLine{view.n_texts == 0 ? translated("file") : message("check {}", view.n_texts),
                      view.file}}};
    if (!view.result || view.is_missing) return page;
    std::vector<std::string> names;
    for (const FieldResult* open : open_questions(*view.result)) names.push_back(open->field->name);
    if (!names.empty()) page.add(LabelledLine{translated("open"), listed(names)});
    return page;
  }

  Document verdict(const WatchView& view) const {
    if (view.is_missing)
      return {{Paragraph{message("{} is not there. It is checked as soon as it is.", view.file)}}};
    Document page = view.trouble;
    if (view.result) page.add(feedback(*view.result, bool(session_.flags().all)));
    page.add(view.after_pass);
    return page;
  }

  // As many lines of a page, and where the rest can be read.
  std::string cut(const Document& page, std::size_t n, const std::string& rest) const {
    const std::string text = squeezed(session_.text_of(page));
    if (n_lines_of(text) <= n) return text;
    const std::string more = session_.text_of(
        {{LabelledLine{"...", rest, LabelledLine::Mood::quiet}}});  // two lines, maybe
    return first_lines(text, n - std::min(n, n_lines_of(more))) + more;
  }

  // What is judged and said, as much of it as so many lines hold.
  std::string fitting(const WatchView& view, std::size_t room) const {
    const Document judged = verdict(view);
    const std::string said = session_.text_of(view.said);
    const std::string all = session_.text_of(judged) + (said.empty() ? "" : "\n" + said);
    if (n_lines_of(all) <= room) return all;
    const Exercise& exercise = session_.exercise();
    if (!said.empty() && n_lines_of(said) <= room) return said;  // the verdict is a key away
    if (!said.empty()) return cut(view.said, room, session_.command("hint", exercise, "--all"));
    if (const std::string close = squeezed(all); n_lines_of(close) <= room) return close;
    return cut(from_first_wrong(judged), room,
               session_.command("check", exercise, shell_word(view.file)));
  }

  ExerciseSession& session_;
};

using Clock = std::chrono::steady_clock;

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
      view_.said = page_of(
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
    if (session_.remark() != told_) view_.said = page_of(told_ = session_.remark());
    if (is_passed_now()) tell_pass();
  }

  void tell_trouble(const InputError& error) {
    std::string text = error.what();
    for (const std::string& hint : error.hints) text += "\n" + hint;
    view_.trouble.add(LabelledLine{translated("error"), text, LabelledLine::Mood::bad});
  }

  void tell_pass() {
    const Exercise& exercise = session_.exercise();
    Document page = page_of(passed_sentence(exercise, session_.progress().of(exercise.id)));
    page.add(next_line(translated("solution"), session_.command("solution", exercise)));
    if (const Exercise* const next = next_exercise()) {
      page.add(LabelledLine{translated("next"), exercise_name(*next)});
      page.add(Paragraph{translated("Enter goes on, q stops.")});
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
    page.add(Paragraph{translated("q goes back.")});
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
    if (next == nullptr) return say(page_of(translated("No other exercise is open.")));
    session_.choose(next->id);
    const OwnAnswerFile file = own_answer_file(session_);
    watch(file.path, file.is_new);
  }

  // The next one that helps with the first question that is open; the last where all were read.
  void show_hint() {
    const Exercise& exercise = session_.exercise();
    const auto open =
        view_.result ? open_questions(*view_.result) : std::vector<const FieldResult*>{};
    if (is_passed_now()) return say(page_of(translated("Nothing is left to be helped with.")));
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
                     : page_of(message("The editor {} cannot be started. VISUAL or EDITOR names "
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
  print_result("\n" + session.text_of(page));
  return left;
}

bool WatchedAnswers::read_anew() {
  std::string text = answer_bytes(file_);
  if (text == text_) return false;
  text_ = std::move(text);
  counts_ = true;
  ++n_texts_;
  return true;
}

CheckResult WatchedAnswers::judge_text() {
  const bool counts = std::exchange(counts_, false);
  const AnswerSheet sheet =
      read_answer_sheet(text_.value_or(""), file_, question_names(session_.exercise()));
  variant_ = sheet.variant;
  CheckResult result = judge(session_, sheet);
  if (counts) record_sheet(session_, result);
  return result;
}

namespace {

namespace fs = std::filesystem;

// Something of that name is in the way, be it a link to nothing.
bool is_there(const std::string& path) {
  std::error_code ignored;
  return fs::symlink_status(path, ignored).type() != fs::file_type::not_found;
}

// What the file says of itself. A person may be in the middle of an answer that cannot be read yet;
// then its first line says which exercise it is for.
AnswerSheet claims_of(const std::string& path, const Exercise& exercise) {
  const std::string text = answer_bytes(path);
  try {
    return read_answer_sheet(text, path, question_names(exercise));
  } catch (const InputError&) {
    AnswerSheet first = read_answer_sheet(text.substr(0, text.find('\n')), path);
    if (!first.exercise) throw;
    return first;
  }
}

bool is_somebodys_notes(const AnswerSheet& sheet, const Exercise& exercise) {
  const bool has_answer = std::any_of(
      sheet.entries.begin(), sheet.entries.end(),
      [&](const AnswerEntry& entry) { return exercise.find_field(entry.name) != nullptr; });
  return !sheet.exercise && !has_answer && !sheet.unread.empty();
}

bool belongs_to(const std::string& path, const Exercise& exercise, std::uint64_t variant) {
  try {
    const AnswerSheet sheet = claims_of(path, exercise);
    return !is_somebodys_notes(sheet, exercise) && may_be_for(exercise, sheet) &&
           sheet.variant.value_or(variant) == variant;
  } catch (const InputError&) {
    return false;
  }
}

}  // namespace

bool write_answer_file_if_missing(ExerciseSession& session, const std::string& path) {
  if (is_there(path)) return false;
  Worksheet worksheet = session.worksheet();
  write_files({{path, answer_file_text(session.exercise(), worksheet)}}, false);
  return true;
}

OwnAnswerFile own_answer_file(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  const std::uint64_t variant = session.variant().value_or(0);
  std::string path = usual_file(exercise);
  for (int n = 2; is_there(path) && !belongs_to(path, exercise, variant); ++n)
    path = exercise.id + "-" + std::to_string(n) + ".txt";
  return {path, write_answer_file_if_missing(session, path)};
}

namespace {

constexpr std::pair<char, WatchKey> kWatchLetters[] = {
    {'h', WatchKey::hint}, {'e', WatchKey::editor}, {'p', WatchKey::page}, {'l', WatchKey::list},
    {'n', WatchKey::next}, {'r', WatchKey::again},  {'q', WatchKey::quit}};
constexpr std::pair<Key, WatchKey> kWatchKeys[] = {{Key::next, WatchKey::go_on},  // Enter
                                                   {Key::quit, WatchKey::quit},
                                                   {Key::interrupt, WatchKey::interrupt},
                                                   {Key::suspend, WatchKey::suspend},
                                                   {Key::resized, WatchKey::redraw}};

}  // namespace

WatchKey watch_key(const KeyPress& press) {
  for (const auto& [letter, does] : kWatchLetters)
    if (press.letter == letter) return does;
  for (const auto& [key, does] : kWatchKeys)
    if (press.letter == 0 && press.key == key) return does;
  return WatchKey::none;
}

std::string watch_keys_line() {
  return translated("h hint   e edit   p page   l list   n next   r again   q quit");
}

}  // namespace attn
