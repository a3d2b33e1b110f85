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

/// The largest of term(0) to term(n − 1) and `least`, in eight parts as well. A term that is NaN
/// does not count.
template <class Real, class Term>
Real largest_of(std::size_t n, Real least, const Term& term) {
  const auto larger = [](Real a, Real b) { return a > b ? a : b; };
  Real parts[8] = {least, least, least, least, least, least, least, least};
  std::size_t i = 0;
  for (; i + 8 <= n; i += 8)
    for (std::size_t k = 0; k < 8; ++k) parts[k] = larger(term(i + k), parts[k]);
  for (; i < n; ++i) parts[0] = larger(term(i), parts[0]);
  for (std::size_t k = 1; k < 8; ++k) parts[0] = larger(parts[k], parts[0]);
  return parts[0];
}

}  // namespace attn
