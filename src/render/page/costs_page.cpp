#include "render/page/costs_page.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "render/costs/costs.hpp"
#include "render/html/html.hpp"
#include "render/page/page_parts.hpp"
#include "render/text/document.hpp"

namespace attn {

std::string report_page(const std::string& command, nlohmann::ordered_json data,
                        const std::vector<std::string>& words, const std::vector<Table>& tables,
                        const std::string& language) {
  data["command"] = {{"name", command}, {"words", words}};
  const nlohmann::ordered_json& name = data["title"];
  const std::string title =
      "attn " + command + " " + (name.is_string() ? name : name[language]).get<std::string>();
  return html_document({.language = language,
                        .title = title,
                        .style = page_style(),
                        .script = command == "learn" ? learning_script() : costs_script(),
                        .body = body_for_script(without_script(title, tables)),
                        .data = compact_json(data)});
}

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kUsualFrom = "16";
constexpr const char* kUsualTo = "1048576";

std::string digits(std::uint64_t number) { return std::to_string(number); }

// Parts that the script tells from all others.
constexpr Named<Quantity::Part> kPageParts[] = {{Quantity::Part::projection, "projection"},
                                                {Quantity::Part::scores, "scores"},
                                                {Quantity::Part::weighted_sum, "weighted_sum"},
                                                {Quantity::Part::query_key_norm, "query_key_norm"},
                                                {Quantity::Part::mlp, "other"},
                                                {Quantity::Part::biases, "other"},
                                                {Quantity::Part::other, "other"}};

Json quantities_data(const std::vector<Quantity>& quantities) {
  Json list = Json::array();
  for (const Quantity& quantity : quantities) {
    Json json{{"id", quantity.id},
              {"label", quantity.label},
              {"part", name_in(kPageParts, quantity.part)},
              {"formula", formula_data(quantity.general)}};
    if (quantity.per_layer != 0)
      json["n_layers"] = Count(quantity.count / quantity.per_layer).get_str();
    list.push_back(std::move(json));
  }
  return list;
}

// The numbers that a formula gives at other settings, too.
std::optional<Formula> formula_of(const std::string& symbol, const Costs& costs,
                                  const PageSettings& settings) {
  if (symbol == "N")
    return sum_where(costs.parameters, &Quantity::general, [](auto&) { return true; });
  if (symbol == "N_r") return costs.read_parameters;
  for (const FollowingNumber& number : settings.following)
    if (number.symbol == symbol) return number.formula;
  return std::nullopt;
}

Json arguments_data(const Costs& costs, const PageSettings& settings) {
  Json list = Json::array();
  for (const Arguments::Argument& argument : costs.arguments.all()) {
    Json json = argument_data(argument);
    if (const auto formula = formula_of(argument.symbol, costs, settings))
      json["formula"] = formula_data(*formula);
    list.push_back(std::move(json));
  }
  return list;
}

Json settings_data(const Costs& costs, const PageSettings& settings) {
  Json list = Json::array();
  for (const PageSetting& setting : settings.settings)
    list.push_back({{"symbol", setting.symbol},
                    {"flag", setting.flag},
                    {"label", setting.label},
                    {"value", costs.arguments[setting.symbol].get_str()},
                    {"follows", setting.follows ? formula_data(*setting.follows) : Json(nullptr)},
                    {"is_given", setting.is_given}});
  return list;
}

// Beside the formula of the pairs the one without a mask; encoders and cross-attention have none.
Json pairs_data(const Costs& costs) {
  Json list = Json::array();
  for (const Pairs& pairs : costs.pairs) {
    const bool has_mask = pairs.symbol != "P_enc" && pairs.symbol != "P_cross";
    list.push_back({{"symbol", pairs.symbol},
                    {"kind", kind_text(pairs.kind)},
                    {"formula", formula_data(pairs.general)},
                    {"full", formula_data(has_mask ? pairs_of_all() : pairs.general)}});
  }
  return list;
}

Json active_data(const Costs& costs) {
  if (costs.n_active_parameters == total_of(costs.parameters)) return nullptr;
  return {{"formula", formula_data(costs.active_parameters)},
          {"n", digits(costs.model.n_active_experts)},
          {"of", digits(costs.model.n_experts)}};
}

// What the model was not made for.
Json limits_data(const Costs& costs) {
  const Model& model = costs.model;
  const bool is_causal =
      costs.pass.causal.value_or(model.stacks.back().causal) && !costs.pass.given_pairs;
  const bool has_table = model.positions == Positions::learned;
  return {{"image", digits(model.patches ? model.n_positions : 0)},
          {"table", digits(has_table ? model.n_positions : 0)},
          {"is_causal", is_causal}};
}

Json compared_data(const std::vector<AttentionVariant>& variants) {
  Json list = Json::array();
  for (const AttentionVariant& variant : variants)
    list.push_back({{"name", variant.name}, {"n_kv_heads", digits(variant.n_kv_heads)}});
  return list;
}

}  // namespace

