#include "render/cost_sweep.hpp"

#include <algorithm>

#include "core/count_text.hpp"
#include "core/message.hpp"
#include "render/count_json.hpp"
#include "render/crossing_text.hpp"
#include "render/lines.hpp"
#include "render/plot.hpp"
#include "render/quantity_text.hpp"
#include "render/table.hpp"
#include "render/wrap.hpp"

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
std::string pairs_name() { return "Q Kᵀ, W V"; }
std::string rest_name() { return translated("the rest"); }

Plot plot_of(const Sweep& sweep, const Operations& operations) {
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
    table_.header = {sweep.range.parameter};
    table_.rows.assign(n_points_ + 1, {""});  // the first row names the units
    for (std::size_t i = 0; i < n_points_; ++i)
      table_.rows[i + 1] = {count_text(sweep.points[i].value)};
  }

  void add(const std::string& name, const Counts& counts, const Unit& unit) {
    table_.header.push_back(name);
    table_.rows[0].push_back(unit.name);
    for (std::size_t i = 0; i < n_points_; ++i)
      table_.rows[i + 1].push_back(in_unit(counts[i], unit));
  }

  void add_share(const std::string& name, const Counts& parts, const Counts& wholes) {
    table_.header.push_back(name);
    table_.rows[0].push_back("%");
    for (std::size_t i = 0; i < n_points_; ++i) {
      const std::string share = fmt::format("{:.1f}", percent_of(parts[i], wholes[i]));
      table_.rows[i + 1].push_back(share == "0.0" && parts[i] > 0 ? "<.1" : share);
    }
  }

  // A narrow screen does without the columns that come last.
  Table table(std::size_t n_needed) {
    for (std::size_t i = table_.header.size(); i-- > n_needed;) table_.dispensable.push_back(i);
    return std::move(table_);
  }

 private:
  std::size_t n_points_;
  Table table_;
};

// The rows of long sweeps are elided in the middle, as those of matrices are.
void elide(Table& table, std::size_t most) {
  const std::size_t n_points = table.rows.size() - 1;
  if (n_points <= most) return;
  const auto first = table.rows.begin() + 1 + static_cast<std::ptrdiff_t>(most / 2);
  const auto last = table.rows.end() - static_cast<std::ptrdiff_t>(most - most / 2);
  table.rows.insert(table.rows.erase(first, last), {".."});
  table.note = message(".. rows left out: {} of {}", n_points - most, n_points);
}

Table table_of(const Sweep& sweep, const Operations& operations, std::size_t max_rows) {
  const Counts pairs = counts_of(sweep, "pair_flops", operations.flops);
  const Counts rest = counts_of(sweep, "other_flops", operations.flops);
  const Counts cache = counts_of(sweep, "kv_cache_bytes");
  const Counts scores = counts_of(sweep, "scores_bytes");
  Counts operations_of_both = pairs;
  operations_of_both.insert(operations_of_both.end(), rest.begin(), rest.end());
  const Unit unit = decimal_unit_of(operations_of_both, operations.base);

  SweepTable made(sweep);
  made.add(pairs_name(), pairs, unit);
  made.add(rest_name(), rest, unit);
  made.add_share(translated("share"), pairs, counts_of(sweep, "flops", operations.flops));
  if (cache.back() > 0) made.add(translated("KV cache"), cache, binary_unit_of(cache));
  made.add(translated("scores"), scores, binary_unit_of(scores));
  Table table = made.table(3);
  elide(table, max_rows);
  return table;
}

std::string crossings_text(const Sweep& sweep, const Layout& layout) {
  std::string text = sweep.crossings.empty() ? "" : "\n";
  for (const SweepCrossing& crossing : sweep.crossings)
    text += wrap(in_glyphs(crossing_text(crossing, sweep), layout), layout.width, kNoteIndent, 2);
  return text;
}

}  // namespace

std::string sweep_text(const Sweep& sweep, OperationUnit unit, const Layout& layout) {
  const Operations operations(unit);
  const Plot plot = plot_of(sweep, operations);
  const Table table = table_of(sweep, operations, layout.max_rows);
  const Painter paint(layout);
  std::string text;
  if (layout.explain > 0)
    text += cost_title(sweep.points.back().costs, unit, layout, sweep.range) + "\n";
  text += " " + paint(Style::Kind::heading, "sweep") + "\n";
  if (layout.explain > 0)
    text += paragraph(translated("What Q Kᵀ and W V cost, which grows with the pairs of tokens, "
                                 "beside projections, MLP and all the rest."),
                      layout) +
            "\n";
  text += plot_text(plot, layout, kNoteIndent);
  if (layout.explain > 0)
    text += footnote(translated("picture"), plot_legend(plot, layout), layout);
  text += "\n" + rows_text(table, layout, kNoteIndent);
  if (!table.note.empty()) text += paragraph(table.note, layout);
  if (layout.explain > 0) text += crossings_text(sweep, layout);
  std::string warnings;  // of the far end, where a model is the first to be overstretched
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
                          series.of(point.costs).get_str(), word_of(series.unit));
  for (const SweepCrossing& crossing : sweep.crossings)
    if (crossing.first_after)
      text += fmt::format("crossover\t{}\t{}\t{} {} {}\t\t\n", parameter, *crossing.first_after,
                          crossing.left, crossing.is_larger_after ? ">" : "<=", crossing.right);
  return text;
}

}  // namespace attn
