#include "support/attention_problem.hpp"

namespace attn {
std::vector<std::string> numbered_tokens(const std::string& letter, arma::uword n) {
  std::vector<std::string> tokens;
  for (arma::uword i = 0; i < n; ++i) tokens.push_back(letter + std::to_string(i));
  return tokens;
}

AttentionProblem problem_of(const Projected& projected) {
  return {.tensors = projected,
          .query_tokens = numbered_tokens("q", projected.Q.n_rows),
          .key_tokens = numbered_tokens("k", projected.K.n_rows)};
}

AttentionProblem problem_of(const Embedded& embedded) {
  const arma::mat& memory = embedded.memory ? *embedded.memory : embedded.X;
  return {.tensors = embedded,
          .query_tokens = numbered_tokens("q", embedded.X.n_rows),
          .key_tokens = numbered_tokens("k", memory.n_rows)};
}

}  // namespace attn
