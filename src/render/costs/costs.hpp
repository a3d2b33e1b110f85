// Counts and comparisons: screens, JSON, TSV.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/count.hpp"
#include "costs/compare/compare.hpp"
#include "costs/costs.hpp"
#include "costs/formula/formula.hpp"
#include "costs/layers/layers.hpp"
#include "costs/model/model.hpp"
#include "render/curve/curve.hpp"
#include "render/layout.hpp"
#include "render/text/number.hpp"
#include "trace/table.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Which of a report's tables are wanted, and in what.
struct CostView {
  OperationUnit unit = OperationUnit::flop;
  bool elementwise = false;  ///< also the operations besides matrix products
};

/// The line above a report: the model, the run, and what is counted. A setting that goes through
/// a range is shown with it: "tokens 512 to 8,192".
std::string cost_title(const Costs& costs, OperationUnit unit, const Layout& layout,
                       const std::optional<SweepRange>& swept = {});

/// The type of the weights, and that of the KV cache where there is one of another type.
std::string types_text(const Costs& costs);

/// What the symbols in some formulas stand for, as a sentence: "L n_layers 12, d d_model 768".
std::string symbols_text(const std::vector<const Formula*>& formulas, const Arguments& arguments,
                         const Layout& layout);

/// The report as tables: parameters, operations, memory, each number beside its formula.
std::string cost_text(const Costs& costs, const CostView& view, const Layout& layout);

/// A kind of pairs for people: "causal".
std::string kind_text(Pairs::Kind kind);

/// Parameters by part: formula, one layer, all layers, share of the total.
Table parameter_cost_table(const Costs& costs);

/// The operations of the pass by term, in one unit for the whole column; the note says which pairs
/// were counted, and what all of them would be.
Table operation_table(const Costs& costs, OperationUnit unit);

/// Operations besides the matrix products, in FLOP.
Table elementwise_table(const Costs& costs);

/// Bytes: a readable size that names its unit, and the exact number.
Table memory_table(const Costs& costs);

/// What Q Kᵀ and A V cost beside the rest, as two curves, with a mark where they cross.
Plot plot_of(const Sweep& sweep, OperationUnit unit);

/// The numbers at each value; those in the middle of many are left out.
Table sweep_table(const Sweep& sweep, OperationUnit unit_of_work, std::size_t max_rows);

/// A sweep as a screen: what Q Kᵀ and A V cost beside the rest as a picture and as a table, the
/// memory at each value, and where one thing becomes larger than another.
std::string sweep_text(const Sweep& sweep, OperationUnit unit, const Layout& layout);

/// "sweep" of schema attn.cost/1: {"parameter", "points": [{"tokens", "flops", "pair_flops", …}],
/// "crossovers": [{"left", "right", "last_before", "first_after", …}]}, every count exact.
nlohmann::ordered_json sweep_json(const Sweep& sweep);

/// The same as tab-separated records: section, parameter, value, name, count, unit.
std::string sweep_records(const Sweep& sweep);

/// A crossing in a sentence or two: from which value on one cost exceeds the other, how many times
/// d_model that is, and whether it lies beyond the sweep.
std::string crossing_text(const SweepCrossing& crossing, const Sweep& sweep);

/// Whether it lies between the ends of a sweep.
bool is_inside(const SweepCrossing& crossing, const SweepRange& range);

/// Variants side by side: cache, parameters, operations; each row in one unit.
Table comparison_table(const std::vector<VariantCosts>& compared, OperationUnit unit);

/// "comparison" of schema attn.cost/1: [{"name", "n_kv_heads", "kv_cache_bytes", …}], all exact.
nlohmann::ordered_json comparison_json(const std::vector<VariantCosts>& compared);

/// The same as records for below those of cost_records; the section is "comparison gqa:8".
std::string comparison_records(const std::vector<VariantCosts>& compared);

/// The pass as each convention counts it: formula, number, and how many times ours that is, all
/// with one prefix; then the terms of the formulas, and what each convention leaves out or adds.
std::string conventions_text(const Costs& costs, const Layout& layout);

/// The same as tables: the conventions, what their formulas are made of, and why they differ.
std::vector<Table> conventions_tables(const Costs& costs);

/// The same for programs: {"definitions": [{"symbol", "meaning", "formula", "count"}], "rows":
/// [{"name", "source", "unit", "formula", "count", "why"}]}; formula and count are null where a
/// convention does not apply, and "why" says so.
nlohmann::ordered_json conventions_json(const Costs& costs);

/// The same as tab-separated records: section, name, formula, per_layer, count, unit.
std::string conventions_records(const Costs& costs);

/// The report as tables: one layer with all its parts, several side by side; each number stands
/// beside its formula. `more`, a last line, says what else can be asked for.
std::string layer_text(const LayerReport& report, OperationUnit unit, const Layout& layout,
                       const std::string& more = "");

