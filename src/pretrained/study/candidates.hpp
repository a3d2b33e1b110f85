#pragma once

#include <cstdint>
#include <vector>

#include "network/rows.hpp"

namespace attn {

/// What a model says at one place: how probable each token is.
using Probabilities = std::vector<double>;

/// Shapes:  logits one for each token
template <class Real>
Probabilities probabilities(const Real* logits, std::size_t n);

/// A token and how probable it is.
struct Candidate {
  std::uint32_t id = 0;
  double probability = 0.0;

  bool operator==(const Candidate&) const = default;
};

/// The most probable tokens, the first of them first; of equals the smaller id.
std::vector<Candidate> most_probable(const Probabilities& p, std::size_t count);

/// How many tokens are more probable, and one: 1 is the most probable.
std::size_t rank_of(const Probabilities& p, std::uint32_t id);

/// How much is lost where p is true and q is believed.
///
///     KL = Σ p ln(p / q)
///
/// Units:   nats
/// Errors:  std::invalid_argument if they have different lengths
double kl_divergence(const Probabilities& p, const Probabilities& q);

extern template Probabilities probabilities(const float*, std::size_t);
extern template Probabilities probabilities(const double*, std::size_t);

}  // namespace attn
