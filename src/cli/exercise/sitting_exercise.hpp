#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/exercise/session.hpp"
#include "cli/exercise/sitting_answers.hpp"
#include "cli/exercise/sitting_order.hpp"
#include "cli/exercise/sitting_screen.hpp"
#include "cli/terminal/line_editor.hpp"
#include "practice/answer/answer.hpp"
#include "practice/judge/check.hpp"

namespace attn {

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

}  // namespace attn
