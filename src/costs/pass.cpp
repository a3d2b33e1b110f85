#include "costs/pass.hpp"

namespace attn {

const std::vector<Dtype>& all_dtypes() {
  static const std::vector<Dtype> dtypes{
      {"fp32", 32}, {"fp16", 16}, {"bf16", 16}, {"int8", 8}, {"int4", 4}};
  return dtypes;
}

}  // namespace attn
