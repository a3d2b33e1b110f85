#pragma once

#include <armadillo>
#include <optional>

#include "core/heads.hpp"

namespace attn {

/// Which keys each query may attend to: restrictions that need no matrix, and a matrix for all
/// others. All of them must allow a cell. Queries and keys are aligned at their ends.
struct VisibleKeys {
  bool causal = false;
  std::optional<arma::uword> window;  ///< only keys fewer than this many places away
  arma::uword n_padded = 0;           ///< this many last keys are padding
  const Mask* mask = nullptr;         ///< (n_q × n_k), not owned
};

/// The same as the options of attention say it. The mask is the options' own, so they must live
/// longer.
///
/// Errors:  std::invalid_argument for padding before the keys, which no kernel has, and for
///          a pattern
VisibleKeys visible_keys(const AttentionOptions& options);

/// Places `first` to `last` − 1; none where first == last.
struct PlaceRange {
  arma::uword first = 0, last = 0;
};

using KeyRange = PlaceRange;
using QueryRange = PlaceRange;

/// The keys that one query may attend to, leaving a mask given as a matrix aside.
///
///     causal:  j ≤ i + n_k − n_q
///     window:  |i + n_k − n_q − j| < window
///     padding: j < n_k − n_padded
KeyRange keys_of(arma::uword query, arma::uword n_q, arma::uword n_k, const VisibleKeys& visible);

/// The queries that may attend to one key, leaving a mask given as a matrix aside; none for a place
/// after the last key.
QueryRange queries_of(arma::uword key, arma::uword n_q, arma::uword n_k,
                      const VisibleKeys& visible);

/// The keys that at least one of the queries `first` to `last` − 1 may attend to.
KeyRange keys_of_any(arma::uword first, arma::uword last, arma::uword n_q, arma::uword n_k,
                     const VisibleKeys& visible);

/// The keys that every one of the queries may attend to, were there no matrix.
KeyRange keys_of_all(arma::uword first, arma::uword last, arma::uword n_q, arma::uword n_k,
                     const VisibleKeys& visible);

/// The queries that may attend to nothing, in order.
///
/// Errors:  as require_fitting
arma::uvec empty_queries(arma::uword n_q, arma::uword n_k, const VisibleKeys& visible);

/// Errors:  InputError if the mask is not (n_q × n_k), the window is 0, or more keys are padding
///          than there are.
void require_fitting(const VisibleKeys& visible, arma::uword n_q, arma::uword n_k);

}  // namespace attn
