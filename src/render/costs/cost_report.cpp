#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "costs/compare/compare.hpp"
#include "render/costs/costs.hpp"
#include "render/costs/parts.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;

std::vector<const Formula*> formulas_of(const Costs& costs, const CostView& view) {
  std::vector<const Formula*> formulas;
  const auto add = [&formulas](const std::vector<Quantity>& quantities) {
    for (const Quantity& quantity : quantities) formulas.push_back(&quantity.formula);
  };
  add(costs.parameters);
  add(costs.macs);
  if (view.elementwise) add(costs.elementwise);
  add(costs.memory);
  for (const Pairs& pairs : costs.pairs) formulas.push_back(&pairs.formula);
  return formulas;
}

// What the definitions are, for those who ask for more words.
const char* parameter_detail() {
  return translated(
      "W_Q makes h queries of d_h numbers from an embedding of d; W_K and W_V make h_kv keys and "
      "values, which the query heads share; W_O brings h d_h numbers back to d. A bias is one more "
      "number for each output. An LM head that is tied has no numbers of its own.");
}

const char* operation_detail() {
  return translated(
      "Each number of a matrix product takes one MAC for each pair of numbers that meet in it. "
      "Scores and weighted sum are counted for the pairs that the mask allows, no others. Fewer "
      "key-value heads make the projections smaller, but not these two: every query head still "
      "meets every key. Looking up an embedding is no product.");
}

const char* memory_detail() {
  return translated(
      "The cache holds a key and a value for each layer, key-value head and token, so that they "
      "need not be computed again for the next token. Scores need no memory of their own where "
      "softmax runs along the keys and keeps only the maximum and the sum of each row. Training "
      "adds gradients and the two moments and the 32-bit copy of Adam: 12 bytes a parameter.");
}

constexpr cell::Share kAll{.part = 1.0, .decimals = 0};

cell::Text total_label() { return {"total", translated("total")}; }

bool has_layers(const std::vector<Quantity>& quantities) {
  return std::any_of(quantities.begin(), quantities.end(),
                     [](const Quantity& quantity) { return quantity.per_layer > 0; });
}

// Terms in one unit, with their sum below.
Table term_table(const std::vector<Quantity>& terms, const std::string& base) {
  const Count total = total_of(terms);
  const Unit unit = decimal_unit_for(total, base);
  Table table{.columns = {{"term", translated("term")},
                          {"formula", translated("formula")},
                          {"count", unit.name},
                          {"share", translated("share")}},
              .n_text_columns = 2};
  const auto in_column = [&unit](const Count& count) {
    return cell::Quantity{.number = count, .unit = unit, .names_unit = false};
  };
  for (const Quantity& term : terms)
    table.rows.push_back({cell::Text{term.id, term.label}, cell::name(term.formula.text()),
                          in_column(term.count), cell::Share{share_of(term.count, total)}});
  table.rows.push_back({total_label(), cell::Missing{}, in_column(total), kAll});
  table.dispensable = {3};
  return table;
}

std::string pairs_sentences(const Costs& costs) {
  std::string text;
  for (const Pairs& pairs : costs.pairs) {
    const std::string formula = pairs.formula.text();
    const std::string count = formula == pairs.symbol ? count_text(pairs.count)
                                                      : formula + " = " + count_text(pairs.count);
    add_sentence(text, message("{} pairs of a query and a key ({}).",
                               unbroken(pairs.symbol + " = " + count), kind_text(pairs.kind)));
  }
  return text;
}

std::string operation_note(const Costs& costs, const Unit& unit, const Operations& counted) {
  const unsigned per_mac = 2 / counted.flops;
  std::string text = pairs_sentences(costs);
  const Count total = total_of(costs.macs) * per_mac, full = costs.full_square_macs * per_mac;
  add_sentence(text, message("The total is exactly {} {}.", count_text(total), counted.base));
  if (full != total)
    add_sentence(text, message("With every pair counted it would be {}.", with_unit(full, unit)));
  if (costs.pass.mode == Mode::train)
    add_sentence(text, message("One forward pass is a third of it, the backward pass two thirds; "
                               "computing the activations again adds {}.",
                               with_unit(total / 3, unit)));
  return text;
}

