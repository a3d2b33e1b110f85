// One question put to attention, each answered by stages: why √d_k, temperature, dropout, fixed
// filters.
#pragma once

#include <armadillo>
#include <functional>
#include <variant>
#include <vector>

#include "mechanisms/attention/attention.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Attention that a study looks at: from words or matrices, from scores, or a pattern.
using AttentionToStudy = std::variant<AttentionProblem, GivenAttention>;

/// Its stages.
/// Errors:  as scaled_dot_product and given_attention
inline Trace stages_of_attention(const AttentionToStudy& attention) {
  if (const auto* given = std::get_if<GivenAttention>(&attention)) return given_attention(*given);
  return scaled_dot_product(std::get<AttentionProblem>(attention));
}

/// Whether there are values to mix, and so an output.
inline bool has_output(const Trace& trace) { return trace.stages.back().id == "output"; }

/// Attention, how many of its weights are dropped, and where the chances come from.
struct DropoutProblem {
  AttentionToStudy attention{};
  double p = 0.1;                     ///< the chance that a weight is dropped
  arma::uword n_draws = 3;            ///< draws that are shown
  arma::uword n_in_mean = 1000;       ///< draws that the mean is over, fewer for many weights
  std::function<double()> uniform{};  ///< evenly from [0, 1)
};

/// What inverted dropout does to weights in training, beside those of evaluation.
///
///     A'(i, j) = A(i, j) / (1 − p)  with chance 1 − p,  else 0
///
/// The mean of A' is A, so the rows sum to 1 on average; those of one draw do not. The mean takes
/// as many draws as 20,000,000 numbers allow, at least 10, at most n_in_mean.
///
/// Stages:  those of attention, then for each draw, "draw 1" …, dropped [mixed], and `mean`
/// Tables:  sums: the sum of each row; copying: what p costs a layer that is to copy its input
/// Errors:  InputError if p is not from 0 to below 1; or as attention
Trace dropout_study(const DropoutProblem& problem);

/// The mean squared error of a layer that is to copy a number of variance 1 and returns c times it,
/// while one weight of 1 is dropped with chance p.
struct CopyError {
  double training;    ///< c² / (1 − p) − 2c + 1, least at c = 1 − p, where it is p
  double evaluation;  ///< (c − 1)², which is p² there
};
CopyError copy_error(double c, double p);

/// Self-attention over some tokens, and the fixed filters to set beside it.
struct FilterProblem {
  AttentionProblem attention{};  ///< from embeddings, one sequence
  arma::uword n_taps = 3;        ///< of the moving average
  double alpha = 0.3;            ///< the newest token's share of the exponential average
};

/// Two filters with fixed weights and attention over the same tokens, before and after the first
/// token is changed: 1 is added to each number of its embedding. The weights of a filter stay.
///
///     groups  "moving average", "exponential average", "attention", and each "... changed"
///     tables  change: the largest change of the weights and of the output; costs
///
/// Errors:  InputError if attention is not of one sequence of embeddings; as moving_average_matrix,
///          exponential_average_matrix and scaled_dot_product
Trace filter_study(const FilterProblem& problem);

/// Which widths to try, with how many random queries, and where normal numbers come from.
struct ScalingProblem {
  std::vector<arma::uword> widths{8, 32, 64, 128, 256, 512};
  arma::uword n_pairs = 1000;
  arma::uword n_keys = 8;
  std::function<arma::mat(arma::uword n_rows, arma::uword n_cols)> normals;
};

/// What √d_k is for: random queries and keys of several widths d, with and without it.
///
///     Var(q·k) = d,   Var(q·k / √d) = 1   for independent entries of mean 0 and variance 1
///
/// Each query meets the keys of n_keys pairs in a row, so the same draws give its weights.
///
/// Stages:  variance largest entropy gradient, one row a width: the variance of q·k beside d, and
///          the means over all queries of the largest weight, the entropy and the norm of
///          softmax's Jacobian, without and with √d_k
/// Tables:  scaling: all of it, with the error to expect of so few pairs
/// Errors:  InputError if there are no widths, or fewer than 2 pairs or n_keys of them.
Trace scaling_study(const ScalingProblem& problem);

/// How far the variance of n_pairs products of width d is off, as a rule, as a share of d.
///
///     √(2 / (n − 1) + 6 / (d n))     about 4.5 % for 1000 pairs
double variance_error(arma::uword d, arma::uword n_pairs);

/// Scores of attention, and the temperatures that they are divided by.
struct TemperatureProblem {
  AttentionToStudy attention{};
  std::vector<double> temperatures{0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10};
};

/// The scores of the last query divided by T, from a hard maximum to weights that are all alike.
///
///     A_T = softmax(s / T)
///
/// Stages:  those of attention, then row divided tempered spread [mixed]: the scores of the last
///          query; divided by each T; as weights; how they are spread; and the output with them
/// Tables:  temperature
/// Errors:  InputError if a temperature is not a positive finite number, if they do not rise, if a
///          pattern has no scores, if the last query may attend to nothing; or as attention
Trace temperature_study(const TemperatureProblem& problem);

}  // namespace attn
