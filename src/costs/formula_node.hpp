#pragma once

#include <memory>
#include <string>
#include <vector>

#include "costs/formula.hpp"

namespace attn {

/// The tree of a formula. It is never changed, so that formulas can share parts of it. A product
/// keeps its number apart, so 2 (3 x) is 6 x; a sum keeps the sign of each part.
struct Formula::Node {
  enum class Kind { number, symbol, sum, product, quotient } kind{};
  Count number = 1;  ///< number: itself; product: its factor; quotient: the divisor
  std::string symbol{};
  std::vector<std::shared_ptr<const Node>> parts{};
  std::vector<bool> negative{};  ///< sum: which parts are taken away
};

}  // namespace attn