std::string memory_note(const Costs& costs) {
  const Count& weights = find(costs.memory, "weights_bytes")->count;
  std::string text = message("1 GiB is 2^30 bytes, 1 GB is 10^9: the weights are {} or {}.",
                             with_unit(weights, binary_unit_for(weights)),
                             with_unit(weights, decimal_unit_for(weights, "B")));
  if (const Quantity* read = find(costs.memory, "step_read_bytes"))
    add_sentence(text, message("Each step does {:.3g} FLOP for every byte it reads.",
                               mpq_class(total_of(costs.macs) * 2, read->count).get_d()));
  if (!find(costs.memory, "kv_cache_bytes") && costs.pass.mode != Mode::train)
    add_sentence(text, translated("There is no KV cache: every token is read at once."));
  return text;
}

Table parameter_table(const Costs& costs) {
  const Count total = total_of(costs.parameters);
  Table table{.id = "parameters",
              .title = translated("What is learned. A formula gives the total of its part."),
              .columns = {{"part", translated("part")},
                          {"formula", translated("formula")},
                          {"per_layer", translated("per layer")},
                          {"count", translated("total")},
                          {"share", translated("share")}},
              .n_text_columns = 2};
  const bool shows_layers = has_layers(costs.parameters);
  for (const Quantity& part : costs.parameters) {
    TableCell per_layer = cell::Missing{};
    if (part.per_layer != 0) per_layer = cell::Whole{part.per_layer};
    table.rows.push_back({cell::Text{part.id, part.label}, cell::name(part.formula.text()),
                          per_layer, cell::Whole{part.count},
                          cell::Share{share_of(part.count, total)}});
  }
  TableCell whole = kAll;
  if (total == 0) whole = cell::Missing{};
  table.rows.push_back(
      {total_label(), cell::Missing{}, cell::Missing{}, cell::Whole{total}, whole});
  table.dispensable = {4, 2};
  if (!shows_layers) table.dispensable = {2, 4};
  if (costs.n_active_parameters != total)
    table.note = message("Each token goes through {} of them ({}): {} of {} experts are active.",
                         count_text(costs.n_active_parameters),
                         cell_text(cell::Share{share_of(costs.n_active_parameters, total)}, {}),
                         costs.model.n_active_experts, costs.model.n_experts);
  return table;
}

Table operation_table(const Costs& costs, OperationUnit unit) {
  const Operations counted(unit);
  const std::vector<Quantity> terms =
      unit == OperationUnit::flop ? flops_of(costs.macs) : costs.macs;
  Table table = term_table(terms, counted.base);
  table.id = "operations";
  table.title = costs.pass.mode == Mode::train
                    ? translated(
                          "Matrix products, forward and backward: three times the forward "
                          "pass.")
                    : translated(
                          "Matrix products of the forward pass. A MAC is a multiplication "
                          "and an addition, hence 2 FLOP.");
  table.note = operation_note(costs, decimal_unit_for(total_of(terms), counted.base), counted);
  return table;
}

Table elementwise_table(const Costs& costs) {
  Table table = term_table(costs.elementwise, "FLOP");
  table.id = "elementwise";
  table.title = translated(
      "Beside the matrix products, in the forward pass: one FLOP for each operation on a number. "
      "Softmax has 5: maximum, difference, exponential, sum, quotient.");
  return table;
}

Table memory_table(const Costs& costs) {
  Table table{.id = "memory",
              .title = translated("What is stored, or read and written."),
              .columns = {{"what", translated("what")},
                          {"formula", translated("formula")},
                          {"size", translated("size")},
                          {"bytes", translated("bytes")}},
              .n_text_columns = 2};
  for (const Quantity& row : costs.memory)
    table.rows.push_back({cell::Text{row.id, row.label}, cell::name(row.formula.text()),
                          quantity_cell(row.count, binary_unit_for(row.count)),
                          cell::Whole{row.count}});
  table.dispensable = {3};
  table.note = memory_note(costs);
  return table;
}

}  // namespace

