#include "costs/model/model.hpp"

#include "base/message.hpp"
#include "core/heads.hpp"

namespace attn {

// Divided, because the product of two settings need not fit into 64 bits.
bool heads_fill_model(const Model& model) {
  return model.d_model % model.n_heads == 0 && model.d_head == model.d_model / model.n_heads;
}

void require_consistent(const Model& model) {
  kv_head_of(0, {.n_heads = model.n_heads, .n_kv_heads = model.n_kv_heads});
  if (model.n_active_experts > model.n_experts)
    throw InputError(message("{} experts cannot be active for each token where there are {}.",
                             model.n_active_experts, model.n_experts));
}

}  // namespace attn
