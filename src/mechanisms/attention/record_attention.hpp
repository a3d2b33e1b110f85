#pragma once

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

}  // namespace attn
