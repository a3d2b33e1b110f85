#include "cli/attention_flags.hpp"

#include <CLI/App.hpp>

#include "core/message.hpp"

namespace attn {

void AttentionFlags::add_to(CLI::App& app) {
  const char* group = translated("Words");
  app.add_option("TEXT", text, translated("A sentence, in quotes; - reads it from standard input"))
      ->group(group);
  const auto value = [&app, &group](const char* name, std::string& target, const char* type,
                                    const char* description) {
    app.add_option(name, target, description)
        ->type_name(type)
        ->group(group)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  };
  value("--tokens", tokens, "\"A|B\"",
        translated("The tokens themselves, or names for the rows of the matrices"));
  value("--cross", cross, "TEXT", translated("Keys and values come from these words instead"));
  value("--key-tokens", key_tokens, "\"A|B\"",
        translated("The same as tokens, or names for the rows of keys and values"));
  value("--seed", seed, "N", translated("Other numbers for the words, always the same for one N"));
  value("--rng", rng, "KIND",
        translated("whole: small whole numbers (default); numpy: what RandomState(seed).randn "
                   "gives"));
  value("--init", init, "X",
        translated("With --rng numpy: the factor on the weights (default 0.1)"));
  value("--d-model", d_model, "N", translated("Width of an embedding (default 4)"));
  value("--d-k", d_k, "N", translated("Width of a query and a key (default d_model)"));
  value("--d-v", d_v, "N", translated("Width of a value (default d_model)"));

  group = translated("Matrices (.csv .tsv .npy .npz .json, FILE:KEY, or \"1 0; 0 1\")");
  value("--q", q, "MATRIX", translated("Queries, one a row"));
  value("--k", k, "MATRIX", translated("Keys, one a row"));
  value("--v", v, "MATRIX", translated("Values, one a row"));
  value("--x", x, "MATRIX", translated("Embeddings, one token a row; they need weights"));
  value("--memory", memory, "MATRIX", translated("Embeddings that keys and values are made from"));
  value("--wq", wq, "MATRIX", translated("Weights of the query, d_model x d_k"));
  value("--wk", wk, "MATRIX", translated("Weights of the key, d_model x d_k"));
  value("--wv", wv, "MATRIX", translated("Weights of the value, d_model x d_v"));
  value("--weights", weights, "FILE", translated("One .npz or .json with wq, wk and wv"));

  group = translated("Attention");
  app.add_flag("--causal", causal, translated("No token may attend to a later one"))
      ->group(group)
      ->disable_flag_override();
  value("--mask", mask, "MATRIX", translated("1 where a query may attend to a key, 0 where not"));
  value("--empty-row", empty_row, "KIND",
        translated("Weights of a query that may attend to nothing: zero, nan or uniform"));
  value("--scale", scale, "X", translated("Multiply the scores by X instead of dividing by √d_k"));
  app.add_flag("--no-scale", no_scale, translated("Leave the scores as they are"))
      ->group(group)
      ->disable_flag_override();
}

}  // namespace attn
