#include "costs/kinds.hpp"

#include <algorithm>

namespace attn {

bool is_of_kind(const Quantity& quantity, std::initializer_list<const char*> kinds) {
  return std::any_of(kinds.begin(), kinds.end(), [&quantity](const std::string& kind) {
    return quantity.id == kind || quantity.id.ends_with("_" + kind);
  });
}

bool is_pair_product(const Quantity& term) { return is_of_kind(term, {"scores", "weighted_sum"}); }

bool is_projection(const Quantity& term) {
  return is_of_kind(term, {"projections", "output_projection"});
}

}  // namespace attn
