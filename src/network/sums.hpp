#pragma once

#include <cstddef>

namespace attn {

/// term(0) + … + term(n − 1), in eight parts, so that additions need not wait for one another, and
/// always in the same order.
template <class Real, class Term>
Real sum_of(std::size_t n, const Term& term) {
  Real parts[8] = {};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (std::size_t k = 0; k < 8; ++k) parts[k] += term(i + k);
  Real sum = ((parts[0] + parts[1]) + (parts[2] + parts[3])) +
             ((parts[4] + parts[5]) + (parts[6] + parts[7]));
  for (; i < n; ++i) sum += term(i);
  return sum;
}

}  // namespace attn
