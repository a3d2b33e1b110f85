#include "grading/marking/marked_items.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/mistakes.hpp"

namespace attn {
namespace {

constexpr int kLongestAnswer = 160;

std::string one_line(const std::string& text) {
  return preview(joined(spaced_words(text), " "), kLongestAnswer);
}

void add_once(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

std::string verdict_of_check(const ProgramCheckResult& result) {
  return result.failure ? name_in(kCaseVerdicts, result.failure->verdict)
                        : name_in(kCheckStates, result.state);
}

// At which limit a run was stopped: the machine may have been too slow or too small for it, so that
// somebody should look. A crash is the program's own.
std::string limit_reached(const RunResult& run) {
  return was_ended(run.ending) ? name_in(kEndings, run.ending) : "";
}

}  // namespace

std::vector<MarkedItem> marked_items(const CheckResult& result) {
  std::vector<MarkedItem> items;
  for (const FieldResult& field : result.fields) {
    if (!field.field->is_graded) continue;
    MarkedItem item{.name = field.field->name,
                    .title = field.field->ask.here(),
                    .verdict = name_in(kFieldVerdicts, field.verdict),
                    .points = field.is_settled() ? field.field->points : 0.0,
                    .most = field.field->points};
    if (field.is_off())
      for (const Alternative* mistake : field.shown) add_once(item.misconceptions, mistake->name);
    if (field.is_slip() && item.misconceptions.empty() && field.explanation.empty())
      item.unexplained = one_line(field.text);
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<MarkedItem> marked_items(const ProgramResult& result) {
  std::vector<MarkedItem> items;
  for (const ProgramCheckResult& one : result.checks) {
    const ProgramCheck& check = *one.check;
    MarkedItem item{.name = check.name,
                    .title = title_of_check(check),
                    .verdict = verdict_of_check(one),
                    .points = one.state == CheckState::pass ? check.points : 0.0,
                    .most = check.points};
    if (one.failure && one.failure->verdict == CaseVerdict::stopped)
      item.ending = limit_reached(one.failure->run);
    // What it replied to a hidden check would tell what that asks.
    if (one.failure && one.failure->verdict == CaseVerdict::wrong && !check.is_hidden) {
      for (const auto& [field, mistakes] : result.mistakes)
        for (const Alternative* mistake : mistakes) add_once(item.misconceptions, mistake->name);
      if (item.misconceptions.empty()) item.unexplained = one_line(one.failure->run.out);
    }
    items.push_back(std::move(item));
  }
  return items;
}

std::vector<MarkedItem> open_items(const Exercise& exercise) {
  std::vector<MarkedItem> items;
  if (exercise.program)
    for (const ProgramCheck& check : exercise.program->checks)
      items.push_back({.name = check.name, .title = title_of_check(check), .most = check.points});
  else
    for (const Field& field : exercise.fields)
      if (field.is_graded)
        items.push_back({.name = field.name, .title = field.ask.here(), .most = field.points});
  return items;
}

void conceal_hidden(ProgramResult& result) {
  for (ProgramCheckResult& one : result.checks)
    if (one.check->is_hidden) one.failure.reset();
}

AskedExercise asked_exercise(const Exercise& exercise) {
  AskedExercise asked{.id = exercise.id, .number = exercise.number};
  asked.title = exercise.title.here();
  asked.is_program = exercise.program.has_value();
  if (exercise.program)
    for (const ProgramCheck& check : exercise.program->checks)
      asked.items.push_back({check.name, check.title.here(), check.points, check.is_hidden});
  else
    for (const Field& field : exercise.fields)
      if (field.is_graded) asked.items.push_back({field.name, field.ask.here(), field.points});
  // The same name may say something else at another question.
  for (const Alternative& mistake : exercise.alternatives)
    for (const auto& [changed, definition] : mistake.change)
      if (!mistake.accepted)
        asked.misconceptions.emplace(changed + " " + mistake.name, text_of_misconception(mistake));
  for (const Alternative& mistake : exercise.alternatives)
    if (!mistake.accepted)
      asked.misconceptions.emplace(mistake.name, text_of_misconception(mistake));
  return asked;
}

}  // namespace attn
