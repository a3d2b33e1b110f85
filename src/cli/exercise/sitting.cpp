#include "cli/exercise/sitting.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/program.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/terminal/terminal.hpp"
#include "practice/progress/progress.hpp"

namespace attn {

namespace {

std::string goodbye(const ExerciseSession& session, bool is_kept) {
  Document page;
  if (is_kept) page.add(Paragraph{translated("Every answer is kept.")});
  page.add(next_line(translated("go on"), session.command("continue")));
  return session.text_of(page);
}

/// Says goodbye at Ctrl-C, too, while it lives.
class LastWords {
 public:
  explicit LastWords(const ExerciseSession& session) : text_(goodbye(session, true)) {}
  ~LastWords() { set_last_words(nullptr); }
  LastWords(const LastWords&) = delete;
  LastWords& operator=(const LastWords&) = delete;

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// A program is in a file of its own.
Left sit_at_exercise(ExerciseSession& session, SittingScreen& screen, LineEditor& editor,
                     const LastWords& last_words) {
  if (!session.exercise().program)
    return sit_at_questions(session, screen, editor, last_words.text());
  set_last_words(&last_words.text());
  return {sit_at_program(session, screen, editor)};
}

// What was begun stays so, and comes before what is new.
void mark_as_left(ExerciseSession& session) {
  session.record(session.exercise().id, [](ExerciseProgress& progress) {
    if (progress.state == ExerciseProgress::State::untouched)
      progress.state = ExerciseProgress::State::skipped;
  });
}

// The exercise to go on with in a sitting that has left some for later: those come last.
const Exercise* next_of(ExerciseSession& session, const std::set<std::string>& left) {
  Standing standing = session.standing();
  for (std::size_t i = 0; i < standing.progress.size(); ++i)
    if (left.contains(standing.course.exercises[i].id) && !is_passed(standing.progress[i]))
      standing.progress[i].state = ExerciseProgress::State::skipped;
  return standing.next();
}

}  // namespace

bool is_interactive(const ExerciseSession& session) {
  return !session.is_json() && input_is_terminal() && output_is_terminal();
}

// Without a terminal nobody can be asked: then what there is to do is shown.
int continue_exercise(ExerciseSession& session) {
  if (is_interactive(session)) return sit_down(session);
  return session.flags().words.size() > 1 ? show_exercise(session) : show_next(session);
}

int sit_down(ExerciseSession& session) {
  bool is_chosen = session.flags().words.size() > 1;
  if (!is_chosen && session.standing().next() == nullptr) return show_where(session);
  if (is_chosen) session.exercise();  // fails at once if it does not exist
  const LastWords last_words(session);
  SittingScreen screen(session);
  LineEditor editor([&screen] { screen.draw(); });
  screen.clears(editor.can_edit());
  if (!editor.can_edit()) leave_at_interrupt();
  std::set<std::string> left;
  for (;; is_chosen = false) {
    session.look_again();
    if (!is_chosen) {
      const Exercise* const next = next_of(session, left);
      if (next == nullptr) return show_where(session);
      session.choose(next->id);
    }
    const auto [leaving, is_kept] = sit_at_exercise(session, screen, editor, last_words);
    screen.say({});
    if (leaving == Leaving::left) {
      mark_as_left(session);
      left.insert(session.exercise().id);
      screen.say({{Paragraph{message("Exercise {} is left for later. Its answers are kept.",
                                     session.exercise().number)}}});
    }
    if (leaving != Leaving::quit) continue;
    print_result("\n" + goodbye(session, is_kept));
    return kDone;
  }
}

namespace {

struct OrderName {
  Order order;
  const char* key;
  const char* word;
  std::array<std::string_view, 2> japanese;
  const char* does;
};

const std::vector<OrderName>& order_names() {
  static const std::vector<OrderName> names{
      {Order::hint, "h", "hint", {"ヒント"}, translated("the next hint")},
      {Order::show, "p", "show", {"ページ"}, translated("the page of the exercise")},
      {Order::answers, "y", "yours", {"自分の答え"}, translated("your answers so far")},
      {Order::undo,
       "u",
       "undo",
       {"取り消し", "戻す"},
       translated("take back the last row, the last skip or the last answer")},
      {Order::skip,
       "s",
       "skip",
       {"スキップ", "後回し"},
       translated("leave this question for later")},
      {Order::next, "n", "next", {"次", "次へ"}, translated("leave this exercise for later")},
      {Order::more, "m", "more", {"続き"}, translated("all that was said, where it was cut")},
      {Order::solution,
       "w",
       "solution",
       {"解答例"},
       translated("the worked solution, after a pass")},
      {Order::help, "?", "help", {"ヘルプ"}, translated("what can be typed")},
      {Order::quit, "q", "quit", {"終了"}, translated("stop here; every answer is kept")},
  };
  return names;
}

// Whether a word could be the answer itself, and so cannot be an order.
bool could_answer(const Field& field, const std::string& word) {
  const auto has = [&word](const std::vector<std::string>& texts) {
    return std::find(texts.begin(), texts.end(), word) != texts.end();
  };
  return has(field.option_letters()) || has(field.items) || has(field.variables) ||
         std::any_of(field.options.begin(), field.options.end(),
                     [&has](const Option& option) { return has(option.typed_as()); });
}

}  // namespace

std::optional<Order> order_of(const std::string& line, const Field& field) {
  // Where the Japanese input is switched on, keys are full-width.
  const std::string word = in_plain_characters(line);
  return !word.starts_with(':') && could_answer(field, word) ? std::nullopt : order_of(word);
}

std::optional<Order> order_of(const std::string& line) {
  std::string word = in_plain_characters(line);
  if (word.starts_with(':')) word.erase(0, 1);
  if (word.empty()) return std::nullopt;
  if (word == "exit") return Order::quit;
  for (const OrderName& name : order_names())
    if (word == name.key || word == name.word ||
        std::find(name.japanese.begin(), name.japanese.end(), word) != name.japanese.end())
      return name.order;
  return std::nullopt;
}

std::vector<OrderHelp> order_help() {
  std::vector<OrderHelp> lines;
  for (const OrderName& name : order_names())
    lines.push_back({fmt::format("{}, {}", name.key, name.word), name.does});
  return lines;
}

}  // namespace attn
