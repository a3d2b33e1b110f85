#include "cli/flags/token_rows.hpp"

#include "base/message.hpp"
#include "data/matrix/read_matrix.hpp"

namespace attn {
namespace {

constexpr arma::uword kMostTokens = 100'000;  // as many as words

}  // namespace

arma::mat read_sequence(const Flag& flag, const std::vector<std::string>& keys) {
  arma::mat matrix = read_matrix(flag.text(), flag.name(), keys);
  if (matrix.n_rows > kMostTokens)
    throw InputError(message("{} has {} rows, one a token: expected at most {}. Give a part of it.",
                             flag.name(), matrix.n_rows, kMostTokens));
  return matrix;
}

std::vector<std::string> numbered(const std::string& prefix, arma::uword n) {
  std::vector<std::string> names;
  for (arma::uword i = 0; i < n; ++i) names.push_back(prefix + std::to_string(i));
  return names;
}

}  // namespace attn