Report cost_report(const Costs& costs, const CostView& view) {
  Report report{.name = name_of(costs.model),
                .title = cost_title(costs, view.unit),
                .json = cost_json(costs),
                .records = cost_records(costs)};
  report.say(ReportWords::Kind::where, symbols_text(formulas_of(costs, view), costs.arguments),
             false);
  const auto add = [&report](const Table& table, const char* detail) {
    constexpr int kMoreWords = 2;
    report.add(table);
    report.say(ReportWords::Kind::paragraph, detail, true, kMoreWords);
  };
  add(parameter_table(costs), parameter_detail());
  add(operation_table(costs, view.unit), operation_detail());
  if (view.elementwise) report.add(elementwise_table(costs));
  add(memory_table(costs), memory_detail());
  report.say_all(ReportWords::Kind::warning, costs.warnings, true, 0);
  report.say_all(ReportWords::Kind::note, costs.model.notes, costs.warnings.empty());
  return report;
}

ReportTitle cost_title(const Costs& costs, OperationUnit unit,
                       const std::optional<SweepRange>& swept) {
  const Pass& pass = costs.pass;
  const auto is_swept = [&swept](const char* name) { return swept && swept->parameter == name; };
  ReportTitle line{"complexity"};
  line.append(name_of(costs.model));
  if (pass.mode != Mode::prefill) line.append(mode_text(pass.mode));
  if (!is_swept("batch")) line.append(message("batch {}", count_text(pass.n_batch)));
  const std::uint64_t n_tokens = pass.mode == Mode::decode ? pass.n_keys : pass.n_tokens;
  const bool sweeps_keys_seen = is_swept("keys") && pass.mode == Mode::decode && pass.n_source == 0;
  if (!is_swept("tokens") && !sweeps_keys_seen)
    line.append(message("tokens {}", count_text(n_tokens)));
  if (swept)
    line.append(
        message("{} {} to {}", swept->parameter, count_text(swept->from), count_text(swept->to)));
  line.append(types_text(costs));
  if (costs.pairs.size() == 1) line.append(kind_text(costs.pairs.front().kind));
  line.append(Operations(unit).rule);
  return line;
}

std::string name_of(const Model& model) {
  return model.name.empty() ? translated("by hand") : model.name;
}

const char* mode_text(Mode mode) {
  return mode == Mode::decode ? translated("decode, one new token") : translated("training");
}

std::string types_text(const Costs& costs) {
  const StoredTypes& types = costs.pass.types;
  if (types.cache.name == types.weights.name || !find(costs.memory, "kv_cache_bytes"))
    return types.weights.name;
  return message("{}, KV cache {}", types.weights.name, types.cache.name);
}

std::string symbols_text(const std::vector<const Formula*>& formulas, const Arguments& arguments) {
  std::vector<std::string> used;
  for (const Formula* formula : formulas)
    for (const std::string& symbol : formula->symbols()) used.push_back(symbol);
  std::string text;
  for (const Arguments::Argument& argument : arguments.all()) {
    const bool is_used = std::find(used.begin(), used.end(), argument.symbol) != used.end();
    const bool is_pairs = argument.symbol.starts_with("P");  // shown with their own formula
    if (!is_used || is_pairs) continue;
    text += (text.empty() ? "" : ",  ") +
            unbroken(fmt::format("{} = {} = {}", argument.symbol, argument.meaning,
                                 count_text(argument.value)));
  }
  return text;
}

std::string kind_text(Pairs::Kind kind) {
  switch (kind) {
    case Pairs::Kind::full:
      return translated("every pair");
    case Pairs::Kind::causal:
      return translated("causal");
    case Pairs::Kind::window:
      return translated("window");
    case Pairs::Kind::causal_window:
      return translated("causal window");
    case Pairs::Kind::mask:
      break;
  }
  return translated("ones of the mask");
}

