#pragma once

#include <optional>

#include "cli/present/view_flags.hpp"
#include "kernels/fused_attention.hpp"
#include "mechanisms/attention/attention.hpp"

namespace attn {

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
