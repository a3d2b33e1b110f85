// Heads: their number, their columns, their weights, and a layer of them.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <vector>

#include "core/attention.hpp"
#include "core/mask.hpp"
#include "core/positions.hpp"

namespace attn {

/// How many heads there are, and how many of them have keys and values of their own.
/// n_kv_heads = n_heads is multi-head attention, 1 is multi-query, between them grouped-query.
struct HeadCounts {
  arma::uword n_heads = 1;
  arma::uword n_kv_heads = 1;
};

/// The weights of one layer of multi-head attention. The columns of head h stand together, head 0
/// first.
///
///     Q = X W_Q + b_Q,   K = M W_K + b_K,   V = M W_V + b_V,   Y = concat(heads) W_O + b_O
///
/// Shapes:  W_Q (d_model × n_heads·d_k), W_K (d_key × n_kv_heads·d_k),
///          W_V (d_value × n_kv_heads·d_v), W_O (n_heads·d_v × d_model), or empty for a layer that
///          ends with the concatenation; a bias is as wide as its matrix, or empty
struct MultiHeadWeights {
  arma::mat W_Q, W_K, W_V, W_O;
  arma::rowvec b_Q, b_K, b_V, b_O;
};

/// What is said where d_model is not a multiple of n_heads: "d_model 10 cannot be split into 4
/// heads: 10 / 4 = 2.5."
std::string uneven_heads_text(arma::uword d_model, arma::uword n_heads);

/// How many columns each head has when `width` of them are shared.
///
///     d_head = width / n_heads
///
/// Errors:  InputError if the width is not a multiple of n_heads.
arma::uword head_width(arma::uword width, arma::uword n_heads);

/// The columns of one head: columns h·d_head to (h + 1)·d_head − 1.
///
///     Q_h = Q[:, h·d_head : (h + 1)·d_head],   d_head = width of Q / n_heads
///
/// Shapes:  Q (n × n_heads·d_head), result (n × d_head)
/// Errors:  InputError if the width is not a multiple of n_heads; std::out_of_range if there is no
///          such head, which only our own code can cause.
arma::mat head_columns(const arma::mat& Q, arma::uword n_heads, arma::uword head);

/// The key-value head that a query head reads: neighbouring query heads share one.
///
///     ⌊head · n_kv_heads / n_heads⌋
///
/// Errors:  InputError if n_heads is not a multiple of n_kv_heads, or either is 0.
/// Source:  Ainslie et al. 2023, arXiv:2305.13245 (GQA), §2.2.
arma::uword kv_head_of(arma::uword head, const HeadCounts& counts);

/// The heads' outputs side by side, in order.
///
///     concat = [O_0 | O_1 | … ]
///
/// Shapes:  each (n × d_v), result (n × n_heads·d_v)
/// Errors:  InputError if there is none, or they differ in height.
arma::mat concat_heads(const std::vector<arma::mat>& outputs);

/// What several heads want of the columns that they share: neighbours are added up in their order,
/// and the sums stand side by side. Query heads that read one key-value head share its columns.
///
///     [D_0 + .. + D_{m−1} | D_m + .. + D_{2m−1} | … ],   m = n_added
///
/// Shapes:  each (n × d_head), result (n × d_head · their number / n_added)
/// Errors:  InputError if there is none, or they differ in shape; std::out_of_range if some are
/// left
///          over, which only our own code can cause.
arma::mat concat_sums_of_heads(const std::vector<arma::mat>& parts, arma::uword n_added);

/// The mean of the heads' weights: what some libraries return as "the" attention weights.
/// No head need have weights like it.
///
/// Shapes:  each (n_q × n_k), result (n_q × n_k)
/// Errors:  InputError if there is none, or they differ in shape.
arma::mat mean_of_heads(const std::vector<arma::mat>& weights);

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