namespace {

Json sum_json(const std::vector<Quantity>& quantities) {
  return {{"total", count_json(total_of(quantities))}, {"parts", quantities_json(quantities)}};
}

Json config_json(const Costs& costs) {
  const Pass& pass = costs.pass;
  return {{"model", costs.model.name},
          {"counted_as", costs.model.counted_as},
          {"mode", name_in(kModes, pass.mode)},
          {"batch", pass.n_batch},
          {"tokens", pass.n_tokens},
          {"keys", pass.n_keys},
          {"dtype", pass.types.weights.name},
          {"value_dtype", pass.types.values.name},
          {"kv_dtype", pass.types.cache.name},
          {"logits", name_in(kLogits, pass.logits)}};
}

Json pairs_json(const std::vector<Pairs>& pairs) {
  Json json = Json::array();
  for (const Pairs& one : pairs)
    json.push_back({{"symbol", one.symbol},
                    {"kind", name_in(kPairKinds, one.kind)},
                    {"formula", one.formula.text()},
                    {"count", count_json(one.count)}});
  return json;
}

// Every number by its own key; those that every reader looks for are always there.
Json memory_json(const std::vector<Quantity>& memory) {
  Json json = {{"weights_bytes", 0},
               {"kv_cache_bytes", 0},
               {"kv_cache_bytes_per_token", 0},
               {"scores_bytes", 0}};
  for (const Quantity& quantity : memory) json[quantity.id] = count_json(quantity.count);
  json["parts"] = quantities_json(memory);
  return json;
}

std::string per_layer_text(const Quantity& quantity) {
  return quantity.per_layer == 0 ? "" : quantity.per_layer.get_str();
}

}  // namespace

Json cost_json(const Costs& costs) {
  Json parameters = sum_json(costs.parameters);
  parameters["active"] = count_json(costs.n_active_parameters);
  return {{"schema", "attn.cost/1"},
          {"command", "complexity"},
          {"config", config_json(costs)},
          {"arguments", arguments_json(costs.arguments)},
          {"pairs", pairs_json(costs.pairs)},
          {"parameters", parameters},
          {"macs", sum_json(costs.macs)},
          {"flops", sum_json(flops_of(costs.macs))},
          {"elementwise", sum_json(costs.elementwise)},
          {"memory", memory_json(costs.memory)},
          {"notes", costs.model.notes},
          {"warnings", costs.warnings}};
}

std::string cost_records(const Costs& costs) {
  std::string text = record_text({"section", "name", "formula", "per_layer", "count", "unit"});
  const auto add = [&text](const char* section, const char* unit,
                           const std::vector<Quantity>& quantities) {
    for (const Quantity& one : quantities)
      text += record_text(
          {section, one.id, one.formula.text(), per_layer_text(one), one.count.get_str(), unit});
  };
  add("parameters", "parameter", costs.parameters);
  add("macs", "MAC", costs.macs);
  add("flops", "FLOP", flops_of(costs.macs));
  add("elementwise", "FLOP", costs.elementwise);
  add("memory", "byte", costs.memory);
  return text;
}

Json tokens_json(const Crossover& crossover) {
  if (!crossover.tokens) return nullptr;
  if (crossover.tokens->get_den() == 1) return count_json(crossover.tokens->get_num());
  return fraction_text(*crossover.tokens);
}

Json last_below_json(const Crossover& crossover) {
  return crossover.last_below ? count_json(*crossover.last_below) : Json(nullptr);
}

Json quantities_json(const std::vector<Quantity>& quantities) {
  Json json = Json::array();
  for (const Quantity& quantity : quantities)
    json.push_back(
        {{"name", quantity.id},
         {"formula", quantity.formula.text()},
         {"per_layer", quantity.per_layer == 0 ? Json(nullptr) : count_json(quantity.per_layer)},
         {"count", count_json(quantity.count)}});
  return json;
}

Json arguments_json(const Arguments& arguments) {
  Json json = Json::object();
  for (const Arguments::Argument& argument : arguments.all())
    json[argument.symbol] = {{"name", argument.meaning}, {"value", count_json(argument.value)}};
  return json;
}

