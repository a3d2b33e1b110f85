#pragma once

#include <string>
#include <vector>

#include "cli/flags/words.hpp"
#include "mechanisms/mask/masking.hpp"

namespace CLI {
class App;
}

namespace attn {

/// A mask as typed: the tokens, what restricts them, and what is asked about it.
struct MaskFlags : WordFlags {
  std::string cross, key_tokens, queries, keys;
  std::string prefix, window, pad, pad_at, segments, key_segments, separator, half, mask;
  std::string align = "end", empty_row = "zero";
  std::string cell, code, change, seed, d_model;
  bool causal = false, pad_queries = false, join_and = false, join_or = false, leak = false;

  void add_to(CLI::App& app);
};

/// The same, read: a problem for the mechanism, and what to say about where it came from.
struct MaskInput {
  MaskProblem problem;
  std::string title;               ///< the sentence in quotes, or nothing for tokens without words
  std::string source;              ///< with a leak test, where the numbers come from
  std::vector<std::string> notes;  ///< what the reader should know about this input
};

/// Errors: InputError naming the flag or file.
MaskInput read_mask_input(const MaskFlags& flags);

}  // namespace attn
