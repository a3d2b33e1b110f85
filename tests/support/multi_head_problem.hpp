#pragma once

#include <random>

#include "mechanisms/attention/attention.hpp"

namespace attn {

/// The sizes of a problem. A width of 0 for the memory means none: self-attention.
struct MultiHeadSizes {
  HeadCounts counts{2, 2};
  arma::uword d_model = 4, d_k = 2, d_v = 2, n_q = 3, n_k = 3, d_key = 0;
  bool bias = false;
};

/// A problem of random numbers from -1 to 1, with made-up tokens: q0, q1... and k0, k1...
MultiHeadProblem random_problem(std::mt19937& draws, const MultiHeadSizes& sizes);

}  // namespace attn
