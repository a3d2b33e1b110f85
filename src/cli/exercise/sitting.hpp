#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/exercise/session.hpp"
#include "cli/terminal/keys.hpp"
#include "practice/answer/answer.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/judge/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// What a person may type at a question instead of an answer.
enum class Order { hint, show, answers, undo, skip, next, more, solution, help, quit };

/// The order that a line is: its word or its key, with or without a colon before it. Nothing if it
/// is part of an answer; without a colon that is also so where it could be the answer to the field.
std::optional<Order> order_of(const std::string& line, const Field& field);

/// The same where no answer can be typed.
std::optional<Order> order_of(const std::string& line);

/// A line of the help: "h, hint", and what it does.
struct OrderHelp {
  std::string names, does;
};
std::vector<OrderHelp> order_help();

/// What stands above the prompt of a sitting: at the top the exercise, what it gives and the
/// question, which stay in sight; below that what was said last. Where a terminal cannot be
/// cleared, each of them is printed once, one after the other.
class SittingScreen {
 public:
  explicit SittingScreen(ExerciseSession& session) : session_(session) {}

  /// Whether the terminal is cleared.
  void clears(bool clears) { clears_ = clears; }

  /// Sets what stays in sight: the fullest of `tops` that leaves room for what is said and for so
  /// many rows to type; the last, which is the barest, where none does. Blank lines go before that.
  /// Where the terminal is not cleared, it is the last.
  void pin(std::vector<Document> tops, std::size_t n_rows_to_type) {
    tops_ = std::move(tops);
    n_rows_to_type_ = n_rows_to_type;
    is_new_ = true;
  }

  /// Sets what the person has typed of an answer: whole lines with their prompts.
  void take_typed(std::string typed) { typed_ = std::move(typed); }

  /// Sets what is said; the screen shows as much of it as fits.
  void say(Document said) { said_ = std::move(said); }

  /// Draws all of it anew, as wide as the terminal is now.
  void draw();

  /// What is said.
  const Document& said() const { return said_; }

  /// Shows a page in the place of everything, and reads a line below its end; nothing at the end of
  /// the input. Where the terminal is cleared and too small for the page, it comes a screenful at a
  /// time: keys turn them; the first one shown is the last of them `from_its_end`.
  std::optional<std::string> show(const Document& page, LineEditor& editor,
                                  const std::string& prompt, bool from_its_end = false);

 private:
  struct ShownPage {
    Document page;
    std::size_t at = 0;  // one beyond the last is the last
    std::size_t n_screenfuls = 1;
  };

  void draw_below();
  void draw_page();
  std::string turning_keys(std::size_t place, std::size_t n) const;
  void turn(const KeyPress& press);
  std::string text_of(const Document& page) const;
  std::string footer() const;
  const Document& top_that_fits(std::size_t n_other_lines) const;

  ExerciseSession& session_;
  std::vector<Document> tops_{{}};
  std::size_t n_rows_to_type_ = 0;
  Document said_;
  std::optional<ShownPage> page_;  // in the place of them
  std::string typed_;
  bool clears_ = false, is_new_ = true;
};

/// The answers to one exercise in a sitting. Where they cannot be kept, the sitting goes on with
/// what was typed in it, and says so.
class SittingAnswers {
 public:
  SittingAnswers(ExerciseSession& session, const Exercise& exercise, std::uint64_t variant);

  /// Those to questions that the exercise has.
  const AnswerSheet& sheet() const { return sheet_; }

  /// The text of an answer; "" where there is none.
  std::string text(const Field& field) const;

  /// Keeps the text of an answer; "" takes it away. What another sitting has kept since comes with
  /// it.
  void keep(const Field& field, const std::string& text);

  /// Looks at what another sitting has kept since.
  void read_again();

  /// Why nothing is kept, as a sentence; "" where it is.
  const std::string& trouble() const { return trouble_; }

  /// What was wrong with the file of the answers, as sentences; "" if nothing was.
  const std::string& damage() const { return damage_; }

 private:
  void take(AnswerSheet sheet);
  template <typename Do>
  void unless_it_fails(const Do& act);

  ExerciseSession& session_;
  const Exercise& exercise_;
  AnswerSheet sheet_;
  std::map<std::string, std::string> unkept_;  // by question: what the next keep() tries again
  std::string trouble_, damage_;
};

/// How a person left an exercise of a sitting.
enum class Leaving { passed, left, quit };

/// The questions of one exercise, asked one after the other. Every answer is kept when it is given,
/// the rows of a matrix one by one; the next sitting goes on at the first question that is open.
class SittingExercise {
 public:
  SittingExercise(ExerciseSession& session, SittingScreen& screen, LineEditor& editor);

  Leaving run();

  bool is_kept() const { return answers_.trouble().empty(); }

 private:
  /// What was typed at a prompt: an order, or the text of an answer.
  struct Typed {
    std::optional<Order> order;
    std::string text;
  };

  void judge_kept();
  const Field* next_open();
  std::optional<Leaving> introduce();
  void pin(const Field& field);
  Document top_of(const Field& field, Document own);
  Document answers_page() const;
  Document head() const;
  std::optional<Leaving> ask(const Field& field);
  std::optional<Leaving> obey(Order order);
  std::optional<Leaving> end_round();
  Leaving pass();
  Typed read_typed(const Field& field, AnswerInRows& rows);
  void take_row(const Field& field, AnswerInRows& rows, const std::string& line);
  bool is_answered_elsewhere();
  void keep_begun(const Field& field, const AnswerInRows& rows);
  void keep(const Field& field, const std::string& text);
  void take_answer(const Field& field, const std::string& text);
  void forget_begun(const Field& field);
  void record_answer(const FieldResult& judged);
  void undo();
  std::optional<Order> wait_at(Document page, const std::string& prompt,
                               const std::vector<Order>& only = {});
  std::optional<Order> wait_at(const Document& page);
  std::optional<Leaving> obey_at(const Document& page);
  Document help_page() const;
  void show_hint(const Field& field);
  Document solution_page();
  void refuse_solution();
  std::string prompt(const Field& field, const AnswerInRows& before) const;
  std::string typed_lines(const Field& field, const AnswerInRows& rows) const;
  AnswerInRows begun_rows(const Field& field) const;

  ExerciseSession& session_;
  SittingScreen& screen_;
  LineEditor& editor_;
  const Exercise& exercise_;
  Worksheet worksheet_;
  SittingAnswers answers_;
  CheckResult result_;  // of all of them
  std::size_t place_ = 0;
  std::map<std::string, std::size_t> n_hints_shown_;           // by question
  std::optional<std::pair<std::size_t, std::string>> pinned_;  // a place, and trouble that was told
  std::vector<std::size_t> skipped_;  // places of questions, since the last answer
  bool has_answered_ = false;         // since the round began
  bool is_told_of_row_ = false;       // that the last one was none
};

/// Answers the questions of a course at the terminal, one after the other: those of the exercise
/// that the command names, else the next open one; then of the next exercise, until the person
/// leaves. Returns the exit code.
int sit_down(ExerciseSession& session);

/// Whether a person sits before it: both input and output are a terminal, and no document is
/// wanted.
bool is_interactive(const ExerciseSession& session);

}  // namespace attn
