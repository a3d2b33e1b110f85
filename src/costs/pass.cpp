#include "costs/pass.hpp"

namespace attn {

const std::vector<Dtype>& all_dtypes() {
  static const std::vector<Dtype> dtypes{{"fp32", 32}, {"fp16", 16}, {"bf16", 16},
                                         {"fp8", 8},   {"int8", 8},  {"int4", 4}};
  return dtypes;
}

StoredTypes stored_types(const Dtype& weights, const std::optional<Dtype>& cache) {
  const Dtype values = weights.n_bits < Dtype{}.n_bits ? Dtype{} : weights;
  return {weights, values, cache.value_or(values)};
}

}  // namespace attn
