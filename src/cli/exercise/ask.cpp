#include "cli/exercise/ask.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "cli/exercise/check.hpp"
#include "cli/exercise/pages.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/line_input.hpp"
#include "cli/terminal/output.hpp"
#include "practice/answer/plain_characters.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/course/pages.hpp"
#include "practice/feedback/feedback.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

constexpr const char* kPrompt = " > ";

// Whether a single letter could be the answer itself, and so cannot be an order to the program.
bool could_answer(const Field& field, const std::string& letter) {
  const auto is_it = [&letter](const std::string& text) { return text == letter; };
  const std::vector<std::string> ids = field.option_ids(), shown = field.option_letters();
  return std::any_of(ids.begin(), ids.end(), is_it) ||
         std::any_of(shown.begin(), shown.end(), is_it) ||
         std::any_of(field.items.begin(), field.items.end(), is_it) ||
         std::any_of(field.variables.begin(), field.variables.end(), is_it);
}

/// What a line is: an order, or a part of an answer.
enum class Order { none, hint, skip, solution, help, quit };

// ":h" is always an order, "h" where it cannot be meant otherwise.
Order order_of(const std::string& line, const Field& field) {
  const bool has_colon = line.size() == 2 && line.front() == ':';
  const std::string letter = has_colon ? line.substr(1) : line;
  if (letter.size() != 1 || (!has_colon && could_answer(field, letter))) return Order::none;
  switch (letter.front()) {
    case 'h':
      return Order::hint;
    case 's':
      return Order::skip;
    case 'w':
      return Order::solution;
    case '?':
      return Order::help;
    case 'q':
      return Order::quit;
    default:
      return Order::none;
  }
}

std::ptrdiff_t open_brackets(const std::string& text) {
  return std::count(text.begin(), text.end(), '[') - std::count(text.begin(), text.end(), ']');
}

/// An exercise as a conversation.
class Conversation {
 public:
  explicit Conversation(ExerciseSession& session)
      : session_(session), exercise_(session.exercise()), worksheet_(session.worksheet()) {}

  int run() {
    Document page = prompt_page(exercise_, worksheet_);
    page.pieces.emplace_back(Paragraph{
        translated("Now one question after the other. Type ? to see what else can be typed.")});
    session_.print(page);
    for (const Field& field : exercise_.fields) {
      FieldResult result{.field = &field};
      if (!is_over_) ask(field, result);
      results_.push_back(std::move(result));
    }
    return conclude();
  }

 private:
  void print(Document page) const { print_result("\n" + document_text(page, session_.layout())); }

  void ask(const Field& field, FieldResult& result) {
    const std::size_t place = results_.size() + 1;
    const arma::mat& truth = worksheet_.numbers(field.name);
    Document page{
        {Heading{message("{0} of {1}   {2}", place, exercise_.fields.size(), field.name), 2},
         Paragraph{field.ask.here()}, Paragraph{wanted_form(field, truth)}}};
    if (!field.is_graded)
      page.pieces.emplace_back(Paragraph{translated("This one is not graded.")});
    append_options(page, field);
    print(page);
    while (const auto text = read_text(field, truth.n_rows)) {
      if (text->empty()) continue;
      const AnswerEntry entry{field.name, *text, 0};
      const FieldResult judged = check_field(worksheet_, field, entry, results_);
      print(field_feedback(exercise_, judged));
      if (judged.verdict == FieldVerdict::unreadable) continue;  // asked again
      result = judged;
      if (!judged.is_slip()) return;
      print_result(std::string("\n   ") +
                   translated("Try again, or s to leave it like this and go on.") + "\n");
    }
  }

  // The text of an answer; nothing if the learner leaves the question, or the exercise.
  std::optional<std::string> read_text(const Field& field, arma::uword n_rows) {
    const bool has_rows = field.kind == FieldKind::matrix || field.kind == FieldKind::mask;
    std::string text;
    for (arma::uword n_read = 0;;) {
      const auto line = input_.next(kPrompt);
      if (!line) is_over_ = true;
      if (!line) return text.empty() ? std::nullopt : std::optional(text);
      const std::string part(trimmed(*line));
      if (const Order order = order_of(part, field); order != Order::none) {
        if (order == Order::skip) return std::nullopt;
        if (order == Order::quit) is_over_ = true;
        if (is_over_) return std::nullopt;
        obey(order);
        continue;
      }
      if (part.empty()) return text;  // an incomplete matrix is judged as it is
      text += (text.empty() ? "" : "\n") + part;
      const bool is_whole = part.find(';') != std::string::npos || ++n_read >= n_rows;
      const bool is_list = text.front() == '[';  // goes on until its brackets are closed
      if (!has_rows || (is_list ? open_brackets(text) <= 0 : is_whole)) return text;
    }
  }

  void obey(Order order) {
    session_.look_again();  // a conversation lasts: another terminal may have passed the exercise
    switch (order) {
      case Order::hint:
        return show_next_hint();
      case Order::solution:
        return show_worked_solution();
      default:
        return print(Document{{LabelledLine{"h", translated("the next hint")},
                               LabelledLine{"s", translated("leave this question, go on")},
                               LabelledLine{"w", translated("the worked solution, after a pass")},
                               LabelledLine{"q", translated("stop here")},
                               Paragraph{translated("A matrix is typed row by row; an empty line "
                                                    "ends it. Where a letter could be the answer, "
                                                    "put a colon before it: :h")}}});
    }
  }

  void show_next_hint() {
    const std::uint64_t n = exercise_.pages.hints.size();
    if (n == 0) return print(Document{{Paragraph{translated("There are no hints.")}}});
    n_hints_ = std::max(n_hints_, session_.progress().of(exercise_.id).hints);
    n_hints_ = std::min(n_hints_, n - 1) + 1;  // the file may hold any count
    Document page{{hint_heading(exercise_, n_hints_)}};
    append(page, own_page(exercise_.pages.hints[n_hints_ - 1], worksheet_));
    print(page);
    record_hints(session_, exercise_, n_hints_);
  }

  void show_worked_solution() {
    const ExerciseProgress progress = session_.progress().of(exercise_.id);
    if (may_read_solution(progress)) return print(own_page(exercise_.pages.solution, worksheet_));
    print(Document{
        {Paragraph{translated("The worked solution is shown once the exercise is passed, "
                              "or if you give it up.")},
         next_line(translated("give up"), session_.command("solution", exercise_, "--give-up"))}});
  }

  int conclude() {
    CheckResult result{.exercise = &exercise_, .variant = worksheet_.variant()};
    result.verdict = verdict_of(results_);
    result.fields = std::move(results_);
    if (is_blank(result.fields)) return exit_code_of(Verdict::not_yet);
    record_check(session_, result);
    Document page = feedback(result, bool(session_.flags().all));
    append(page, after_check(session_, result, ""));
    print(page);
    return exit_code_of(result.verdict);
  }

  ExerciseSession& session_;
  const Exercise& exercise_;
  Worksheet worksheet_;
  LineInput input_;
  std::vector<FieldResult> results_;
  std::uint64_t n_hints_ = 0;
  bool is_over_ = false;
};

}  // namespace

int ask_exercise(ExerciseSession& session) {
  leave_at_interrupt();
  return Conversation(session).run();
}

}  // namespace attn
