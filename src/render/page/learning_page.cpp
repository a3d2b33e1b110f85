#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "learning/tasks/tasks.hpp"
#include "render/learning/learning.hpp"
#include "render/page/costs_page.hpp"
#include "render/page/page_parts.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

Json curve_data(const std::vector<CurvePoint>& curve) {
  Json points = Json::array();
  for (const CurvePoint& point : curve)
    points.push_back(
        {{"step", point.step},
         {"training_loss", json_number(point.training_loss)},
         {"held_out_loss", json_number(point.held_out_loss)},
         {"held_out_accuracy",
          point.held_out_accuracy ? json_number(*point.held_out_accuracy) : Json(nullptr)}});
  return points;
}

Json levels_data(const std::vector<Level>& levels) {
  Json list = Json::array();
  for (const Level& level : levels)
    list.push_back({{"name", level.name}, {"loss", json_number(level.loss)}});
  return list;
}

bool is_shown(const LearningReport& report, const HeadPlace& place) {
  return std::find(report.shown_heads.begin(), report.shown_heads.end(), place) !=
         report.shown_heads.end();
}

Json heads_data(const LearningReport& report) {
  Json heads = Json::array();
  for (std::size_t layer = 0; layer < report.n_layers; ++layer)
    for (std::size_t head = 0; head < report.n_heads; ++head) {
      const std::string group = head_group({layer, head});
      const Stage& after = report.weights.stage("weights_after", group);
      heads.push_back({{"name", message("layer {}, head {}", layer, head)},
                       {"is_shown", is_shown(report, {layer, head})},
                       {"before", numbers_of(report.weights.stage("weights_before", group).value)},
                       {"after", numbers_of(after.value)},
                       {"blocked", after.blocked.is_empty() ? Json(nullptr)
                                                            : Json(letters_of(after.blocked))}});
    }
  return heads;
}

Json samples_data(const std::vector<SampledText>& samples) {
  Json list = Json::array();
  for (const SampledText& sample : samples)
    list.push_back({{"step", sample.step}, {"text", sample.text}});
  return list;
}

Table curve_table(const std::vector<CurvePoint>& curve) {
  Table table{.id = "curve",
              .title = translated("The losses on the way."),
              .columns = {{"step", translated("steps")},
                          {"training_loss", translated("training loss")},
                          {"held_out_loss", translated("held-out loss")}}};
  for (const CurvePoint& point : curve)
    table.rows.push_back({cell::Whole{count_of(point.step)}, cell::Real{point.training_loss},
                          cell::Real{point.held_out_loss}});
  return table;
}

// What was measured, and what single sequences were answered.
std::vector<Table> facts_of(const LearningReport& report) {
  std::vector<Table> tables{report.measures};
  if (!report.answers.empty())
    tables.push_back(answers_table(report.answers, report.settings.labels));
  return tables;
}

}  // namespace

Json learning_data(const LearningReport& report) {
  return {{"kind", "learning"},
          {"title", name_in(kTaskKinds, report.settings.task)},
          {"n_steps", report.settings.n_steps},
          {"curve", curve_data(report.curve)},
          {"levels", levels_data(report.levels)},
          {"tokens", report.weights.query_tokens},
          {"heads", heads_data(report)},
          {"shows_most_changed", report.shows_most_changed},
          {"tables", tables_data(facts_of(report), Layout{})},
          {"samples", samples_data(report.samples)},
          {"notes", learning_notes(report)},
          {"source",
           title_line(title_text(learning_title(report.settings, report.text, report.n_parameters),
                                 Layout{}))}};
}

std::vector<Table> learning_tables(const LearningReport& report) {
  std::vector<Table> tables = facts_of(report);
  tables.insert(tables.begin(), curve_table(report.curve));
  return tables;
}

}  // namespace attn
