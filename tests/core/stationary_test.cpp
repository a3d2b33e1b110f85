#include "core/stationary.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("stationary_distribution: by hand", "[core][stationary]") {
  // From a to b half of the time, from b always back: two thirds of the time at a.
  CHECK(difference(*stationary_distribution({{0.5, 0.5}, {1, 0}}),
                   arma::rowvec{2.0 / 3, 1.0 / 3}) == "");
  CHECK(difference(*stationary_distribution(single_cell(1.0)), arma::rowvec{1.0}) == "");
}

TEST_CASE("stationary_distribution: a step more changes nothing", "[core][stationary][property]") {
  std::mt19937 draws(5);
  for (arma::uword n = 1; n < 8; ++n) {
    arma::mat A = random_matrix(draws, n, n) + 1.5;
    A.each_col() /= arma::vec(arma::sum(A, 1));
    const arma::rowvec pi = *stationary_distribution(A);
    CHECK(difference(pi * A, pi) == "");
    CHECK(difference(arma::sum(pi, 1), arma::vec{1.0}) == "");
    // The slow way: many steps from anywhere.
    CHECK(difference(arma::powmat(A, 64).eval().row(n - 1), pi) == "");
  }
}

TEST_CASE("stationary_distribution: of similarities it is the degree", "[core][stationary]") {
  const arma::mat S{{1, 0.3, 0.2}, {0.3, 1, 0.4}, {0.2, 0.4, 1}};
  const arma::vec degrees = arma::sum(S, 1);
  CHECK(difference(*stationary_distribution(S.each_col() / degrees),
                   degrees.t() / arma::accu(degrees)) == "");
}

TEST_CASE("stationary_distribution: a causal walk ends at the first token", "[core][stationary]") {
  CHECK(difference(*stationary_distribution({{1, 0}, {0.5, 0.5}}), arma::rowvec{1, 0}) == "");
}

TEST_CASE("stationary_distribution: none where tokens keep apart", "[core][stationary]") {
  CHECK_FALSE(stationary_distribution({{1, 0}, {0, 1}}));
  CHECK_FALSE(stationary_distribution({{0.5, 0.5}, {0, 0}}));
}

TEST_CASE("stationary_distribution: refuses what is not square", "[core][stationary][error]") {
  CHECK_THROWS_MATCHES(
      stationary_distribution(arma::ones(2, 3)), InputError,
      Message("a walk from token to token needs as many keys as queries, but there "
              "are 2 queries and 3 keys."));
}
