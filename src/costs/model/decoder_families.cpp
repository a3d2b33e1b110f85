#include "base/message.hpp"
#include "costs/model/family_readers.hpp"

namespace attn {
namespace {

// "relu" is a plain MLP, "gated-gelu" one with a gate.
bool is_gated(const SettingReader& reader) {
  const std::string key = "feed_forward_proj";
  const std::string kind = reader.text(key).value_or("relu");
  const auto dash = kind.find('-');
  if (dash == std::string::npos) return false;
  if (kind.substr(0, dash) == "gated" && kind.find('-', dash + 1) == std::string::npos) return true;
  throw InputError(message("{} must be an activation such as \"relu\", or \"gated-\" before one.",
                           reader.place(key)));
}

}  // namespace

Model gpt2_model(SettingReader& reader) {
  const SizeNames names{.d_model = {"n_embd", "hidden_size"},
                        .n_layers = {"n_layer", "num_hidden_layers"},
                        .n_heads = {"n_head", "num_attention_heads"}};
  Model model = sized_model(reader, names);
  model.d_head = divided_width(reader, model, names);
  model.d_ff = reader.count_if_given({"n_inner"}).value_or(4 * model.d_model);
  model.n_vocab = reader.count({"vocab_size"});
  model.n_positions = model.n_context =
      reader.count_or({"n_positions", "max_position_embeddings"}, 1024);
  model.positions = Positions::learned;
  model.norm = Norm::layer;
  add_biases(model);
  model.has_lm_head = true;
  model.tied = reader.flag("tie_word_embeddings", true);
  Stack& stack = model.stacks.front();
  stack.causal = stack.final_norm = true;
  stack.cross_attention = reader.flag("add_cross_attention", false);
  return model;
}

Model t5_model(SettingReader& reader) {
  Model model = sized_model(reader, {.d_model = {"d_model", "hidden_size"},
                                     .n_layers = {"num_layers", "num_hidden_layers"},
                                     .n_heads = {"num_heads", "num_attention_heads"}});
  model.d_head = reader.count_or({"d_kv", "head_dim"}, 64);
  model.d_ff = reader.count({"d_ff"});
  model.n_vocab = reader.count({"vocab_size"});
  model.gated = is_gated(reader);
  if (reader.text("feed_forward_proj").value_or("relu") == "relu")
    model.activation = Activation::relu;
  model.norm = Norm::rms;
  model.positions = Positions::relative;
  model.n_positions = reader.count_or({"relative_attention_num_buckets"}, 32);
  model.has_lm_head = true;
  model.tied = reader.flag("tie_word_embeddings", true);

  const std::uint64_t n_layers = model.stacks.front().n_layers;
  const auto n_decoder_layers = reader.count_if_given({"num_decoder_layers"});
  model.stacks = {{.role = Stack::Role::encoder,
                   .n_layers = n_layers,
                   .final_norm = true,
                   .keeps_cache = false},
                  {.role = Stack::Role::decoder,
                   .n_layers = n_decoder_layers.value_or(n_layers),
                   .causal = true,
                   .cross_attention = true,
                   .final_norm = true}};
  return model;
}

}  // namespace attn
