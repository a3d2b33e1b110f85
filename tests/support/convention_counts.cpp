#include "support/convention_counts.hpp"

#include "costs/conventions/conventions.hpp"
#include "support/model_examples.hpp"

namespace attn {

std::map<std::string, std::string> convention_counts(const Model& model, const Pass& pass) {
  std::map<std::string, std::string> counts;
  for (const Convention& row : conventions_of(costs_of(model, pass)).rows)
    counts[row.id] = row.formula ? row.count.get_str() : row.why;
  return counts;
}

Pass pass_of(std::uint64_t n_tokens, Mode mode, std::uint64_t n_batch) {
  return {.mode = mode, .n_batch = n_batch, .n_tokens = n_tokens, .n_keys = n_tokens};
}

Model tiny_bert() {
  Model model = gpt2_model();
  model.d_model = 12;
  model.n_heads = model.n_kv_heads = 3;
  model.d_head = 4;
  model.d_ff = 48;
  model.n_vocab = 50;
  model.n_positions = 128;
  model.n_token_types = 2;
  model.embedding_norm = model.pooler = true;
  model.has_lm_head = model.tied = false;
  model.stacks = {{.n_layers = 2, .keeps_cache = false}};
  return model;
}

Model tiny_llama() {
  Model model = llama_model();
  model.d_model = 16;
  model.n_heads = 4;
  model.n_kv_heads = 2;
  model.d_head = 4;
  model.d_ff = 40;
  model.activation = Activation::silu;
  model.n_vocab = 50;
  model.stacks.front().n_layers = 2;
  return model;
}

// An image model: 4 patches of 4 × 4 and a class token, and a pooler.
Model tiny_vit() {
  Model model = tiny_bert();
  model.n_vocab = model.n_token_types = 0;
  model.n_positions = 5;
  model.embedding_norm = false;
  model.patches = {.n_patches = 4, .n_pixels = 16, .n_channels = 3};
  model.class_token = true;
  model.stacks.front().final_norm = true;
  return model;
}

}  // namespace attn
