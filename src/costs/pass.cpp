#include "costs/pass.hpp"

namespace attn {

std::optional<Dtype> dtype_named(const std::string& name) {
  for (const Dtype& dtype : {Dtype{"fp32", 32}, Dtype{"fp16", 16}, Dtype{"bf16", 16},
                             Dtype{"int8", 8}, Dtype{"int4", 4}})
    if (dtype.name == name) return dtype;
  return std::nullopt;
}

}  // namespace attn
