#include "cli/attention_flags.hpp"

#include "cli/flag_group.hpp"
#include "core/message.hpp"

namespace attn {

void AttentionFlags::add_to(CLI::App& app) {
  const FlagGroup words(app, translated("Words"));
  add_sequence_word_flags(words);
  words.value("--d-k", d_k, "N", translated("Width of a query and a key (default d_model)"));
  words.value("--d-v", d_v, "N", translated("Width of a value (default d_model)"));

  const FlagGroup matrices(
      app,
      translated("Matrices (.csv .tsv .npy .npz .safetensors .json, FILE:KEY, or \"1 0; 0 1\")"));
  matrices.value("--q", q, "MATRIX", translated("Queries, one a row"));
  matrices.value("--k", k, "MATRIX", translated("Keys, one a row"));
  matrices.value("--v", v, "MATRIX", translated("Values, one a row"));
  add_sequence_matrix_flags(matrices);
  matrices.value("--wq", wq, "MATRIX", translated("Weights of the query, d_model x d_k"));
  matrices.value("--wk", wk, "MATRIX", translated("Weights of the key, d_model x d_k"));
  matrices.value("--wv", wv, "MATRIX", translated("Weights of the value, d_model x d_v"));
  matrices.value("--weights", weights, "FILE",
                 translated("One .npz, .safetensors or .json with wq, wk and wv"));

  add_setting_flags(FlagGroup(app, translated("Attention")));
}

}  // namespace attn