Json costs_data(const Costs& costs, const PageSettings& settings, const CostsPageView& view) {
  Json range{{"from", kUsualFrom}, {"to", kUsualTo}};
  if (view.range) range = {{"from", digits(view.range->from)}, {"to", digits(view.range->to)}};
  return {{"kind", "costs"},
          {"title", name_of(costs.model)},
          {"mode", name_in(kModes, costs.pass.mode)},
          {"unit", name_in(kOperationUnits, view.cost.unit)},
          {"tokens", settings.tokens},
          {"largest_setting", digits(settings.largest)},
          {"arguments", arguments_data(costs, settings)},
          {"settings", settings_data(costs, settings)},
          {"pairs", pairs_data(costs)},
          {"parameters", quantities_data(costs.parameters)},
          {"macs", quantities_data(costs.macs)},
          {"elementwise", quantities_data(costs.elementwise)},
          {"shows_elementwise", view.cost.elementwise},
          {"memory", quantities_data(costs.memory)},
          {"active", active_data(costs)},
          {"limits", limits_data(costs)},
          {"range", range},
          {"compared", compared_data(view.compared)}};
}

namespace {

Json layer_quantities(const std::vector<Quantity>& quantities) {
  Json list = Json::array();
  for (const Quantity& quantity : quantities)
    list.push_back({{"id", quantity.id},
                    {"label", quantity.label},
                    {"formula", formula_data(quantity.formula)}});
  return list;
}

Json shapes_data(const std::vector<LayerShape>& shapes) {
  Json list = Json::array();
  for (const LayerShape& shape : shapes) {
    Json axes = Json::array();
    for (const Formula& axis : shape.axes) axes.push_back(formula_data(axis));
    list.push_back({{"label", shape.label}, {"axes", axes}});
  }
  return list;
}

Json layer_data(const LayerCosts& costs) {
  Json arguments = Json::array();
  for (const Arguments::Argument& argument : costs.arguments.all())
    arguments.push_back(argument_data(argument));
  const auto total = [&](const std::vector<Quantity>& list) {
    return formula_data(sum_of(costs, list).formula);
  };
  return {{"name", costs.layer.name},
          {"arguments", arguments},
          {"shapes", shapes_data(costs.shapes)},
          {"parameters", layer_quantities(costs.parameters)},
          {"macs", layer_quantities(costs.macs)},
          {"flops", layer_quantities(flops_of(costs))},
          {"memory", layer_quantities(costs.memory)},
          {"aside", layer_quantities(costs.memory_aside)},
          {"totals",
           {{"parameters", total(costs.parameters)},
            {"macs", total(costs.macs)},
            {"flops", total(flops_of(costs))},
            {"memory", total(costs.memory)}}},
          {"steps", formula_data(costs.sequential_steps.formula)},
          {"path", formula_data(costs.max_path.formula)}};
}

// Where one whole layer overtakes another.
Json crossings_data(const std::vector<LayerCrossover>& crossovers) {
  Json list = Json::array();
  for (const LayerCrossover& one : crossovers)
    if (one.kind == LayerCrossover::Kind::layers && one.crossover.last_below)
      list.push_back({{"left", one.left},
                      {"right", one.right},
                      {"first_after", Count(*one.crossover.last_below + 1).get_str()}});
  return list;
}

std::string about(const LayerReport& report) {
  if (report.layers.size() > 1) return "";
  const Layer& layer = report.layers.front().layer;
  return message("{}: {}.", layer.label, layer.about);
}

}  // namespace

