#include "cli/multi_head_flags.hpp"

#include "cli/flag_group.hpp"
#include "core/message.hpp"

namespace attn {

void MultiHeadFlags::add_to(CLI::App& app) {
  add_sequence_word_flags(FlagGroup(app, translated("Words")));

  const FlagGroup head_group(app, translated("Heads"));
  head_group.value("--heads", heads, "N", translated("Number of query heads (default 2)"));
  head_group.value("--kv-heads", kv_heads, "N",
                   translated("Number of key-value heads: 1 is multi-query, fewer than --heads is "
                              "grouped-query (default --heads)"));
  head_group.value("--d-head", d_head, "N",
                   translated("Width of a head (default d_model / heads)"));
  head_group.flag("--bias", bias, translated("Add a bias after every projection"));
  head_group.flag("--no-bias", no_bias, translated("No biases (default)"));
  head_group.value("--weight-seed", weight_seed, "N",
                   translated("Other weights for the same words (default --seed)"));
  head_group.flag("--average", average, translated("Show the mean of the heads' weights too"));

  const FlagGroup matrices(
      app,
      translated("Matrices (.csv .tsv .npy .npz .safetensors .json, FILE:KEY, or \"1 0; 0 1\")"));
  add_sequence_matrix_flags(matrices);
  matrices.value("--value-memory", value_memory, "MATRIX",
                 translated("Embeddings that values are made from, where they differ from keys'"));
  matrices.value("--weights", weights, "FILE",
                 translated("A layer's weights: .safetensors, .npz or .json, of attn, PyTorch, "
                            "BERT, GPT-2 or Llama"));
  matrices.value("--prefix", prefix, "NAME",
                 translated("Which layer of that file, by what its tensors' names begin with"));

  const FlagGroup attention(app, translated("Attention"));
  add_setting_flags(attention);
  attention.flag("--rope", rope, translated("Turn queries and keys by their positions (RoPE)"));
  attention.value("--layout", layout, "KIND",
                  translated("With --rope, which columns are a pair: interleaved (2i and 2i + 1) "
                             "or half (i and i + d_head/2)"));
  attention.value("--base", base, "X", translated("With --rope: the base (default 10000)"));
}

}  // namespace attn
