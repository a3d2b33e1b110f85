#pragma once

#include "cli/attention/attention_flags.hpp"

namespace attn {

/// A study of attention by name, and what only one of them reads, as typed.
struct StudyFlags {
  Flag study{"--study"}, dropout{"--dropout"};

  void add_to(FlagTable& table);
};

/// The stages of the study, with their title and source.
/// Errors:  InputError naming a flag that the study does not read; of the study itself.
Trace study_trace(const StudyFlags& flags, const AttentionFlags& attention);

/// Refuses flags of a study without one.
/// Errors:  InputError naming the flag.
void refuse_without_study(const StudyFlags& flags);

}  // namespace attn
