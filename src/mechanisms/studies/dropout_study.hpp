#pragma once

#include <functional>

#include "mechanisms/studies/attention_to_study.hpp"

namespace attn {

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

}  // namespace attn
