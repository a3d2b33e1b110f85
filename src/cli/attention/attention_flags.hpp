#pragma once

#include <string>
#include <variant>
#include <vector>

#include "cli/flags/shared_flags.hpp"
#include "cli/present/present.hpp"
#include "mechanisms/attention/attention.hpp"
#include "trace/trace.hpp"

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

/// Whether to walk from a loss back through every stage, and from which, as typed.
struct BackwardFlags {
  Flag backward{"--backward"}, loss{"--loss"}, target{"--target"}, jacobian{"--jacobian"};

  void add_to(FlagTable& table);

  /// Refuses what a walk back has no meaning beside: a batch, a picture of the way forward, and one
  /// matrix alone that nobody named.
  /// Errors:  InputError naming the flags.
  void refuse_unused(const ViewFlags& view, const Flag& batch) const;

  /// Adds the walk back to a trace of attention, if it was asked for.
  /// Errors:  InputError naming the flag.
  void add_stages(Trace& trace) const;
};

/// Tables that are read off the weights, as typed.
struct LookupFlags {
  Flag entries{"--entries"}, threshold{"--threshold"}, received{"--received"};

  void add_to(FlagTable& table);

  Flags all() const { return {entries, threshold, received}; }

  /// Adds the tables that were asked for to a trace that has weights.
  /// Errors:  InputError naming the flag.
  void add_tables(Trace& trace) const;
};

/// A study of attention by name, and what only one of them reads, as typed.
struct StudyFlags {
  Flag study{"--study"}, dropout{"--dropout"};

  void add_to(FlagTable& table);
};

/// The stages of the study, with their title and source.
/// Errors:  InputError naming a flag that the study does not read; of the study itself.
Trace study_trace(const StudyFlags& flags, const AttentionFlags& attention);

}  // namespace attn
