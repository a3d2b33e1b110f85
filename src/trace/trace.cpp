#include "trace/trace.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn {

const arma::mat& Trace::record(Stage stage) {
  stages.push_back(std::move(stage));
  return stages.back().value;
}

const Stage& Trace::stage(const std::string& id, const std::string& group) const {
  const auto found = std::find_if(stages.begin(), stages.end(), [&](const Stage& stage) {
    return stage.id == id && stage.group == group;
  });
  if (found == stages.end()) throw std::out_of_range("Trace::stage: no stage " + id);
  return *found;
}

bool repeats_its_source(const Stage& stage) {
  if (const auto* scaling = std::get_if<Scaling>(&stage.rule)) return scaling->number == 1.0;
  return std::holds_alternative<Masking>(stage.rule) && stage.blocked.is_empty();
}

}  // namespace attn
