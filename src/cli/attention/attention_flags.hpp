#pragma once

#include <string>
#include <vector>

#include "cli/flags/attention_settings.hpp"
#include "cli/flags/sequence_flags.hpp"
#include "mechanisms/attention/scaled_dot_product.hpp"

namespace CLI {
class App;
}

namespace attn {

/// What attention is asked about, as typed: words or matrices, weights, mask and scale.
struct AttentionFlags : SequenceFlags, AttentionSettingFlags {
  std::string q, k, v, wq, wk, wv, weights;
  std::string d_k, d_v;

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
