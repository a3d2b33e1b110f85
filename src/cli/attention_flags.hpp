#pragma once

#include <string>
#include <vector>

#include "mechanisms/scaled_dot_product.hpp"

namespace CLI {
class App;
}

namespace attn {

/// What attention is asked about, as typed: words or matrices, weights, mask and scale.
struct AttentionFlags {
  std::vector<std::string> text;
  std::string tokens, key_tokens, cross, memory;
  std::string q, k, v, x, wq, wk, wv, weights;
  std::string seed, rng = "whole", init, d_model, d_k, d_v;
  std::string mask, scale, empty_row = "zero";
  bool no_scale = false, causal = false;

  void add_to(CLI::App& app);
};

/// The same, read: a problem for the mechanism, and what to say about where it came from.
struct AttentionInput {
  AttentionProblem problem;
  std::string title;               ///< the sentence in quotes, or the names of the files
  std::string source;              ///< "by-hand", "seed 7", "numpy seed 42" or "given"
  std::vector<std::string> notes;  ///< what the reader should know about this input
};

/// Reads the words, files and settings that the flags name.
/// Errors: InputError naming the flag or file.
AttentionInput read_attention_input(const AttentionFlags& flags);

}  // namespace attn
