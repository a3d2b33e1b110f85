#include "render/costs/model_list.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "costs/costs.hpp"
#include "costs/model/families.hpp"
#include "render/costs/count_json.hpp"
#include "render/text/table.hpp"

namespace attn {
namespace {

Count parameters_of_preset(const Model& model) {
  return total_of(parameters_of(model, arguments_of(model)));
}

std::string families_text() {
  return message("--config reads a config.json of these families: {}.",
                 fmt::join(families(), ", "));
}

}  // namespace

Table model_list_table(const std::vector<Preset>& presets) {
  Table table{.id = "models",
              .title = translated("Models that --model knows by name."),
              .columns = {{"name", translated("name")},
                          {"description", translated("what it is")},
                          {"parameters", translated("parameters")}},
              .n_text_columns = 2,
              .note = families_text(),
              .dispensable = {1}};
  for (const Preset& preset : presets)
    table.rows.push_back({cell::name(preset.name), cell::name(preset.description),
                          cell::Whole{parameters_of_preset(*preset_named(preset.name))}});
  return table;
}

std::string model_list_text(const std::vector<Preset>& presets, const Layout& layout) {
  return table_text(model_list_table(presets), layout);
}

nlohmann::ordered_json model_list_json(const std::vector<Preset>& presets) {
  nlohmann::ordered_json models = nlohmann::ordered_json::array();
  for (const Preset& preset : presets) {
    const Model model = *preset_named(preset.name);
    models.push_back({{"name", preset.name},
                      {"parameters", count_json(parameters_of_preset(model))},
                      {"counted_as", model.counted_as},
                      {"description", preset.description}});
  }
  return {{"schema", "attn.cost/1"}, {"models", models}, {"families", families()}};
}

std::string model_list_records(const std::vector<Preset>& presets) {
  std::string text = "name\tparameters\tdescription\n";
  for (const Preset& preset : presets)
    text +=
        fmt::format("{}\t{}\t{}\n", preset.name,
                    parameters_of_preset(*preset_named(preset.name)).get_str(), preset.description);
  return text;
}

}  // namespace attn