namespace {

using CostUnit = CostSeries::Unit;

struct SeriesRow {
  std::string label;
  CostSeries series;
};

Count all_parameters(const Costs& costs) { return total_of(costs.parameters); }
Count cache_per_token(const Costs& costs) { return bytes_in(costs, "kv_cache_bytes_per_token"); }

std::vector<SeriesRow> compared_rows() {
  return {{translated("KV cache, one token"),
           {"kv_cache_bytes_per_token", cache_per_token, CostUnit::byte}},
          {translated("KV cache"), series_named("kv_cache_bytes")},
          {translated("attention parameters"),
           {"attention_parameters", attention_parameters, CostUnit::parameter}},
          {translated("all parameters"), {"parameters", all_parameters, CostUnit::parameter}},
          {translated("matrix products"), series_named("flops")},
          {translated("of these Q Kᵀ, A V"), series_named("pair_flops")}};
}

std::string heading_of(const AttentionVariant& variant) {
  return fmt::format("{} ({} kv)", upper_case(variant.name.substr(0, 3)),
                     count_text(variant.n_kv_heads));
}

// A row in one unit, without decimals where none has any.
TableRow row_of(const cell::Text& label, const std::vector<Count>& counts, const Unit& unit) {
  const bool is_whole = std::all_of(counts.begin(), counts.end(),
                                    [&unit](const Count& count) { return count % unit.size == 0; });
  TableRow row{label};
  for (const Count& count : counts)
    row.emplace_back(cell::Quantity{.number = count, .unit = unit, .decimals = is_whole ? 0U : 3U});
  return row;
}

// The largest number of a row. Operations are shown in the unit of all matrix products, of which
// the rest is a part.
Count largest_of(const CostSeries& series, const std::vector<VariantCosts>& compared) {
  const CostSeries& shown = series.unit == CostUnit::flop ? series_named("flops") : series;
  Count largest = 0;
  for (const VariantCosts& one : compared) largest = std::max(largest, shown.of(one.costs));
  return largest;
}

Unit unit_of(const CostSeries& series, const std::vector<VariantCosts>& compared,
             const Operations& counted) {
  const Count largest = largest_of(series, compared);
  switch (series.unit) {
    case CostUnit::flop:
      return decimal_unit_for(largest / counted.flops, counted.base);
    case CostUnit::byte:
      return binary_unit_for(largest);
    case CostUnit::parameter:
      break;
  }
  return {};
}

Table comparison_table(const std::vector<VariantCosts>& compared, OperationUnit unit) {
  const Operations counted(unit);
  Table table{
      .id = "comparison",
      .title = translated(
          "The same model with other key-value heads. Fewer of them shrink the cache and the "
          "projections to keys and values; every query head still meets every key, so Q Kᵀ and A V "
          "cost the same."),
      .columns = {{"number", translated("the same model with")}}};
  for (const VariantCosts& one : compared)
    table.columns.push_back({one.variant.name, heading_of(one.variant)});
  for (const auto& [label, series] : compared_rows()) {
    const unsigned divisor = series.unit == CostUnit::flop ? counted.flops : 1;
    std::vector<Count> counts;
    counts.reserve(compared.size());
    for (const VariantCosts& one : compared) counts.push_back(series.of(one.costs) / divisor);
    if (std::all_of(counts.begin(), counts.end(), [](const Count& c) { return c == 0; })) continue;
    table.rows.push_back(row_of({series.id, label}, counts, unit_of(series, compared, counted)));
  }
  return table;
}

Json comparison_json(const std::vector<VariantCosts>& compared) {
  Json json = Json::array();
  for (const VariantCosts& one : compared) {
    Json variant{{"name", one.variant.name},
                 {"n_kv_heads", count_json(count_of(one.variant.n_kv_heads))}};
    for (const SeriesRow& row : compared_rows())
      variant[row.series.id] = count_json(row.series.of(one.costs));
    json.push_back(variant);
  }
  return json;
}

}  // namespace

void add_comparison(Report& report, const std::vector<VariantCosts>& compared, OperationUnit unit) {
  report.add(comparison_table(compared, unit));
  report.json["comparison"] = comparison_json(compared);
  for (const VariantCosts& one : compared)
    for (const auto& [label, series] : compared_rows())
      report.records +=
          record_text({"comparison " + one.variant.name, series.id, "", "",
                       series.of(one.costs).get_str(), name_in(kSeriesUnits, series.unit)});
}

}  // namespace attn
