#include "pretrained/study/candidates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace attn {

template <class Real>
Probabilities probabilities(const Real* logits, std::size_t n) {
  Probabilities p(logits, logits + n);
  const double most = p.empty() ? 0.0 : *std::max_element(p.begin(), p.end());
  double sum = 0.0;
  for (double& value : p) sum += value = std::exp(value - most);
  for (double& value : p) value /= sum;
  return p;
}

std::vector<Candidate> most_probable(const Probabilities& p, std::size_t count) {
  std::vector<std::uint32_t> ids(p.size());
  std::iota(ids.begin(), ids.end(), 0U);
  count = std::min(count, ids.size());
  std::partial_sort(
      ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count), ids.end(),
      [&](std::uint32_t a, std::uint32_t b) { return p[a] != p[b] ? p[a] > p[b] : a < b; });
  std::vector<Candidate> candidates;
  for (std::size_t k = 0; k < count; ++k) candidates.push_back({ids[k], p[ids[k]]});
  return candidates;
}

std::size_t rank_of(const Probabilities& p, std::uint32_t id) {
  return 1 + static_cast<std::size_t>(
                 std::count_if(p.begin(), p.end(), [&](double q) { return q > p.at(id); }));
}

double kl_divergence(const Probabilities& p, const Probabilities& q) {
  if (p.size() != q.size()) throw std::invalid_argument("kl_divergence: different lengths");
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] == 0.0) continue;
    // A probability that underflowed is the smallest that there is, and no infinite loss.
    sum += p[i] * std::log(p[i] / std::max(q[i], std::numeric_limits<double>::min()));
  }
  return std::max(sum, 0.0);  // rounding can take it below
}

template Probabilities probabilities(const float*, std::size_t);
template Probabilities probabilities(const double*, std::size_t);

}  // namespace attn