/// One layer by its parts: shapes, parameters, operations, memory, and how far apart its tokens
/// are.
std::vector<Table> tables_of_layer(const LayerCosts& costs, OperationUnit unit);

/// Several layers side by side, a table for each of these.
std::vector<Table> tables_of_layers(const std::vector<LayerCosts>& layers, OperationUnit unit);

/// For how many tokens two costs are equal, and which is the lower one before.
Table crossover_table(const std::vector<LayerCrossover>& crossovers);

/// "rnn, attention".
std::string layer_names(const LayerSweep& sweep);

/// The line above everything: the layers, the range and the sizes that stay the same.
std::string layer_sweep_title(const LayerSweep& sweep, OperationUnit unit, const Layout& layout);

/// The steps that wait for one another, and the work, each with a curve for each layer.
std::vector<Plot> plots_of(const LayerSweep& sweep, OperationUnit unit);

/// The same two as tables: steps and paths, and the work with its formulas.
std::vector<Table> tables_of(const LayerSweep& sweep, OperationUnit unit);

/// What neither says.
std::vector<std::string> notes_of(const LayerSweep& sweep);

/// Layers over a setting as a screen: the steps that wait for one another as a picture, the work as
/// another, both as tables, and what the pictures do not say.
std::string layer_sweep_text(const LayerSweep& sweep, OperationUnit unit, const Layout& layout);

/// "sweep" of schema attn.cost/1: {"parameter", "points": [{"tokens", "layers": [{"name",
/// "sequential_steps", "max_path", "macs", "flops"}]}]}, every count exact.
nlohmann::ordered_json layer_sweep_json(const LayerSweep& sweep);

/// The same as tab-separated records: layer, parameter, value, name, count, unit.
std::string layer_sweep_records(const LayerSweep& sweep);

/// The models that have a name: name, parameters, and what each is.
Table model_list_table(const std::vector<Preset>& presets);

/// The same as a screen.
std::string model_list_text(const std::vector<Preset>& presets, const Layout& layout);

/// The same as JSON: {"schema", "models": [{"name", "parameters", "counted_as", "description"}]}.
nlohmann::ordered_json model_list_json(const std::vector<Preset>& presets);

/// The same as tab-separated records.
std::string model_list_records(const std::vector<Preset>& presets);

/// From the parameters that are counted to the numbers in the files: what is missing, what is there
/// besides, and what that means.
Table stored_table(const StoredTensors& stored);

/// The tensors that make the difference; those of several layers that are alike are one row,
/// "h.0-11.attn.bias".
Table stored_tensor_table(const StoredTensors& stored);

/// Both, as a part of a report.
std::string stored_text(const StoredTensors& stored, const Layout& layout);

/// The same for programs, every tensor by itself.
nlohmann::ordered_json stored_json(const StoredTensors& stored);

/// The same as records: section "stored", its sums and then its differences; count is the numbers
/// of a tensor in the files less those that are counted, and unit says why.
std::string stored_records(const StoredTensors& stored);

/// Everything a report holds, as one JSON object of schema attn.cost/1: parameters, macs, flops,
/// elementwise, memory, each exact, with the formulas and what their symbols stand for.
nlohmann::ordered_json cost_json(const Costs& costs);

/// A line of the tab-separated form, with a tab for each field that it lacks.
struct CostRecord {
  std::string section, name, formula{}, per_layer{}, count{}, unit{};
};
std::string record_text(const CostRecord& record);

/// The same numbers as tab-separated records: section, name, formula, per_layer, count, unit.
std::string cost_records(const Costs& costs);

/// The report as one JSON object of schema attn.cost/1: "layers", each with shapes, parameters,
/// macs, flops, memory, sequential_steps and max_path; "crossovers"; "arguments". Numbers are
/// exact: a number of tokens that is not whole is a string, "768.5" or "1001/3".
nlohmann::ordered_json layer_json(const LayerReport& report);

/// The same numbers as tab-separated records: layer, section, name, formula, count, unit.
std::string layer_records(const LayerReport& report);

/// Where two costs cross: a count, or a fraction as a string ("7/3"); and the last count before it.
/// Null where there is none.
nlohmann::ordered_json tokens_json(const Crossover& crossover);
nlohmann::ordered_json last_below_json(const Crossover& crossover);

/// Quantities as JSON: [{"name", "formula", "per_layer", "count"}]; "per_layer" is null for what
/// no layer has.
nlohmann::ordered_json quantities_json(const std::vector<Quantity>& quantities);

/// What the symbols of formulas stand for: {"d": {"name": "d_model", "value": 768}}.
nlohmann::ordered_json arguments_json(const Arguments& arguments);

/// Leaves out the rows in the middle of a long table, as those of matrices are, and says so in its
/// note. The first `n_headings` rows stay and do not count: they name units.
void elide_rows(Table& table, std::size_t most, std::size_t n_headings = 0);

}  // namespace attn
