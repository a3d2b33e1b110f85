#include "support/multi_head_problem.hpp"

#include "support/attention_problem.hpp"
#include "support/matrix.hpp"

namespace attn {
MultiHeadProblem random_problem(std::mt19937& draws, const MultiHeadSizes& sizes) {
  const bool crosses = sizes.d_key > 0;
  const arma::uword d_key = crosses ? sizes.d_key : sizes.d_model;
  const arma::uword width = sizes.counts.n_heads * sizes.d_k;
  const arma::uword kv_width = sizes.counts.n_kv_heads * sizes.d_k;
  const arma::uword value_width = sizes.counts.n_kv_heads * sizes.d_v;
  MultiHeadProblem problem;
  problem.X = random_matrix(draws, sizes.n_q, sizes.d_model);
  if (crosses) problem.memory = random_matrix(draws, sizes.n_k, d_key);
  MultiHeadWeights& w = problem.weights;
  w.W_Q = random_matrix(draws, sizes.d_model, width);
  w.W_K = random_matrix(draws, d_key, kv_width);
  w.W_V = random_matrix(draws, d_key, value_width);
  w.W_O = random_matrix(draws, sizes.counts.n_heads * sizes.d_v, sizes.d_model);
  if (sizes.bias) {
    w.b_Q = random_matrix(draws, 1, width);
    w.b_K = random_matrix(draws, 1, kv_width);
    w.b_V = random_matrix(draws, 1, value_width);
    w.b_O = random_matrix(draws, 1, sizes.d_model);
  }
  problem.counts = sizes.counts;
  problem.query_tokens = numbered_tokens("q", sizes.n_q);
  problem.key_tokens = crosses ? numbered_tokens("k", sizes.n_k) : problem.query_tokens;
  return problem;
}

}  // namespace attn
