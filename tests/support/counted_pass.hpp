#pragma once

#include <map>
#include <optional>
#include <string>

#include "core/mask.hpp"
#include "costs/costs.hpp"
#include "costs/model/model.hpp"

namespace attn {

/// How often two numbers were multiplied to be added to a sum, term by term: "scores", …
using CountedMacs = std::map<std::string, Count>;

/// Runs a model in scalar loops over made-up numbers and counts: projections of the tokens that are
/// new, scores and weighted sums where a mask is open, one loop for each sum sign, the same loops
/// again for both gradients of each product in training. Norms and activations are left out, since
/// they are no matrix products. `mask` stands for Pass::given_pairs.
CountedMacs counted_macs(const Model& model, const Pass& pass,
                         const std::optional<Mask>& mask = std::nullopt);

/// The same for a recurrent layer, token by token and gate by gate.
CountedMacs counted_macs(const Recurrent& layer, const Pass& pass);

/// What a single head makes of its queries, keys and values in these loops.
arma::mat counted_attention(const arma::mat& Q, const arma::mat& K, const arma::mat& V,
                            const Mask& mask);

}  // namespace attn
