#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/flags/attention_settings.hpp"
#include "cli/flags/sequence_flags.hpp"
#include "mechanisms/attention/attention.hpp"

namespace attn {

/// What attention is asked about, as typed: words or matrices, weights, mask and scale.
struct AttentionFlags : SequenceFlags, AttentionSettingFlags {
  Flag scores{"--scores"}, attention{"--attention"}, alignment{"--alignment"};
  Flag q{"--q"}, k{"--k"}, v{"--v"}, wq{"--wq"}, wk{"--wk"}, wv{"--wv"}, weights{"--weights"};
  Flag d_k{"--d-k"}, d_v{"--d-v"};

  void add_to(FlagTable& table);
};

/// The same, read: a problem for one of two mechanisms, and what to say about where it came from.
struct AttentionInput {
  std::variant<AttentionProblem, GivenAttention> problem;
  std::string title;                  ///< the sentence in quotes, or the names of the files
  std::string source;                 ///< "by-hand", "seed 7", "numpy seed 42" or "given"
  std::vector<std::string> notes;     ///< what the reader should know about this input
  std::vector<std::string> warnings;  ///< what of it was not found
};

/// Whether scores, a pattern of attention or an alignment are given, from which on there are
/// stages.
bool gives_pattern(const AttentionFlags& flags);

/// Whether weights of the projections are given; otherwise they are made up.
bool has_weights(const AttentionFlags& flags);

/// Puts into a trace what it was read from: title and source, and before its own notes and warnings
/// those of the input.
void describe(Trace& trace, const AttentionInput& input);

/// Reads the words, files and settings that the flags name.
/// Errors: InputError naming the flag or file.
AttentionInput read_attention_input(const AttentionFlags& flags);

}  // namespace attn
