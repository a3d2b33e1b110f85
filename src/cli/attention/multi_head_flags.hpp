#pragma once

#include <string>
#include <vector>

#include "cli/flags/attention_settings.hpp"
#include "cli/flags/sequence_flags.hpp"
#include "mechanisms/attention/multi_head.hpp"

namespace CLI {
class App;
}

namespace attn {

/// What multi-head attention is asked about, as typed.
struct MultiHeadFlags : SequenceFlags, AttentionSettingFlags {
  std::string heads, kv_heads, d_head, weight_seed;
  std::string value_memory, weights, prefix;
  std::string layout, base;
  bool bias = false, no_bias = false, average = false, rope = false;

  void add_to(CLI::App& app);
};

/// The same, read: a problem for the mechanism, and what to say about where it came from.
struct MultiHeadInput {
  MultiHeadProblem problem;
  std::string title, source;
  std::vector<std::string> notes;
};

/// Reads the words, files and settings that the flags name.
/// Errors: InputError naming the flag or file.
MultiHeadInput read_multi_head_input(const MultiHeadFlags& flags);

}  // namespace attn
