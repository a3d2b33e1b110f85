#pragma once

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "mechanisms/attention/scaled_dot_product.hpp"

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

}  // namespace attn
