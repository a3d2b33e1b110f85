#pragma once

#include <string>
#include <vector>

#include "cli/flags/attention_settings.hpp"
#include "cli/flags/head_sizes.hpp"
#include "cli/flags/sequence_flags.hpp"
#include "mechanisms/attention/attention.hpp"

namespace attn {

/// What multi-head attention is asked about, as typed.
struct MultiHeadFlags : SequenceFlags, HeadFlags, AttentionSettingFlags {
  Flag weight_seed{"--weight-seed"}, value_memory{"--value-memory"}, weights{"--weights"},
      weights_prefix{"--weights-prefix"};
  Flag rope{"--rope"}, layout{"--layout"}, base{"--base"};
  Flag bias{"--bias"}, no_bias{"--no-bias"}, average{"--average"};

  void add_to(FlagTable& table);
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
