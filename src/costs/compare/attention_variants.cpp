#include "costs/compare/attention_variants.hpp"

namespace attn {

std::vector<VariantCosts> compare_variants(const Model& model, const Pass& pass,
                                           const std::vector<AttentionVariant>& variants) {
  std::vector<VariantCosts> compared;
  for (const AttentionVariant& variant : variants) {
    Model changed = model;
    changed.n_kv_heads = variant.n_kv_heads;
    compared.push_back({variant, costs_of(changed, pass)});
  }
  return compared;
}

}  // namespace attn
