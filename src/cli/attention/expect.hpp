#pragma once

#include "cli/flags/flag_group.hpp"
#include "mechanisms/attention/multi_head.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What another program's result is compared with, as typed.
struct CompareFlags {
  Flag expect{"--expect"}, tolerance{"--tolerance"};

  void add_to(const FlagGroup& group);
};

/// Compares the answer to a problem, with its trace, with the matrix in a file, and records what
/// came out: stages expected and difference, and a table "comparison" that names the worst cell
/// and, where the results differ, the one change of the problem that would make them agree. Returns
/// whether no cell differs by more than the tolerance.
/// Errors:  InputError naming the flag and the file, or both shapes if they differ.
bool compare(Trace& trace, const MultiHeadProblem& problem, const CompareFlags& flags);

}  // namespace attn
