// From words or Q, K, V to output: one head, many, scores that are given, and lookups by key.
#pragma once

#include <armadillo>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/heads.hpp"
#include "core/mask.hpp"
#include "trace/trace.hpp"

namespace attn {

/// How attention is computed for a given number of queries and keys.
struct AttentionSettings {
  Scale scale{};
  BlockedCells blocked{};  ///< (n_q × n_k), or empty where nothing is blocked
  std::shared_ptr<const MaskPattern> pattern{};  ///< what blocks them; null where nobody said
  EmptyRow empty_row = EmptyRow::zero;
};

/// What restricts n_k keys by some options.
/// Errors:  InputError if more of them are padding than there are.
MaskPattern pattern_of(const AttentionOptions& options, arma::uword n_k);

/// Which cells are blocked and why, for n_q queries and n_k keys.
/// Errors:  InputError if the mask, window or padding does not fit, or the stages would be too
///          large to keep: more than 2^24 score cells in all `n_heads` heads.
AttentionSettings settings_for(const AttentionOptions& options, arma::uword n_q, arma::uword n_k,
                               arma::uword n_heads = 1);

/// Whether stages are small enough to keep: at most 2^24 score cells in all heads.
bool stages_fit(arma::uword n_q, arma::uword n_k, arma::uword n_heads = 1);

/// Refuses stages too large to keep: more than 2^24 score cells in all heads.
/// Errors:  InputError with the numbers.
void require_stages_fit(arma::uword n_q, arma::uword n_k, arma::uword n_heads = 1);

/// The two stages that scores are made from.
struct Compared {
  std::string query = "query", key = "key";
};

/// Records scores, scaled, masked, weights and output of one group, from the stages that hold its
/// queries, keys and values. Returns the output.
///
///     O = softmax(Q Kᵀ / √d_k + mask) V
///
/// Shapes:  query (n_q × d_k), key (n_k × d_k), value (n_k × d_v), output (n_q × d_v)
/// Errors:  InputError if their shapes do not fit.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.1.
const arma::mat& record_attention(Trace& trace, const AttentionSettings& settings,
                                  const std::string& group = "", const Compared& compared = {});

/// Records scaled, masked and weights of one group, from its scores, which are recorded. Returns
/// the weights.
///
///     A = softmax(S / √d_k + mask)
///
/// Shapes:  scores (n_q × n_k), weights (n_q × n_k)
/// Errors:  InputError if the mask does not fit, or a score overflows.
const arma::mat& record_weights(Trace& trace, const AttentionSettings& settings,
                                const std::string& group, arma::uword d_k);

/// Records the output of one group, O = A V, from its weights and values, which are recorded.
/// Returns it.
/// Errors:  InputError if their shapes do not fit.
const arma::mat& record_output(Trace& trace, const std::string& group = "");

/// Stores a stage with its value.
const arma::mat& record(Trace& trace, Stage stage, arma::mat value);

/// Records a stage that is the product of two recorded ones, and a bias where there is one:
/// "Q = X W_Q + b_Q".
const arma::mat& record_projection(Trace& trace, Stage stage, const std::string& left,
                                   const std::string& right, const std::string& bias = "");

/// Adds a warning for each query that may attend to nothing: the first few by name, then how many.
void warn_of_empty_rows(Trace& trace, const AttentionSettings& settings);

/// The same for queries at these places.
void warn_of_empty_rows(Trace& trace, const arma::uvec& empty, EmptyRow empty_row);

/// Adds what was chosen to the configuration: scale, causal, mask, empty_row.
/// `scaled` is one of the scaled stages.
void add_attention_config(Trace& trace, const AttentionOptions& options, const Stage& scaled);

/// Adds what a pattern consists of to the configuration.
void add_pattern_config(Trace& trace, const MaskPattern& pattern);

/// Gives every stage that each sequence of a batch has for itself an axis of that size in front,
/// and says so in the configuration. What is learned, and angles of positions, are shared by all
/// sequences. Nothing happens where `n_batch` is 0.
void add_batch_axis(Trace& trace, arma::uword n_batch);

/// Refuses labels that are not one for each row.
/// Errors:  InputError naming the matrix and both numbers.
void require_one_label_per_row(const std::vector<std::string>& tokens, const arma::mat& rows,
                               const std::string& name);

/// One question put to attention.
struct AttentionProblem : AttentionOptions {
  std::variant<Embedded, Projected> tensors;
  std::vector<std::string> query_tokens, key_tokens;  ///< one label for each row of Q and of K
  arma::uword n_batch = 0;  ///< sequences at once, of which the tensors are one; 0: no such axis
};

/// Scaled dot-product attention, one stage at a time.
///
///     O = softmax(Q Kᵀ / √d_k + mask) V
///
/// Shapes:  see Embedded and Projected; the mask is (n_q × n_k)
/// Stages:  input [memory] wq wk wv query key value scores scaled masked weights output;
///          those before `query` only where there are embeddings
/// Errors:  InputError naming the matrices whose shapes do not fit
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, eq. (1)
Trace scaled_dot_product(const AttentionProblem& problem);

/// One question put to multi-head attention.
struct MultiHeadProblem : AttentionOptions, MultiHeadLayer {
  bool average = false;              ///< also record the mean of the heads' weights
  std::vector<arma::uword> heads{};  ///< record these alone, and nothing behind them; empty: all
  std::vector<std::string> query_tokens, key_tokens;
  arma::uword n_batch = 0;  ///< sequences at once, of which the tensors are one; 0: no such axis
};

/// Multi-head attention, one stage at a time.
///
///     Y = concat(O_0, …, O_{n_heads − 1}) W_O + b_O,   O_h = softmax(Q_h K_gᵀ / √d_k + mask) V_g
///
/// where head h reads its own columns of Q, and key-value head g = ⌊h · n_kv_heads / n_heads⌋.
///
/// Records  input wq bq wk bk wv bv query key value, then in each group "head 0", "head 1", ...
///          query key value (query_normed key_normed query_rotated key_rotated) scores scaled
///          masked weights output, then average where it is asked for, concat wo bo projected; a
///          table "parameters", and for self-attention "heads". Biases only where there are any.
/// Errors:  InputError if shapes do not fit, or as settings_for.
/// Source:  Vaswani et al. 2017, arXiv:1706.03762, §3.2.2; grouped queries: Ainslie et al. 2023,
///          arXiv:2305.13245.
Trace multi_head(const MultiHeadProblem& problem);

/// Scores, or a pattern of attention, that are given instead of queries and keys.
struct GivenAttention : AttentionOptions {
  enum class Kind { scores, pattern } kind = Kind::scores;
  arma::mat given;                 ///< scores, or how much each query looks at each key
  std::optional<arma::mat> V;      ///< without values there is no output
  std::optional<arma::uword> d_k;  ///< the width that scores came from, for √d_k
  std::vector<std::string> query_tokens, key_tokens;
  bool links_a_few = false;  ///< most of a pattern is left open on purpose: nobody is missed
  arma::uword n_batch = 0;   ///< sequences at once, of which this is one; 0: no such axis
};

/// Attention from scores or from a pattern on, one stage at a time.
///
///     A = softmax(S / √d_k + mask)     or     A(i, j) = P(i, j) / Σ over k of P(i, k)
///
/// where a pattern whose rows sum to 1, or are all 0, is A itself. Then O = A V. A row of a pattern
/// that is all 0 has weights 0 and a warning, and so has a key that nobody looks at, unless only a
/// few links are given.
///
/// Shapes:  given (n_q × n_k), V (n_k × d_v)
/// Stages:  scores scaled masked weights, or [pattern] weights; then [value output]
/// Errors:  InputError if shapes do not fit, a number of a pattern is negative or not finite, or as
///          settings_for; if scores are to be divided by √d_k and there is no d_k.
Trace given_attention(const GivenAttention& problem);

/// How keys are looked up, beside what attention makes of them.
struct Lookup {
  std::vector<std::string> entries{};  ///< what each key holds, in words; empty where nobody said
  std::optional<double> threshold{};   ///< picked is what scores above it; without one the largest
};

/// More rows than this nobody reads.
constexpr arma::uword kMostLookupRows = 10'000;

/// A lookup by hard choice beside the soft one: for each query and key the entry, the score,
/// whether it is picked, its part of all scores, and its weight.
///
///     picked = score > threshold,   or without one   score = max of the row but for rounding
///     part   = score / Σ scores of the row, only where none of them is negative
///
/// The scores are those of the trace, or the pattern or the weights where it begins with those. A
/// key that a query may not attend to is never picked.
///
/// Errors:  InputError if there is not one entry for each key, or more than kMostLookupRows rows.
Table lookup_table(const Trace& trace, const Lookup& lookup);

/// How much attention each key receives: the mean of its column of the weights, and its rank.
///
///     received(j) = Σ over i of A(i, j) / n_q
///
/// Beside it, where the trace begins with a pattern that is no distribution, the sum of the
/// pattern's column (the degree of a node, in a graph of similarities) and its rank; and where
/// queries and keys are the same tokens, their part of a long walk that goes from token to token by
/// the weights. Equal numbers share a rank.
Table received_table(const Trace& trace);

}  // namespace attn
