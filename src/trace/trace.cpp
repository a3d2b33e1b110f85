#include "trace/trace.hpp"

#include <algorithm>
#include <stdexcept>

namespace attn {

std::string blocked_word(unsigned char reason) {
  switch (static_cast<Blocked>(reason)) {
    case Blocked::no:
      return "";
    case Blocked::causal:
      return "causal";
    case Blocked::mask:
      return "mask";
  }
  throw std::out_of_range("blocked_word: unknown reason");
}

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
