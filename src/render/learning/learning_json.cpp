#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "learning/tasks/tasks.hpp"
#include "render/learning/learning.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

Json curve_json(const std::vector<CurvePoint>& curve) {
  Json steps = Json::array(), training = Json::array(), held_out = Json::array(),
       accuracy = Json::array();
  for (const CurvePoint& point : curve) {
    steps.push_back(point.step);
    training.push_back(json_number(point.training_loss));
    held_out.push_back(json_number(point.held_out_loss));
    accuracy.push_back(point.held_out_accuracy ? json_number(*point.held_out_accuracy)
                                               : Json(nullptr));
  }
  return {{"step", steps},
          {"training_loss", training},
          {"held_out_loss", held_out},
          {"held_out_accuracy", accuracy}};
}

Json levels_json(const std::vector<Level>& levels) {
  Json list = Json::array();
  for (const Level& level : levels)
    list.push_back({{"id", level.id}, {"title", level.name}, {"loss", json_number(level.loss)}});
  return list;
}

Json measure_cell(const TableCell& cell) {
  if (const auto* real = std::get_if<cell::Real>(&cell)) return json_number(real->value);
  if (const auto* whole = std::get_if<cell::Whole>(&cell)) return count_json(whole->number);
  if (const auto* text = std::get_if<cell::Text>(&cell)) return text->id;
  return nullptr;
}

// {"id", "before", "after", "chance"}, and where a measure is about one head of several also
// "layer" and "head".
Json measures_json(const Table& table) {
  Json list = Json::array();
  for (const TableRow& row : table.rows) {
    Json measure = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i)
      measure[i == 0 ? "id" : table.columns[i].id] = measure_cell(row[i]);
    list.push_back(std::move(measure));
  }
  return list;
}

Json matrix_json(const arma::mat& matrix) {
  Json rows = Json::array();
  for (arma::uword i = 0; i < matrix.n_rows; ++i) {
    Json row = Json::array();
    for (arma::uword j = 0; j < matrix.n_cols; ++j) row.push_back(json_number(matrix(i, j)));
    rows.push_back(std::move(row));
  }
  return rows;
}

// [layer][head][query][key].
Json heads_json(const LearningReport& report, const char* id) {
  Json layers = Json::array();
  for (std::size_t layer = 0; layer < report.n_layers; ++layer) {
    Json heads = Json::array();
    for (std::size_t head = 0; head < report.n_heads; ++head)
      heads.push_back(matrix_json(report.weights.stage(id, head_group({layer, head})).value));
    layers.push_back(std::move(heads));
  }
  return layers;
}

Json weights_json(const LearningReport& report) {
  if (report.n_layers == 0) return nullptr;
  return {{"tokens", report.weights.query_tokens},
          {"before", heads_json(report, "weights_before")},
          {"after", heads_json(report, "weights_after")}};
}

Json answers_json(const std::vector<ShownAnswer>& answers) {
  Json list = Json::array();
  const auto numbers = [](const std::vector<double>& probabilities) {
    Json row = Json::array();
    for (const double p : probabilities) row.push_back(json_number(p));
    return row;
  };
  for (const ShownAnswer& answer : answers)
    list.push_back({{"tokens", answer.tokens},
                    {"class", answer.label},
                    {"before", numbers(answer.before)},
                    {"after", numbers(answer.after)},
                    {"right_before", is_right(answer.before, answer.label)},
                    {"right_after", is_right(answer.after, answer.label)}});
  return list;
}

}  // namespace

Json learning_json(const LearningReport& report) {
  Json samples = Json::array(), notes = learning_notes(report);
  for (const SampledText& sample : report.samples)
    samples.push_back({{"step", sample.step}, {"text", sample.text}});
  if (!report.measures.note.empty()) notes.push_back(report.measures.note);
  return {{"schema", "attn.learn/1"},
          {"command", "learn"},
          {"task", name_in(kTaskKinds, report.settings.task)},
          {"config", settings_json(report.settings)},
          {"parameters", report.n_parameters},
          {"curve", curve_json(report.curve)},
          {"levels", levels_json(report.levels)},
          {"measures", measures_json(report.measures)},
          {"answers", answers_json(report.answers)},
          {"weights", weights_json(report)},
          {"samples", samples},
          {"notes", notes}};
}

}  // namespace attn
