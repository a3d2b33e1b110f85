#pragma once

namespace attn {

/// How many shares n things make with at most this many in each.
template <class Integer>
constexpr Integer divided_up(Integer n, Integer most_in_share) {
  return (n + most_in_share - 1) / most_in_share;
}

/// How many threads are worth starting for so many operations: at most n_threads, or
/// usual_threads() for 0, and at least one.
///
/// Units:   multiplications and additions
unsigned threads_worth(double n_operations, unsigned n_threads);

}  // namespace attn
