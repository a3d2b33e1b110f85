#include "practice/judge/check_json.hpp"

#include <cmath>

#include "base/message.hpp"
#include "practice/answer/plain_number.hpp"
#include "practice/judge/compare.hpp"

namespace attn {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json worst_json(const FieldResult& result, Reveal reveal) {
  const bool is_told = result.verdict == FieldVerdict::wrong && result.comparison.worst &&
                       reveal != Reveal::none && result.field->has_cells();
  if (!is_told) return {};
  const CellDifference& worst = *result.comparison.worst;
  Json json{{"row", worst.row}, {"col", worst.col}};
  const bool is_finite = std::isfinite(worst.given);
  json["given"] = is_finite ? Json(worst.given) : Json();
  if (!is_finite) json["given_text"] = plain_number(worst.given);
  if (reveal != Reveal::values) return json;
  json["expected"] = worst.expected;
  json["error"] = is_finite ? Json(std::abs(worst.given - worst.expected)) : Json();
  return json;
}

Json field_json(const Exercise& exercise, const FieldResult& result) {
  std::string text = result.explanation;
  for (const std::string& more : result.messages) add_sentence(text, more);
  return {{"name", result.field->name},
          {"kind", name_of(result.field->kind)},
          {"verdict", name_of(result.verdict)},
          {"misconception", result.is_slip() ? or_null(result.alternative) : Json()},
          {"follows_from_yours", result.verdict == FieldVerdict::follows},
          {"worst", worst_json(result, reveal_of(exercise, *result.field))},
          {"message", text}};
}

Json matrix_json(const arma::mat& matrix) {
  if (matrix.n_elem == 1) return matrix(0);
  Json rows = Json::array();
  for (arma::uword row = 0; row < matrix.n_rows; ++row) {
    Json cells = Json::array();
    for (arma::uword col = 0; col < matrix.n_cols; ++col) cells.push_back(matrix(row, col));
    rows.push_back(std::move(cells));
  }
  return rows;
}

Json given_json(const Exercise& exercise, Worksheet& worksheet) {
  Json given = Json::object();
  for (const std::string& name : exercise.given) {
    const RecipeValue& value = worksheet.value(name);
    const auto* words = std::get_if<std::vector<std::string>>(&value);
    given[name] = words != nullptr ? Json(*words) : matrix_json(std::get<arma::mat>(value));
  }
  return given;
}

Json tolerance_json(const Tolerance& tolerance) {
  Json json{{"absolute", tolerance.absolute}, {"relative", tolerance.relative}};
  if (tolerance.decimals) json["decimals"] = *tolerance.decimals;
  if (tolerance.significant) json["significant"] = *tolerance.significant;
  return json;
}

Json shape_json(const Field& field, Worksheet& worksheet) {
  if (field.kind == FieldKind::list) return {1, field.count};
  if (!field.has_cells()) return {1, 1};
  const arma::mat& truth = worksheet.numbers(field.name);
  return {truth.n_rows, truth.n_cols};
}

void add_choices(Json& json, const Field& field) {
  if (field.kind == FieldKind::choice) {
    json["options"] = Json::array();
    for (const Option& option : field.options)
      json["options"].push_back({{"id", option.id}, {"text", option.text.here()}});
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

Json question_json(const Field& field, Worksheet& worksheet) {
  Json json{{"name", field.name},
            {"kind", name_of(field.kind)},
            {"ask", field.ask.here()},
            {"shape", shape_json(field, worksheet)},
            {"tolerance", tolerance_json(field.tolerance)},
            {"graded", field.is_graded}};
  if (!field.row_labels.empty()) json["row_labels"] = field.row_labels;
  if (!field.col_labels.empty()) json["col_labels"] = field.col_labels;
  add_choices(json, field);
  return json;
}

}  // namespace

Json check_json(const CheckResult& result) {
  Json fields = Json::array();
  for (const FieldResult& field : result.fields)
    fields.push_back(field_json(*result.exercise, field));
  return {{"schema", "attn.check/1"},    {"exercise", result.exercise->id},
          {"variant", result.variant},   {"verdict", name_of(result.verdict)},
          {"fields", std::move(fields)}, {"remarks", result.remarks}};
}

Json exercise_json(const Exercise& exercise, Worksheet& worksheet) {
  Json fields = Json::array();
  for (const Field& field : exercise.fields) fields.push_back(question_json(field, worksheet));
  return {{"schema", "attn.exercise/1"},
          {"id", exercise.id},
          {"number", exercise.number},
          {"title", exercise.title.here()},
          {"source", or_null(exercise.source.here())},
          {"variant", worksheet.variant()},
          {"reveal", name_of(exercise.reveal)},
          {"given", given_json(exercise, worksheet)},
          {"fields", std::move(fields)}};
}

}  // namespace attn
