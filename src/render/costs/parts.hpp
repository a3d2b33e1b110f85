#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "costs/compare/compare.hpp"
#include "costs/costs.hpp"
#include "costs/formula/formula.hpp"
#include "render/report/report.hpp"
#include "render/text/number.hpp"
#include "trace/table.hpp"

namespace attn {

/// The line above a report: the model, the run, and what is counted. A setting that goes through
/// a range is shown with it: "tokens 512 to 8,192".
ReportTitle cost_title(const Costs& costs, OperationUnit unit,
                       const std::optional<SweepRange>& swept = {});

/// What the symbols in some formulas stand for: "L = n_layers = 12,  d = d_model = 768".
std::string symbols_text(const std::vector<const Formula*>& formulas, const Arguments& arguments);

/// Everything that is counted of a pass as JSON of schema attn.cost/1, and as records: section,
/// name, formula, per_layer, count, unit.
nlohmann::ordered_json cost_json(const Costs& costs);
std::string cost_records(const Costs& costs);

/// Quantities as JSON: [{"name", "formula", "per_layer", "count"}]; "per_layer" is null for what
/// no layer has.
nlohmann::ordered_json quantities_json(const std::vector<Quantity>& quantities);

/// What the symbols of formulas stand for: {"d": {"name": "d_model", "value": 768}}.
nlohmann::ordered_json arguments_json(const Arguments& arguments);

/// A crossing in a sentence or two: from which value on one cost exceeds the other, how many times
/// d_model that is, and whether it lies beyond the sweep.
std::string crossing_text(const SweepCrossing& crossing, const Sweep& sweep);

/// Whether it lies between the ends of a sweep.
bool is_inside(const SweepCrossing& crossing, const SweepRange& range);

/// The values of a setting that is swept, and beside each what follows from it.
class SweepTable {
 public:
  /// `names_units`: in the first row, below the headings.
  SweepTable(const std::string& parameter, const std::vector<Count>& values, bool names_units);

  /// Counts as they are, in a unit that the first row names, or as any other cells.
  void add(const Column& column, const std::vector<Count>& counts);
  void add(const Column& column, const std::vector<Count>& counts, const Unit& unit);
  void add(const Column& column, const std::vector<TableCell>& cells, const std::string& unit);

  Table table{};

 private:
  std::size_t n_headings_;
};

/// The values of all points of a sweep.
template <class Point>
std::vector<Count> values_of(const std::vector<Point>& points) {
  std::vector<Count> values;
  for (const Point& point : points) values.push_back(count_of(point.value));
  return values;
}

}  // namespace attn
