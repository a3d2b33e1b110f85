#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/report/report.hpp"
#include "trace/table.hpp"

namespace attn {

namespace {

using OrderedJson = nlohmann::ordered_json;

OrderedJson or_null(const std::string& text) {
  return text.empty() ? OrderedJson() : OrderedJson(text);
}

OrderedJson worst_json(const FieldResult& result, Reveal reveal) {
  const bool is_told = result.verdict == FieldVerdict::wrong && result.comparison.worst &&
                       reveal != Reveal::none && result.field->has_cells();
  if (!is_told) return {};
  const CellDifference& worst = *result.comparison.worst;
  OrderedJson json{{"row", worst.row}, {"col", worst.col}};
  const bool is_finite = std::isfinite(worst.given);
  json["given"] = is_finite ? OrderedJson(worst.given) : OrderedJson();
  if (!is_finite) json["given_text"] = plain_number(worst.given);
  if (reveal != Reveal::values) return json;
  json["expected"] = worst.expected;
  json["error"] = is_finite ? OrderedJson(std::abs(worst.given - worst.expected)) : OrderedJson();
  return json;
}

// Every mistake that gives the same answer, the likeliest first.
OrderedJson mistakes_json(const FieldResult& result) {
  OrderedJson names = OrderedJson::array();
  if (!result.is_slip()) return names;
  for (const Alternative* one : result.shown) names.push_back(one->name);
  return names;
}

OrderedJson field_json(const Exercise& exercise, const FieldResult& result) {
  return {{"name", result.field->name},
          {"kind", name_in(kFieldKinds, result.field->kind)},
          {"verdict", name_in(kFieldVerdicts, result.verdict)},
          {"misconception", result.is_slip() ? or_null(result.alternative) : OrderedJson()},
          {"misconceptions", mistakes_json(result)},
          {"follows_from_yours", result.verdict == FieldVerdict::follows},
          {"worst", worst_json(result, reveal_of(exercise, *result.field))},
          {"message", whole_explanation(result)}};
}

OrderedJson matrix_json(const arma::mat& matrix) {
  if (matrix.n_elem == 1) return matrix(0);
  OrderedJson rows = OrderedJson::array();
  for (arma::uword row = 0; row < matrix.n_rows; ++row) {
    OrderedJson cells = OrderedJson::array();
    for (arma::uword col = 0; col < matrix.n_cols; ++col) cells.push_back(matrix(row, col));
    rows.push_back(std::move(cells));
  }
  return rows;
}

OrderedJson given_json(const Exercise& exercise, Worksheet& worksheet) {
  OrderedJson given = OrderedJson::object();
  for (const std::string& name : exercise.given) {
    const RecipeValue& value = worksheet.value(name);
    const auto* words = std::get_if<std::vector<std::string>>(&value);
    given[name] = words != nullptr ? OrderedJson(*words) : matrix_json(std::get<arma::mat>(value));
  }
  return given;
}

OrderedJson tolerance_json(const Tolerance& tolerance) {
  OrderedJson json{{"absolute", tolerance.absolute}, {"relative", tolerance.relative}};
  if (tolerance.decimals) json["decimals"] = *tolerance.decimals;
  if (tolerance.significant) json["significant"] = *tolerance.significant;
  return json;
}

OrderedJson shape_json(const Field& field, Worksheet& worksheet) {
  if (field.kind == FieldKind::list) return {1, field.count};
  if (!field.has_cells()) return {1, 1};
  const arma::mat& truth = worksheet.numbers(field.name);
  return {truth.n_rows, truth.n_cols};
}

void add_choices(OrderedJson& json, const Field& field) {
  if (field.kind == FieldKind::choice) {
    json["options"] = OrderedJson::array();
    const std::vector<std::string> letters = field.option_letters();
    for (std::size_t place = 0; place < letters.size(); ++place) {
      const Option& option = field.options[place];
      json["options"].push_back(
          {{"id", option.id}, {"letter", letters[place]}, {"text", option.text.here()}});
    }
  }
  if (field.kind == FieldKind::list) {
    json["items"] = field.items;
    json["count"] = field.count;
    json["ordered"] = field.is_ordered;
  }
  if (field.kind == FieldKind::expression) {
    json["variables"] = field.variables;
    json["order"] = field.is_order;
  }
}

OrderedJson question_json(const Field& field, Worksheet& worksheet) {
  OrderedJson json{{"name", field.name},
                   {"kind", name_in(kFieldKinds, field.kind)},
                   {"ask", field.ask.here()},
                   {"shape", shape_json(field, worksheet)},
                   {"tolerance", tolerance_json(field.tolerance)},
                   {"graded", field.is_graded}};
  if (!field.row_labels.empty()) json["row_labels"] = field.row_labels;
  if (!field.col_labels.empty()) json["col_labels"] = field.col_labels;
  add_choices(json, field);
  return json;
}

std::vector<std::string> kinds_of(const Exercise& exercise) {
  std::vector<std::string> kinds;
  for (const Field& field : exercise.fields)
    if (std::find(kinds.begin(), kinds.end(), name_in(kFieldKinds, field.kind)) == kinds.end())
      kinds.emplace_back(name_in(kFieldKinds, field.kind));
  return kinds;
}

OrderedJson page_json(const std::string& schema, const Exercise& exercise, std::uint64_t variant) {
  return {{"schema", schema}, {"exercise", exercise.id}, {"variant", variant}};
}

OrderedJson done_json(const std::string& schema, const Exercise& exercise) {
  return {{"schema", schema}, {"exercise", exercise.id}};
}

}  // namespace

OrderedJson list_json(const Standing& standing) {
  OrderedJson exercises = OrderedJson::array();
  for (std::size_t i = 0; i < standing.progress.size(); ++i) {
    const Exercise& exercise = standing.course.exercises[i];
    const ExerciseProgress& one = standing.progress[i];
    exercises.push_back(
        {{"number", exercise.number},
         {"id", exercise.id},
         {"title", exercise.title.here()},
         {"topic", or_null(exercise.topic.here())},
         {"minutes", exercise.minutes == 0 ? OrderedJson() : OrderedJson(exercise.minutes)},
         {"is_next", &exercise == standing.next()},
         {"kinds", kinds_of(exercise)},
         {"state", name_in(kProgressStates, one.state)},
         {"attempts", one.attempts},
         {"hints", one.n_hints()}});
  }
  OrderedJson broken = OrderedJson::array();
  for (const auto& [folder, reason] : standing.course.broken)
    broken.push_back({{"folder", folder}, {"reason", reason}});
  return {{"schema", "attn.exercises/1"},
          {"course", standing.course.name},
          {"exercises", exercises},
          {"broken", broken}};
}

OrderedJson progress_json(const Standing& standing) {
  using State = ExerciseProgress::State;
  OrderedJson exercises = OrderedJson::array();
  for (std::size_t i = 0; i < standing.progress.size(); ++i) {
    const ExerciseProgress& one = standing.progress[i];
    exercises.push_back({{"number", standing.course.exercises[i].number},
                         {"id", standing.course.exercises[i].id},
                         {"state", name_in(kProgressStates, one.state)},
                         {"attempts", one.attempts},
                         {"hints", one.n_hints()},
                         {"gave_up", one.gave_up},
                         {"last", or_null(one.last)}});
  }
  const Exercise* const next = standing.next();
  return {{"schema", "attn.progress/1"},
          {"course", standing.course.name},
          {"n_exercises", standing.progress.size()},
          {"n_passed", standing.count(State::passed)},
          {"n_skipped", standing.count(State::skipped)},
          {"next", or_null(next ? next->id : "")},
          {"exercises", exercises}};
}

OrderedJson check_json(const CheckResult& result) {
  OrderedJson fields = OrderedJson::array();
  for (const FieldResult& field : result.fields)
    fields.push_back(field_json(*result.exercise, field));
  return {{"schema", "attn.check/1"},    {"exercise", result.exercise->id},
          {"variant", result.variant},   {"verdict", name_in(kVerdicts, result.verdict)},
          {"fields", std::move(fields)}, {"remarks", result.remarks}};
}

OrderedJson exercise_json(const Exercise& exercise, Worksheet& worksheet) {
  OrderedJson fields = OrderedJson::array();
  for (const Field& field : exercise.fields) fields.push_back(question_json(field, worksheet));
  OrderedJson json{{"schema", "attn.exercise/1"},
                   {"id", exercise.id},
                   {"number", exercise.number},
                   {"title", exercise.title.here()},
                   {"source", or_null(exercise.source.here())},
                   {"variant", worksheet.variant()},
                   {"reveal", name_in(kReveals, exercise.reveal)},
                   {"given", given_json(exercise, worksheet)},
                   {"fields", std::move(fields)}};
  if (!exercise.program) return json;
  json["contract"] = name_in(kContracts, exercise.program->contract);
  json["checks"] = OrderedJson::array();
  for (const ProgramCheck& check : exercise.program->checks)
    json["checks"].push_back({{"name", check.name},
                              {"title", check.title.here()},
                              {"points", json_number(check.points)},
                              {"cases", check.cases.size()},
                              {"after", check.after}});
  return json;
}

OrderedJson unreadable_json(const Exercise& exercise, std::uint64_t variant,
                            const std::string& reason) {
  OrderedJson json = page_json("attn.check/1", exercise, variant);
  json["verdict"] = name_in(kVerdicts, Verdict::unreadable);
  json["fields"] = OrderedJson::array();
  json["message"] = reason;
  return json;
}

OrderedJson hint_json(const Exercise& exercise, std::uint64_t variant, std::uint64_t stage,
                      const std::vector<std::string>& texts, bool has_all) {
  OrderedJson json = page_json("attn.hint/1", exercise, variant);
  json["stage"] = stage;
  json["of"] = exercise.pages.hints.size();
  json["text"] = texts.back();
  if (has_all) json["texts"] = texts;
  return json;
}

OrderedJson solution_json(const Exercise& exercise, std::uint64_t variant, const std::string& text,
                          bool gave_up) {
  OrderedJson json = page_json("attn.solution/1", exercise, variant);
  json["text"] = text;
  json["gave_up"] = gave_up;
  return json;
}

OrderedJson simulation_json(const Exercise& exercise, std::uint32_t seed, const Table& table) {
  OrderedJson json = done_json("attn.simulation/2", exercise);
  json["seed"] = seed;
  OrderedJson drawn = table_json(table);
  drawn.erase("id");
  json.update(drawn);
  return json;
}

OrderedJson start_json(const Exercise& exercise, std::uint64_t variant, const std::string& file,
                       const std::string& kept) {
  OrderedJson json = page_json("attn.exercise-start/1", exercise, variant);
  json["file"] = file;
  if (!kept.empty()) json["kept"] = kept;
  return json;
}

OrderedJson skip_json(const Exercise& exercise, bool was_passed) {
  OrderedJson json = done_json("attn.exercise-skip/1", exercise);
  json["state"] = was_passed ? "passed" : "skipped";
  return json;
}

OrderedJson reset_json(const Exercise& exercise, const std::string& file, const std::string& kept,
                       const std::string& typed) {
  OrderedJson json = done_json("attn.exercise-reset/1", exercise);
  if (!file.empty()) json["file"] = file;
  if (!kept.empty()) json["kept"] = kept;
  if (!typed.empty()) json["typed"] = typed;
  return json;
}

OrderedJson print_json(const std::vector<std::string>& ids,
                       const std::vector<std::uint64_t>& variants, const std::string& handout,
                       const std::string& answers) {
  OrderedJson json{{"schema", "attn.exercise-print/1"}, {"exercises", ids}, {"variants", variants}};
  if (!handout.empty()) json["handout"] = handout;
  if (!answers.empty()) json["answers"] = answers;
  return json;
}

OrderedJson new_exercise_json(const std::string& folder, const NewExercise& made) {
  return {{"schema", "attn.exercise-new/1"},
          {"course", folder},
          {"number", made.number},
          {"exercise", made.id},
          {"languages", made.languages},
          {"made_course", made.made_course},
          {"files", made.files}};
}

OrderedJson lint_json(const Course& course, const LintReport& report,
                      const std::optional<std::vector<ShownMistake>>& mistakes) {
  OrderedJson faults = OrderedJson::array();
  for (const LintFault& fault : report.faults)
    faults.push_back({{"exercise", fault.exercise}, {"text", fault.text}});
  OrderedJson json{{"schema", "attn.lint/1"},
                   {"course", course.name},
                   {"exercises", report.counts.exercises},
                   {"fields", report.counts.fields},
                   {"alternatives", report.counts.alternatives},
                   {"variants", report.counts.variants},
                   {"faults", faults},
                   {"remarks", report.remarks}};
  if (!mistakes) return json;
  json["mistakes"] = OrderedJson::array();
  for (const ShownMistake& mistake : *mistakes)
    json["mistakes"].push_back({{"exercise", mistake.exercise},
                                {"name", mistake.name},
                                {"kind", name_in(kMistakeKinds, mistake.kind)},
                                {"field", or_null(mistake.field)},
                                {"answer", or_null(mistake.answer)},
                                {"diagnosed", or_null(mistake.diagnosed)},
                                {"text", mistake.text}});
  return json;
}

OrderedJson surroundings_json(const std::vector<Finding>& findings) {
  OrderedJson list = OrderedJson::array();
  for (const Finding& finding : findings)
    list.push_back({{"name", finding.key}, {"good", finding.is_good}, {"text", finding.text}});
  return {{"schema", "attn.doctor/1"}, {"good", are_good(findings)}, {"findings", list}};
}

namespace {

constexpr std::size_t kMostErrorLines = 40;

std::string joined_lines(const PrintedLines& printed) { return joined(printed.lines, "\n"); }

OrderedJson failure_json(const ProgramCheckResult& result, const Limits& limits) {
  if (!result.failure) return {};
  const CaseResult& failure = *result.failure;
  OrderedJson json{{"case", fmt::format("{}.{}", result.check->name, failure.number)},
                   {"verdict", name_in(kCaseVerdicts, failure.verdict)},
                   {"ending", name_in(kEndings, failure.run.ending)}};
  json["message"] = failure.verdict == CaseVerdict::stopped
                        ? OrderedJson(ending_text(failure.run, limits))
                    : failure.why.empty() ? OrderedJson()
                                          : OrderedJson(failure.why);
  json["stderr"] =
      joined_lines(was_ended(failure.run.ending) ? first_printed(failure.run.err, kMostErrorLines)
                                                 : last_printed(failure.run.err, kMostErrorLines));
  return json;
}

OrderedJson one_check_json(const ProgramCheckResult& result, const Limits& limits) {
  return {{"name", result.check->name},
          {"title", result.check->title.here()},
          {"verdict", name_in(kCheckStates, result.state)},
          {"points",
           result.state == CheckState::pass ? json_number(result.check->points) : json_number(0.0)},
          {"of", json_number(result.check->points)},
          {"waits_for", result.waits_for},
          {"failure", failure_json(result, limits)}};
}

}  // namespace

OrderedJson program_check_json(const ProgramResult& result) {
  const Limits& limits = result.exercise->program->limits;
  OrderedJson checks = OrderedJson::array(), mistakes = OrderedJson::array();
  for (const ProgramCheckResult& one : result.checks) checks.push_back(one_check_json(one, limits));
  for (const auto& [field, alternatives] : result.mistakes)
    for (const Alternative* one : alternatives) mistakes.push_back(one->name);
  OrderedJson json{
      {"schema", "attn.check/1"},    {"exercise", result.exercise->id},
      {"variant", result.variant},   {"verdict", name_in(kVerdicts, result.verdict)},
      {"file", result.file},         {"isolation", name_in(kIsolations, result.isolation)},
      {"checks", std::move(checks)}, {"misconceptions", std::move(mistakes)}};
  json["build"] = nullptr;
  if (const auto& build = result.failed_build)
    json["build"] = {{"ending", name_in(kEndings, build->ending)},
                     {"message", build_text(*build)},
                     {"stderr", joined_lines(first_printed(build->err, kMostErrorLines))}};
  return json;
}

}  // namespace attn
