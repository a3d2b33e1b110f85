#pragma once

#include "costs/model/families.hpp"
#include "costs/model/model.hpp"

namespace attn {

// One reader for each family of published models; `model_from` picks one. Each returns the sizes of
// the framework's class and leaves notes about what it assumed in the reader.
// Errors: InputError naming the key.

Model gpt2_model(SettingReader& reader);  ///< decoder with learned positions

Model llama_model(SettingReader& reader);  ///< decoders with rotary positions
Model mistral_model(SettingReader& reader);
Model mixtral_model(SettingReader& reader);
Model gemma_model(SettingReader& reader);
Model gemma2_model(SettingReader& reader);
Model qwen2_model(SettingReader& reader);
Model qwen3_model(SettingReader& reader);
Model phi3_model(SettingReader& reader);

Model bert_model(SettingReader& reader);  ///< encoders; RoBERTa is the same
Model distilbert_model(SettingReader& reader);
Model vit_model(SettingReader& reader);

Model t5_model(SettingReader& reader);  ///< encoder and decoder

/// The spellings of the keys that every family has, its own first.
struct SizeNames {
  SettingReader::Names d_model{"hidden_size"}, n_layers{"num_hidden_layers"},
      n_heads{"num_attention_heads"};
};

/// A model of one stack with the width, the layers and the heads that are given; as many key-value
/// heads as heads, and heads that fill the width.
/// Errors: InputError if a key is missing.
Model sized_model(const SettingReader& reader, const SizeNames& names = {});

/// The width of a head where no key gives it: d_model / n_heads.
/// Errors: InputError if they do not divide; `names` says which keys to name.
std::uint64_t divided_width(const SettingReader& reader, const Model& model,
                            const SizeNames& names = {});

/// The MLP, attention and norms with every bias, as BERT and GPT-2 have them.
void add_biases(Model& model);

}  // namespace attn
