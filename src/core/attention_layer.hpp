#pragma once

#include <optional>

#include "core/attention.hpp"
#include "core/blocked.hpp"
#include "core/heads.hpp"
#include "core/positions.hpp"

namespace attn {

// What attention is computed from: the matrices, and the settings.

/// How attention is computed, whatever it is computed from.
struct AttentionOptions {
  Scale scale{};
  bool causal = false;
  std::optional<arma::uword> window{};   ///< only keys fewer than this many places away
  arma::uword n_padded = 0;              ///< this many last keys are padding
  bool is_padded_before = false;         ///< they are the first ones instead
  std::optional<Mask> mask{};            ///< all of these must allow a cell
  std::optional<MaskPattern> pattern{};  ///< instead of the five above, where they cannot say it
  EmptyRow empty_row = EmptyRow::zero;
};

/// Embeddings and the three matrices that turn them into queries, keys and values.
/// Shapes:  X (n_q × d_model), memory (n_k × d_model), W_Q and W_K (d_model × d_k),
///          W_V (d_model × d_v)
struct Embedded {
  arma::mat X;
  std::optional<arma::mat> memory;  ///< where keys and values come from; X itself where absent
  arma::mat W_Q, W_K, W_V;
};

/// Queries, keys and values as they are.
/// Shapes:  Q (n_q × d_k), K (n_k × d_k), V (n_k × d_v)
struct Projected {
  arma::mat Q, K, V;
};

/// A norm on the queries and keys of every head, before they are turned and compared.
struct QueryKeyNorm {
  arma::rowvec query_gain, key_gain;  ///< d_k
  double epsilon = 1e-6;
};

/// A layer of multi-head attention and the sequences that it reads.
struct MultiHeadLayer {
  arma::mat X;                            ///< (n_q × d_model): where queries come from
  std::optional<arma::mat> memory;        ///< (n_k × d_key): keys and values; X where absent
  std::optional<arma::mat> value_memory;  ///< (n_k × d_value): values; as keys where absent
  MultiHeadWeights weights;
  HeadCounts counts;
  std::optional<QueryKeyNorm> norm{};
  std::optional<Rotary> rope;  ///< turn queries and keys by their positions; one sequence only

  const arma::mat& keys_from() const { return memory ? *memory : X; }
  const arma::mat& values_from() const { return value_memory ? *value_memory : keys_from(); }
};

/// Queries, keys and values of one head as it compares them: with their norm, and turned by their
/// positions, where there are any.
///
/// Shapes:  Q (n_q × d_k), K (n_k × d_k), V (n_k × d_v)
/// Errors:  std::out_of_range if there is no such head.
Projected projected_head(const MultiHeadLayer& layer, arma::uword head);

/// Refuses matrices that do not fit each other.
/// Errors:  InputError naming them and their shapes.
void require_fitting_shapes(const Embedded& embedded);
void require_fitting_shapes(const Projected& projected);
void require_fitting_shapes(const MultiHeadLayer& layer);

}  // namespace attn
