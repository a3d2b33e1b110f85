#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/count.hpp"
#include "base/message.hpp"
#include "costs/compare/compare.hpp"
#include "render/costs/costs.hpp"
#include "render/curve/curve.hpp"
#include "render/text/grid.hpp"
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

class SweepTable {
 public:
  explicit SweepTable(const Sweep& sweep) : n_points_(sweep.points.size()) {
    table_.n_text_columns = 0;
    table_.columns = {{sweep.range.parameter, sweep.range.parameter}};
    table_.rows.assign(n_points_ + 1, {cell::Missing{}});  // the first row names the units
    for (std::size_t i = 0; i < n_points_; ++i)
      table_.rows[i + 1] = {cell::Whole{count_of(sweep.points[i].value)}};
  }

  void add(const Column& column, const Counts& counts, const Unit& unit) {
    table_.columns.push_back(column);
    table_.rows[0].push_back(cell::name(unit.name));
    for (std::size_t i = 0; i < n_points_; ++i)
      table_.rows[i + 1].push_back(
          cell::Quantity{.number = counts[i], .unit = unit, .names_unit = false});
  }

  void add_share(const Column& column, const Counts& parts, const Counts& wholes) {
    table_.columns.push_back(column);
    table_.rows[0].push_back(cell::name("%"));
    for (std::size_t i = 0; i < n_points_; ++i)
      table_.rows[i + 1].push_back(
          cell::Share{.part = share_of(parts[i], wholes[i]), .names_unit = false});
  }

  // A narrow screen does without the columns that come last.
  Table table(std::size_t n_needed) {
    for (std::size_t i = table_.columns.size(); i-- > n_needed;) table_.dispensable.push_back(i);
    return std::move(table_);
  }

 private:
  std::size_t n_points_;
  Table table_;
};

std::string crossings_text(const Sweep& sweep, const Layout& layout) {
  std::string text = sweep.crossings.empty() ? "" : "\n";
  for (const SweepCrossing& crossing : sweep.crossings)
    text += wrap(in_glyphs(crossing_text(crossing, sweep), layout), layout.width, kNoteIndent, 2);
  return text;
}

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

}  // namespace

Plot plot_of(const Sweep& sweep, OperationUnit unit) {
  const Operations operations(unit);
  Plot plot{.x_name = sweep.range.parameter,
            .y_name = operations.base,
            .places = {},
            .curves = {{pairs_name(), counts_of(sweep, "pair_flops", operations.flops)},
                       {rest_name(), counts_of(sweep, "other_flops", operations.flops)}}};
  for (const SweepPoint& point : sweep.points) plot.places.push_back(count_of(point.value));
  for (const SweepCrossing& crossing : sweep.crossings)
    if (crossing.right == "other_flops" && crossing.is_exact() && is_inside(crossing, sweep.range))
      plot.marks.push_back(count_of(*crossing.first_after));
  return plot;
}

Table sweep_table(const Sweep& sweep, OperationUnit unit_of_work, std::size_t max_rows) {
  const Operations operations(unit_of_work);
  const Counts pairs = counts_of(sweep, "pair_flops", operations.flops);
  const Counts rest = counts_of(sweep, "other_flops", operations.flops);
  const Counts cache = counts_of(sweep, "kv_cache_bytes");
  const Counts scores = counts_of(sweep, "scores_bytes");
  Counts operations_of_both = pairs;
  operations_of_both.insert(operations_of_both.end(), rest.begin(), rest.end());
  const Unit unit = decimal_unit_of(operations_of_both, operations.base);

  SweepTable made(sweep);
  made.add({"pair_flops", pairs_name()}, pairs, unit);
  made.add({"other_flops", rest_name()}, rest, unit);
  made.add_share({"share", translated("share")}, pairs,
                 counts_of(sweep, "flops", operations.flops));
  if (cache.back() > 0)
    made.add({"kv_cache_bytes", translated("KV cache")}, cache, binary_unit_of(cache));
  made.add({"scores_bytes", translated("scores")}, scores, binary_unit_of(scores));
  Table table = made.table(3);
  elide_rows(table, max_rows, 1);
  return table;
}

std::string sweep_text(const Sweep& sweep, OperationUnit unit, const Layout& layout) {
  const Plot plot = plot_of(sweep, unit);
  const Table table = sweep_table(sweep, unit, layout.max_rows);
  const Painter paint(layout);
  std::string text;
  if (layout.explain > 0)
    text += cost_title(sweep.points.back().costs, unit, layout, sweep.range) + "\n";
  text += " " + paint(Style::Kind::heading, "sweep") + "\n";
  if (layout.explain > 0)
    text += paragraph(translated("What Q Kᵀ and A V cost, which grows with the pairs of tokens, "
                                 "beside projections, MLP and all the rest."),
                      layout) +
            "\n";
  text += plot_text(plot, layout, kNoteIndent);
  if (layout.explain > 0)
    text += footnote(translated("picture"), plot_legend(plot, layout), layout);
  text += "\n" + rows_text(table, layout, kNoteIndent);
  if (!table.note.empty()) text += paragraph(table.note, layout);
  if (layout.explain > 0) text += crossings_text(sweep, layout);
  std::string warnings;  // at the largest value, where a model first exceeds its limits
  for (const std::string& warning : sweep.points.back().costs.warnings)
    warnings += footnote(translated("warning"), warning, layout);
  return warnings.empty() ? text : text + "\n" + warnings;
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
  std::string text = "section\tparameter\tvalue\tname\tcount\tunit\n";
  for (const SweepPoint& point : sweep.points)
    for (const CostSeries& series : cost_series())
      text += fmt::format("point\t{}\t{}\t{}\t{}\t{}\n", parameter, point.value, series.id,
                          series.of(point.costs).get_str(), name_in(kSeriesUnits, series.unit));
  for (const SweepCrossing& crossing : sweep.crossings)
    if (crossing.first_after)
      text += fmt::format("crossover\t{}\t{}\t{} {} {}\t\t\n", parameter, *crossing.first_after,
                          crossing.left, crossing.is_larger_after ? ">" : "<=", crossing.right);
  return text;
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
