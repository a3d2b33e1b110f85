#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "costs/costs.hpp"

namespace attn {

/// A way to share keys and values between the heads of a layer.
struct AttentionVariant {
  std::string name;              ///< "mha", "gqa:8", "mqa"
  std::uint64_t n_kv_heads = 0;  ///< all heads, some of them, one
};

/// What a pass costs with one of them.
struct VariantCosts {
  AttentionVariant variant;
  Costs costs;
};

/// The costs of a model with each of some variants; nothing but the key-value heads differs, so
/// projections to keys and values and the cache change, Q Kᵀ and A V do not.
///
/// Errors:  InputError if the heads cannot be shared evenly
/// Source:  Shazeer 2019, arXiv:1911.02150 (MQA); Ainslie et al. 2023, arXiv:2305.13245 (GQA)
std::vector<VariantCosts> compare_variants(const Model& model, const Pass& pass,
                                           const std::vector<AttentionVariant>& variants);

}  // namespace attn
