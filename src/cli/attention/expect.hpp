#pragma once

#include <optional>
#include <string>

#include "cli/flags/flag.hpp"
#include "cli/present/present.hpp"
#include "kernels/fused_attention.hpp"
#include "mechanisms/attention/attention.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What another program's result is compared with, as typed.
struct CompareFlags {
  Flag expect{"--expect"}, tolerance{"--tolerance"};

  void add_to(const FlagGroup& group);

  /// Errors:  InputError for a negative one
  double read_tolerance() const;
};

/// What to allow for expected numbers that were rounded or cut, to a few decimals or to 16 bits:
/// nothing where they were not, where it is allowed already, or too few digits are left to compare.
std::optional<double> tolerance_for_rounded(const arma::mat& expected, double tolerance);

/// Says that the expected values agree but for their rounding, and which flag accepts that.
std::string agree_as_rounded(double tolerance);

/// Says that what was found out was found out with the tolerance for rounded values.
std::string tried_as_rounded(double tolerance);

/// What came out of a comparison.
struct ComparedResult {
  double largest = 0.0;               ///< difference
  std::string at{};                   ///< the cell that has it
  double ours = 0.0, expected = 0.0;  ///< its numbers
  bool agrees = false;
  std::string note{};
};

/// The same as a table "comparison".
Table comparison_table(const ComparedResult& found, const CompareFlags& flags);

/// Says on standard error how a comparison, the last table of a trace, came out, where the table
/// itself is not shown.
void print_verdict(const Trace& trace, const ViewChoice& view);

/// Compares the answer to a problem, with its trace, with the matrix in a file, and records what
/// came out: stages expected and difference, and a table "comparison" that names the worst cell
/// and, where the results differ, the one change of the problem that would make them agree, or how
/// many were tried; `lists_tried` names each of them. Returns whether no cell differs by more than
/// the tolerance. Errors:  InputError naming the flag and the file, or both shapes if they differ.
bool compare(Trace& trace, const MultiHeadProblem& problem, const CompareFlags& flags,
             bool lists_tried = false);

/// How to compute a result whose stages nobody asked for.
struct ResultAlone {
  Precision precision = Precision::fp64;
  unsigned n_threads = 0;  ///< 0: as many as usual
  bool is_chosen = false;  ///< somebody said how
  bool explains = false;   ///< say on standard error what it is computed with
};

/// The same, as typed.
struct ResultAloneFlags {
  Flag dtype{"--dtype"}, threads{"--threads"};

  void add_to(FlagTable& table);

  /// How to compute the result alone, if that is all that is asked for: with --quiet, no stage
  /// named, no file that holds stages, and no `comparison`, which needs them.
  /// Errors:  InputError naming the flag; also for a flag that would do nothing.
  std::optional<ResultAlone> read(const ViewChoice& view, const Flags& comparison = {}) const;
};

/// The answer to a problem as a trace with that one stage, and with its warnings: what the
/// mechanism would give for --quiet, without keeping anything as large as the scores.
/// Errors:  InputError as the mechanism, but for the size of stages; SurroundingsError if there is
///          no device to compute on.
Trace result_alone(AttentionProblem problem, const ResultAlone& how);
Trace result_alone(MultiHeadProblem problem, const ResultAlone& how);

/// Whether to keep the stages after all: where they are asked for, where they are few enough to be
/// checked by hand, so that the result has the digits of the last one, or where there is no device
/// to compute without them and they are small enough.
/// Errors:  InputError if they are too large to keep, with how to have the result without them.
bool keeps_stages(const std::optional<ResultAlone>& how, std::size_t n_q, std::size_t n_k,
                  arma::uword n_heads = 1);

}  // namespace attn
