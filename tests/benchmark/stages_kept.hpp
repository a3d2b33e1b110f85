#pragma once

#include "benchmark/attention_input.hpp"

namespace attn {

// What fused attention is compared with: the same numbers, one whole matrix after the other.

/// All that one head leaves behind when its stages are kept.
template <class Real>
struct HeadStages {
  arma::Mat<Real> scores, scaled, weights, output;
};

/// Every stage of every head in double, by the functions of core: what the program does when
/// stages are shown.
std::vector<HeadStages<double>> stages_of_core(const AttentionInput<double>& input);

/// Every stage of every head in plain Armadillo.
template <class Real>
std::vector<HeadStages<Real>> stages_in_armadillo(const AttentionInput<Real>& input);

/// The output alone in plain Armadillo: each head's scores are turned into weights where they are
/// and given back before the next head. The thriftiest that has a matrix of scores.
///
/// Shapes:  result (n × n_heads·d_head)
template <class Real>
arma::Mat<Real> one_head_at_a_time(const AttentionInput<Real>& input);

}  // namespace attn
