// Counts and comparisons as reports: costs of a model, what others count, layers, sweeps.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "costs/compare/compare.hpp"
#include "costs/costs.hpp"
#include "costs/layers/layers.hpp"
#include "costs/model/model.hpp"
#include "render/report/report.hpp"
#include "render/text/number.hpp"
#include "trace/table.hpp"

namespace attn {

/// Which of a report's tables are wanted, and in what.
struct CostView {
  OperationUnit unit = OperationUnit::flop;
  bool elementwise = false;  ///< also the operations besides matrix products
};

/// Parameters, operations, memory: each number beside its formula, in JSON of schema attn.cost/1.
Report cost_report(const Costs& costs, const CostView& view);

/// The pass as each convention counts it: formula, number, and how many times ours that is, all
/// with one prefix; then the terms of the formulas, and what each convention leaves out or adds.
/// JSON and records have the costs, too, and below them "conventions": {"definitions": [{"symbol",
/// "meaning", "formula", "count"}], "rows": [{"name", "source", "unit", "formula", "count",
/// "why"}]}; formula and count are null where a convention does not apply, and "why" says so.
Report conventions_report(const Costs& costs);

/// Adds variants side by side to a report of costs, each row in one unit; in JSON "comparison":
/// [{"name", "n_kv_heads", "kv_cache_bytes", …}], in records the sections "comparison gqa:8".
void add_comparison(Report& report, const std::vector<VariantCosts>& compared, OperationUnit unit);

/// Adds the way from the parameters that are counted to the numbers in the files: what is missing,
/// what is there besides, and what that means; then the tensors that make the difference, of which
/// those of several layers that are alike are one row, "h.0-11.attn.bias". In JSON "stored", every
/// tensor by itself; in records the section "stored", where the count of a tensor is its numbers in
/// the files less those that are counted.
void add_stored(Report& report, const StoredTensors& stored);

/// What Q Kᵀ and A V cost beside the rest as curves and as a table, the memory at each value, and
/// where one thing becomes larger than another. JSON is that of the costs at the last value, and
/// "sweep": {"parameter", "points": [{"tokens", "flops", …}], "crossovers": [{"left", "right",
/// "last_before", "first_after", …}]}.
Report sweep_report(const Sweep& sweep, OperationUnit unit);

/// One layer with all its parts, or several side by side, each number beside its formula, and where
/// they cross. `more`, a last line, says what else can be asked for. JSON of schema attn.cost/1:
/// "layers", each with shapes, parameters, macs, flops, memory, sequential_steps and max_path;
/// "crossovers"; "arguments". A number of tokens that is not whole is a string, "768.5" or
/// "1001/3".
Report layers_report(const LayerReport& layers, OperationUnit unit, const std::string& more = "");

/// For how many tokens two costs are equal, and which is the lower one before.
Table crossover_table(const std::vector<LayerCrossover>& crossovers);

/// Layers over a setting: the steps that wait for one another and the work, each as curves and as a
/// table, and what neither says. JSON is that of the layers at the last value, and "sweep":
/// {"parameter", "points": [{"tokens", "layers": [{"name", "sequential_steps", "max_path", "macs",
/// "flops"}]}]}.
Report layer_sweep_report(const LayerSweep& sweep, OperationUnit unit);

/// The models that have a name: name, parameters, and what each is.
Report models_report(const std::vector<Preset>& presets);

/// What a model is called: "by hand" where it has no name.
std::string name_of(const Model& model);

/// The type of the weights, and that of the KV cache where there is one of another type.
std::string types_text(const Costs& costs);

/// A kind of pairs for people: "causal".
std::string kind_text(Pairs::Kind kind);

/// A way of running a model for people: "training".
const char* mode_text(Mode mode);

/// Where two costs cross: a count, or a fraction as a string ("7/3"); and the last count before it.
/// Null where there is none.
nlohmann::ordered_json tokens_json(const Crossover& crossover);
nlohmann::ordered_json last_below_json(const Crossover& crossover);

}  // namespace attn