Json layers_data(const LayerReport& report, OperationUnit unit,
                 const std::optional<SweepRange>& range) {
  std::string names;
  Json layers = Json::array(), tables = Json::array();
  for (const LayerCosts& costs : report.layers) {
    names += (names.empty() ? "" : ", ") + std::string(costs.layer.name);
    layers.push_back(layer_data(costs));
  }
  if (!report.crossovers.empty())
    tables.push_back(table_data(crossover_table(report.crossovers), Layout{}));
  const LayerSizes& sizes = report.layers.front().sizes;
  return {{"kind", "layers"},
          {"title", names},
          {"about", about(report)},
          {"unit", name_in(kOperationUnits, unit)},
          {"tokens", std::to_string(sizes.n_tokens)},
          {"value_bits", sizes.dtype.n_bits},
          {"range",
           {{"from", std::to_string(range ? range->from : 1)},
            {"to", std::to_string(range ? range->to : std::uint64_t{1} << 16U)}}},
          {"layers", layers},
          {"crossings", crossings_data(report.crossovers)},
          {"tables", tables},
          {"notes", report.notes}};
}

namespace {

Json digits_of(const std::vector<Count>& counts) {
  Json list = Json::array();
  for (const Count& count : counts) list.push_back(count.get_str());
  return list;
}

Json plot_data(const Plot& plot) {
  Json curves = Json::array();
  for (const Plot::Curve& curve : plot.curves)
    curves.push_back({{"name", curve.name}, {"values", digits_of(curve.values)}});
  return {{"x_name", plot.x_name},
          {"y_name", plot.y_name},
          {"places", digits_of(plot.places)},
          {"curves", curves},
          {"marks", digits_of(plot.marks)}};
}

}  // namespace

Json report_data(const Report& report) {
  Json plots = Json::array();
  for (const Plot& plot : page_plots(report)) plots.push_back(plot_data(plot));
  std::vector<std::string> about = report.about;
  if (about.empty() && !report.title.command.empty())
    about = {title_line(title_text(report.title, Layout{}))};
  return {{"kind", "tables"},
          {"title", report.name},
          {"about", about},
          {"plots", plots},
          {"sentences", words_of(report, ReportWords::Kind::sentence)},
          {"tables", tables_data(page_tables(report), Layout{})},
          {"notes", words_of(report, ReportWords::Kind::note)},
          {"warnings", words_of(report, ReportWords::Kind::warning)}};
}

namespace {

using Node = Formula::Node;

constexpr Named<Node::Kind> kNodeKinds[] = {
    {Node::Kind::number, "number"},     {Node::Kind::symbol, "symbol"},
    {Node::Kind::sum, "sum"},           {Node::Kind::product, "product"},
    {Node::Kind::quotient, "quotient"}, {Node::Kind::choice, "choice"}};

Json node_data(const Node& node) {
  Json json{{"kind", name_in(kNodeKinds, node.kind)}};
  if (node.kind == Node::Kind::symbol) json["symbol"] = node.symbol;
  const bool has_number = node.kind == Node::Kind::number || node.kind == Node::Kind::product ||
                          node.kind == Node::Kind::quotient;
  if (has_number) json["number"] = node.number.get_str();
  if (node.parts.empty()) return json;
  json["parts"] = Json::array();
  for (const auto& part : node.parts) json["parts"].push_back(node_data(*part));
  if (node.kind == Node::Kind::sum) json["negative"] = node.negative;
  return json;
}

}  // namespace

Json formula_data(const Formula& formula) { return node_data(formula.root()); }

Json argument_data(const Arguments::Argument& argument) {
  return {
      {"symbol", argument.symbol}, {"name", argument.meaning}, {"value", argument.value.get_str()}};
}

}  // namespace attn
