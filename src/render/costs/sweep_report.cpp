#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "costs/compare/compare.hpp"
#include "render/costs/costs.hpp"
#include "render/costs/parts.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"

namespace attn {

namespace {

using Json = nlohmann::ordered_json;
using Counts = std::vector<Count>;

constexpr unsigned kReadable = 1000;      // below a thousandth of the unit no digit is left
constexpr unsigned kLongest = 1'000'000;  // more units than that are hard to read

Counts counts_of(const Sweep& sweep, const std::string& id, unsigned divisor = 1) {
  const CostSeries& series = series_named(id);
  Counts counts;
  for (const SweepPoint& point : sweep.points) counts.push_back(series.of(point.costs) / divisor);
  return counts;
}

// Names of the two curves and columns.
std::string pairs_name() { return "Q Kᵀ, A V"; }
std::string rest_name() { return translated("the rest"); }

// One unit for a column whose numbers grow over several powers: the smallest still has digits, as
// long as the largest does not get out of hand.
template <typename UnitFor>
Unit unit_of_column(const Counts& counts, const UnitFor& unit_for) {
  Count least = 0, greatest = 0;
  for (const Count& count : counts) {
    greatest = std::max(greatest, count);
    if (count > 0 && (least == 0 || count < least)) least = count;
  }
  const Unit unit = unit_for(std::min(greatest, Count(least * kReadable)));
  const Unit coarsest = unit_for(greatest / kLongest);
  return unit.size < coarsest.size ? coarsest : unit;
}

Unit decimal_unit_of(const Counts& counts, const std::string& base) {
  return unit_of_column(counts, [&](const Count& count) { return decimal_unit_for(count, base); });
}

Unit binary_unit_of(const Counts& counts) { return unit_of_column(counts, binary_unit_for); }

// The larger of two things with its verb, "the KV cache takes": it goes on "more than the weights".
std::string subject(const std::string& id) {
  if (id == "pair_flops") return translated("Q Kᵀ and A V cost");
  if (id == "kv_cache_bytes") return translated("the KV cache takes");
  return translated("the scores of one layer take");
}

std::string object(const std::string& id) {
  if (id == "other_flops") return translated("all the rest");
  if (id == "projection_flops") return translated("the projections");
  return translated("the weights");
}

std::string everywhere(const SweepCrossing& crossing, const std::string& parameter) {
  const std::string from = count_text(crossing.looked_from), to = count_text(crossing.looked_to);
  const std::string left = subject(crossing.left), right = object(crossing.right);
  return crossing.is_larger_after
             ? message("For {} = {} to {}, {} more than {}.", parameter, from, to, left, right)
             : message("For {} = {} to {}, {} no more than {}.", parameter, from, to, left, right);
}

std::string main_sentence(const SweepCrossing& crossing, const std::string& parameter) {
  if (!crossing.first_after) return everywhere(crossing, parameter);
  const std::string left = subject(crossing.left), right = object(crossing.right);
  const std::string from = count_text(*crossing.first_after);
  if (!crossing.is_exact())
    return crossing.is_larger_after
               ? message("From a {} between {} and {} on, {} more than {}.", parameter,
                         count_text(*crossing.last_before), from, left, right)
               : message("Up to a {} between {} and {}, {} more than {}.", parameter,
                         count_text(*crossing.last_before), from, left, right);
  return crossing.is_larger_after
             ? message("From {} = {} on, {} more than {}.", parameter, from, left, right)
             : message("From {} = {} on, {} no more than {}.", parameter, from, left, right);
}

// "1.5 d_model", "4 d_model − 1" where that is exact in few digits; "" where it is not. A causal
// mask has T (T + 1) / 2 pairs, so its crossings lie one before a multiple.
std::string exact_multiple(std::uint64_t tokens, std::uint64_t d_model) {
  constexpr std::uint64_t kThousandths = 1000;
  if ((tokens + 1) % d_model == 0) return count_text((tokens + 1) / d_model) + " d_model − 1";
  if (tokens * kThousandths % d_model != 0) return "";
  mpq_class ratio(count_of(tokens), count_of(d_model));
  ratio.canonicalize();
  return fraction_text(ratio) + " d_model";
}

// The chapter's rule counts tokens in widths: 1.5 d or 2 d.
std::string multiple_sentence(std::uint64_t tokens, std::uint64_t d_model, bool is_equal) {
  const std::string exact = exact_multiple(tokens, d_model);
  if (is_equal && !exact.empty())
    return message("At {} = {} both cost the same.", count_text(tokens), unbroken(exact));
  if (!exact.empty()) return message("That is {}.", unbroken(exact));
  const double ratio = static_cast<double>(tokens) / static_cast<double>(d_model);
  return message("That is about {:.3g} d_model.", ratio);
}

void add_multiple(std::string& text, const SweepCrossing& crossing, const Sweep& sweep) {
  const std::uint64_t d_model = sweep.points.back().costs.model.d_model;
  if (sweep.range.parameter != "tokens" || crossing.left != "pair_flops" || d_model == 0) return;
  const std::uint64_t tokens =
      crossing.is_equal_before ? *crossing.last_before : *crossing.first_after;
  add_sentence(text, multiple_sentence(tokens, d_model, crossing.is_equal_before));
}

Plot plot_of(const Sweep& sweep, const Operations& operations) {
  Plot plot{.x_name = sweep.range.parameter,
            .y_name = operations.base,
            .places = values_of(sweep.points),
            .curves = {{pairs_name(), counts_of(sweep, "pair_flops", operations.flops)},
                       {rest_name(), counts_of(sweep, "other_flops", operations.flops)}}};
  for (const SweepCrossing& crossing : sweep.crossings)
    if (crossing.right == "other_flops" && crossing.is_exact() && is_inside(crossing, sweep.range))
      plot.marks.push_back(count_of(*crossing.first_after));
  return plot;
}

std::vector<TableCell> shares_of(const Counts& parts, const Counts& wholes) {
  std::vector<TableCell> cells;
  for (std::size_t i = 0; i < parts.size(); ++i)
    cells.emplace_back(cell::Share{.part = share_of(parts[i], wholes[i]), .names_unit = false});
  return cells;
}

// A narrow screen does without the columns that come last.
Table sweep_table(const Sweep& sweep, const Operations& operations) {
  constexpr std::size_t kNeeded = 3;
  const Counts pairs = counts_of(sweep, "pair_flops", operations.flops);
  const Counts rest = counts_of(sweep, "other_flops", operations.flops);
  const Counts cache = counts_of(sweep, "kv_cache_bytes");
  const Counts scores = counts_of(sweep, "scores_bytes");
  Counts operations_of_both = pairs;
  operations_of_both.insert(operations_of_both.end(), rest.begin(), rest.end());
  const Unit unit = decimal_unit_of(operations_of_both, operations.base);

  SweepTable made(sweep.range.parameter, values_of(sweep.points), true);
  made.add({"pair_flops", pairs_name()}, pairs, unit);
  made.add({"other_flops", rest_name()}, rest, unit);
  made.add({"share", translated("share")},
           shares_of(pairs, counts_of(sweep, "flops", operations.flops)), "%");
  if (cache.back() > 0)
    made.add({"kv_cache_bytes", translated("KV cache")}, cache, binary_unit_of(cache));
  made.add({"scores_bytes", translated("scores")}, scores, binary_unit_of(scores));
  Table table = std::move(made.table);
  for (std::size_t i = table.columns.size(); i-- > kNeeded;) table.dispensable.push_back(i);
  table.title = translated(
      "What Q Kᵀ and A V cost, which grows with the pairs of tokens, "
      "beside projections, MLP and all the rest.");
  return table;
}

Json sweep_json(const Sweep& sweep) {
  Json points = Json::array();
  for (const SweepPoint& point : sweep.points) {
    Json json{{sweep.range.parameter, count_json(count_of(point.value))}};
    for (const CostSeries& series : cost_series())
      json[series.id] = count_json(series.of(point.costs));
    points.push_back(json);
  }
  const auto number = [](const std::optional<std::uint64_t>& value) {
    return value ? count_json(count_of(*value)) : Json(nullptr);
  };
  Json crossovers = Json::array();
  for (const SweepCrossing& crossing : sweep.crossings)
    crossovers.push_back({{"left", crossing.left},
                          {"right", crossing.right},
                          {"left_is_larger_after", crossing.is_larger_after},
                          {"last_before", number(crossing.last_before)},
                          {"first_after", number(crossing.first_after)},
                          {"exact", crossing.is_exact()},
                          {"equal_at_last_before", crossing.is_equal_before},
                          {"looked_from", number(crossing.looked_from)},
                          {"looked_to", number(crossing.looked_to)}});
  return {{"parameter", sweep.range.parameter}, {"points", points}, {"crossovers", crossovers}};
}

std::string sweep_records(const Sweep& sweep) {
  const std::string& parameter = sweep.range.parameter;
  std::string text = record_text({"section", "parameter", "value", "name", "count", "unit"});
  for (const SweepPoint& point : sweep.points)
    for (const CostSeries& series : cost_series())
      text += record_text({"point", parameter, std::to_string(point.value), series.id,
                           series.of(point.costs).get_str(), name_in(kSeriesUnits, series.unit)});
  for (const SweepCrossing& crossing : sweep.crossings)
    if (crossing.first_after)
      text += record_text(
          {"crossover", parameter, std::to_string(*crossing.first_after),
           crossing.left + (crossing.is_larger_after ? " > " : " <= ") + crossing.right, "", ""});
  return text;
}

}  // namespace

Report sweep_report(const Sweep& sweep, OperationUnit unit) {
  const Operations operations(unit);
  const Costs& last = sweep.points.back().costs;  // where a model first exceeds its limits
  Report report{.name = name_of(last.model),
                .title = cost_title(last, unit, sweep.range),
                .json = cost_json(last),
                .records = sweep_records(sweep)};
  report.json["sweep"] = sweep_json(sweep);
  report.add(PlottedTable{.name = "sweep",
                          .plot = plot_of(sweep, operations),
                          .table = sweep_table(sweep, operations),
                          .n_headings = 1});
  std::vector<std::string> sentences;
  for (const SweepCrossing& crossing : sweep.crossings)
    sentences.push_back(crossing_text(crossing, sweep));
  report.say_all(ReportWords::Kind::sentence, sentences);
  report.say_all(ReportWords::Kind::warning, last.warnings, true, 0);
  return report;
}

SweepTable::SweepTable(const std::string& parameter, const std::vector<Count>& values,
                       bool names_units)
    : n_headings_(names_units ? 1 : 0) {
  table.n_text_columns = 0;
  table.columns = {{parameter, parameter}};
  if (names_units) table.rows.push_back({cell::Missing{}});
  for (const Count& value : values) table.rows.push_back({cell::Whole{value}});
}

void SweepTable::add(const Column& column, const std::vector<Count>& counts) {
  std::vector<TableCell> cells;
  for (const Count& count : counts) cells.emplace_back(cell::Whole{count});
  add(column, cells, "");
}

void SweepTable::add(const Column& column, const std::vector<Count>& counts, const Unit& unit) {
  std::vector<TableCell> cells;
  for (const Count& count : counts)
    cells.emplace_back(cell::Quantity{.number = count, .unit = unit, .names_unit = false});
  add(column, cells, unit.name);
}

void SweepTable::add(const Column& column, const std::vector<TableCell>& cells,
                     const std::string& unit) {
  table.columns.push_back(column);
  if (n_headings_ > 0) table.rows.front().push_back(cell::name(unit));
  for (std::size_t i = 0; i < cells.size(); ++i) table.rows[n_headings_ + i].push_back(cells[i]);
}

bool is_inside(const SweepCrossing& crossing, const SweepRange& range) {
  return crossing.first_after && *crossing.first_after <= range.to &&
         *crossing.last_before >= range.from;
}

std::string crossing_text(const SweepCrossing& crossing, const Sweep& sweep) {
  std::string text = main_sentence(crossing, sweep.range.parameter);
  if (!crossing.is_exact()) return text;
  add_multiple(text, crossing, sweep);
  if (*crossing.first_after > sweep.range.to)
    add_sentence(text, translated("That is beyond the sweep."));
  else if (*crossing.last_before < sweep.range.from)
    add_sentence(text, translated("That is before the sweep."));
  return text;
}

}  // namespace attn
