#include "base/message.hpp"
#include "costs/model/family_readers.hpp"

namespace attn {
namespace {

Model encoder_model(SettingReader& reader, const SizeNames& names, const char* width_of_mlp) {
  Model model = sized_model(reader, names);
  model.d_head = divided_width(reader, model, names);
  model.d_ff = reader.count({width_of_mlp});
  model.norm = Norm::layer;
  model.positions = Positions::learned;
  model.stacks.front().keeps_cache = false;
  add_biases(model);
  return model;
}

// Words, positions and a norm on their sum.
void add_word_embeddings(SettingReader& reader, Model& model) {
  model.n_vocab = reader.count({"vocab_size"});
  model.n_positions = model.n_context = reader.count_or({"max_position_embeddings"}, 512);
  model.embedding_norm = true;
}

void refuse_relative_positions(const SettingReader& reader) {
  const std::string key = "position_embedding_type";
  const auto type = reader.text(key);
  if (type && *type != "absolute")
    throw InputError(
        message("{} must be \"absolute\": tables of distances in each layer are not "
                "counted, and newer frameworks do not have them.",
                reader.place(key)));
}

}  // namespace

Model bert_model(SettingReader& reader) {
  Model model = encoder_model(reader, {}, "intermediate_size");
  add_word_embeddings(reader, model);
  refuse_relative_positions(reader);
  model.n_token_types = reader.count_or({"type_vocab_size"}, 2, {.least = 0});
  model.pooler = true;
  Stack& stack = model.stacks.front();
  stack.causal = stack.keeps_cache = reader.flag("is_decoder", false);
  stack.cross_attention = reader.flag("add_cross_attention", false);
  if (stack.cross_attention && !stack.causal)
    throw InputError(message("{} is true, but {} is not: only a decoder attends to another stack.",
                             reader.place("add_cross_attention"), "\"is_decoder\""));
  return model;
}

Model distilbert_model(SettingReader& reader) {
  const SizeNames names{.d_model = {"dim", "hidden_size"},
                        .n_layers = {"n_layers", "num_hidden_layers"},
                        .n_heads = {"n_heads", "num_attention_heads"}};
  Model model = encoder_model(reader, names, "hidden_dim");
  add_word_embeddings(reader, model);
  if (reader.flag("sinusoidal_pos_embds", false))
    reader.note(
        translated("The table of positions starts as sines; its numbers are counted, as the "
                   "framework does."));
  return model;
}

Model vit_model(SettingReader& reader) {
  Model model = encoder_model(reader, {}, "intermediate_size");
  if (const auto width = reader.count_if_given({"head_dim"})) model.d_head = *width;
  model.query_bias = model.key_bias = model.value_bias = reader.flag("qkv_bias", true);
  constexpr CountRange kPixels{.most = 1'000'000};
  const auto image = reader.sides_or("image_size", 224, kPixels);
  const auto patch = reader.sides_or("patch_size", 16, kPixels);
  for (const std::size_t side : {0, 1})
    if (patch[side] > image[side])
      throw InputError(message("{} is {}, but the image of \"image_size\" is only {} wide.",
                               reader.place("patch_size"), patch[side], image[side]));
  const std::uint64_t n_patches = (image[0] / patch[0]) * (image[1] / patch[1]);
  model.patches = Patches{.n_patches = n_patches,
                          .n_pixels = patch[0] * patch[1],
                          .n_channels = reader.count_or({"num_channels"}, 3, kPixels)};
  model.class_token = true;
  model.n_positions = model.n_context = n_patches + 1;
  model.stacks.front().final_norm = true;
  model.pooler = true;
  model.d_pooler = reader.count_if_given({"pooler_output_size"}).value_or(0);
  return model;
}

}  // namespace attn
