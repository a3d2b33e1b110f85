// The stages of `attn mask`, and the test that looks for a leak from the future.
#pragma once

#include <optional>
#include <utility>

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "mechanisms/attention/attention.hpp"
#include "trace/trace.hpp"

namespace attn {

/// One token of a sequence replaced by another: if the mask keeps the future hidden, no query
/// before it may notice.
struct LeakTest {
  Embedded before;            ///< one sequence, no memory
  arma::mat changed_X;        ///< its embeddings with one row replaced
  arma::uword place = 0;      ///< of that row
  std::string word, other;    ///< what stood there, and what stands there now
  bool is_any_other = false;  ///< nobody chose the other word
};

/// Records how far each query's output moves, and says in the trace which queries before the change
/// noticed it.
///
///     leak(i, m) = max over d of |O'(i, d) − O(i, d)|
///
/// for the mask applied before softmax as it should be, the same mask multiplied in after softmax,
/// whose sums have then seen every key, and no mask at all. An empty row that is undefined counts
/// as one of zeros.
///
/// Shapes:  leak (n × 3)
/// Errors:  InputError if the tensors do not fit each other.
void record_leak(Trace& trace, const LeakTest& test, const MaskPattern& pattern, EmptyRow empty);

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
