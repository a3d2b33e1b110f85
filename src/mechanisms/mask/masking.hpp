#pragma once

#include <optional>
#include <utility>

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "mechanisms/mask/leak_test.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A mask to be shown: what restricts it, and whom.
struct MaskProblem {
  std::vector<std::string> query_tokens, key_tokens;
  MaskPattern pattern;
  EmptyRow empty_row = EmptyRow::zero;
  /// The (query, key) to describe in every convention; the first blocked one where absent.
  std::optional<std::pair<arma::uword, arma::uword>> cell;
  std::optional<LeakTest> leak;
};

/// A mask, each of its restrictions, and what softmax makes of it.
///
///     mask = r1 & r2 & ...    (or r1 | r2 | ..., with padding taken away)
///
/// Shapes:  every stage but `leak` is (n_q × n_k)
/// Stages:  one of each restriction by itself where there are several (causal, prefix, padding,
///          segment, window, half, given), then mask, additive, weights, and with a leak test leak
/// Tables:  conventions, empty_row
/// Errors:  InputError if the pattern does not fit the tokens, the cell does not exist, or there
///          are more than 2^24 pairs.
Trace masking(const MaskProblem& problem);

}  // namespace attn
