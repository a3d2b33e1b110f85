#pragma once

#include <string>
#include <vector>

#include "costs/costs.hpp"
#include "costs/formula.hpp"

namespace attn {

/// A quantity that counting conventions are made of, under a symbol of its own.
struct Definition {
  std::string symbol;   ///< "C_W"
  std::string meaning;  ///< translated
  Formula formula;      ///< gives `value`
  Count value;
};

/// What one forward pass contains that some convention counts and another one leaves out; those of
/// which there is nothing are absent, except the first three.
///
///     C_W       MAC of products with weights
///     C_A, C_F  MAC of Q Kᵀ and W V: allowed pairs, all pairs
///     C_P, N_P  the projections of attention: their part of C_W, and their parameters
///     n_norm, n_bias, n_soft, n_act, n_sc  values that a LayerNorm, a bias, a softmax,
///               SiLU or ReLU, and the scale of queries change
///     N_0       Kaplan's parameters
///     N_act     parameters that one token goes through, where there are experts
///
/// `forward` are the costs of a pass that is not training. The values are those of the whole batch.
std::vector<Definition> convention_terms(const Costs& forward);

}  // namespace attn
