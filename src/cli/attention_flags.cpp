#include "cli/attention_flags.hpp"

#include "cli/flag_group.hpp"
#include "core/message.hpp"

namespace attn {

void AttentionFlags::add_to(CLI::App& app) {
  const FlagGroup words(app, translated("Words"));
  words.words("TEXT", text, translated("A sentence, in quotes; - reads it from standard input"));
  words.value("--tokens", tokens, "\"A|B\"",
              translated("The tokens themselves, or names for the rows of the matrices"));
  words.value("--cross", cross, "TEXT",
              translated("Keys and values come from these words instead"));
  words.value("--key-tokens", key_tokens, "\"A|B\"",
              translated("The same as tokens, or names for the rows of keys and values"));
  words.value("--seed", seed, "N",
              translated("Other numbers for the words, always the same for one N"));
  words.value(
      "--rng", rng, "KIND",
      translated("whole: small whole numbers (default); numpy: what RandomState(seed).randn "
                 "gives"));
  words.value("--init", init, "X",
              translated("With --rng numpy: the factor on the weights (default 0.1)"));
  words.value("--d-model", d_model, "N", translated("Width of an embedding (default 4)"));
  words.value("--d-k", d_k, "N", translated("Width of a query and a key (default d_model)"));
  words.value("--d-v", d_v, "N", translated("Width of a value (default d_model)"));

  const FlagGroup matrices(
      app, translated("Matrices (.csv .tsv .npy .npz .json, FILE:KEY, or \"1 0; 0 1\")"));
  matrices.value("--q", q, "MATRIX", translated("Queries, one a row"));
  matrices.value("--k", k, "MATRIX", translated("Keys, one a row"));
  matrices.value("--v", v, "MATRIX", translated("Values, one a row"));
  matrices.value("--x", x, "MATRIX", translated("Embeddings, one token a row; they need weights"));
  matrices.value("--memory", memory, "MATRIX",
                 translated("Embeddings that keys and values are made from"));
  matrices.value("--wq", wq, "MATRIX", translated("Weights of the query, d_model x d_k"));
  matrices.value("--wk", wk, "MATRIX", translated("Weights of the key, d_model x d_k"));
  matrices.value("--wv", wv, "MATRIX", translated("Weights of the value, d_model x d_v"));
  matrices.value("--weights", weights, "FILE", translated("One .npz or .json with wq, wk and wv"));

  const FlagGroup attention(app, translated("Attention"));
  attention.flag("--causal", causal, translated("No token may attend to a later one"));
  attention.value("--mask", mask, "MATRIX",
                  translated("1 where a query may attend to a key, 0 where not"));
  attention.value(
      "--empty-row", empty_row, "KIND",
      translated("Weights of a query that may attend to nothing: zero, nan or uniform"));
  attention.value(
      "--scale", scale, "on|off|X",
      translated("Divide the scores by √d_k, leave them as they are, or multiply them by X"));
  attention.flag("--no-scale", no_scale, translated("The same as --scale off"));
}

}  // namespace attn
