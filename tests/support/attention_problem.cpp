#include "support/attention_problem.hpp"

namespace attn {
namespace {

std::vector<std::string> numbered(const std::string& letter, arma::uword n) {
  std::vector<std::string> tokens;
  for (arma::uword i = 0; i < n; ++i) tokens.push_back(letter + std::to_string(i));
  return tokens;
}

}  // namespace

AttentionProblem problem_of(const Projected& projected) {
  return {.tensors = projected,
          .query_tokens = numbered("q", projected.Q.n_rows),
          .key_tokens = numbered("k", projected.K.n_rows)};
}

AttentionProblem problem_of(const Embedded& embedded) {
  const arma::mat& memory = embedded.memory ? *embedded.memory : embedded.X;
  return {.tensors = embedded,
          .query_tokens = numbered("q", embedded.X.n_rows),
          .key_tokens = numbered("k", memory.n_rows)};
}

}  // namespace attn
