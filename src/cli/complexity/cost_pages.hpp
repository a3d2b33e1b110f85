#pragma once

#include <optional>

#include "cli/complexity/cost_page_file.hpp"
#include "cli/complexity/page_settings.hpp"
#include "costs/layers/layers.hpp"
#include "costs/model/model.hpp"
#include "measure/measure.hpp"

namespace attn {

/// What a page shows of one model and one pass, and beside it.
struct CostsPage {
  const ModelFlags& model_flags;
  const PassFlags& pass_flags;
  const Costs& costs;
  CostsPageView view{};
  std::optional<StoredTensors> stored{};
};

// What the pages of attn complexity are made of, in the language that is spoken now.
CostPageParts page_of_costs(const CostsPage& page);
CostPageParts page_of_conventions(const Costs& costs, const std::vector<VariantCosts>& compared);
CostPageParts page_of_sweep(const Sweep& sweep, OperationUnit unit);
CostPageParts page_of_layers(const LayerReport& report, OperationUnit unit,
                             const std::optional<SweepRange>& range, const std::string& more);
CostPageParts page_of_layer_sweep(const LayerSweep& sweep, OperationUnit unit);
CostPageParts page_of_models();
CostPageParts page_of_measurement(const Measurement& measurement);

}  // namespace attn
