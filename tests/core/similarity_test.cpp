#include "core/similarity.hpp"

#include "base/message.hpp"
#include "core/positions.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("cosine_similarities: by hand", "[core][similarity]") {
  // (3, 4) has length 5: 3/5 of it points along (1, 0).
  CHECK(difference(cosine_similarities({{3, 4}, {0, 2}}, {{1, 0}, {-6, -8}}),
                   {{0.6, -1}, {0, -0.8}}) == "");
}

TEST_CASE("cosine_similarities: lengths do not matter", "[core][similarity][property]") {
  std::mt19937 draws(3);
  const arma::mat A = random_matrix(draws, 4, 6), B = random_matrix(draws, 5, 6);
  CHECK(difference(cosine_similarities(7.0 * A, 0.1 * B), cosine_similarities(A, B)) == "");
}

TEST_CASE("cosine_similarities: of encodings, by distance alone", "[core][similarity]") {
  const arma::vec positions = first_positions(20);
  const arma::mat PE = sinusoidal_encoding(positions, 8);
  const arma::vec frequencies = pair_frequencies(8);
  arma::mat expected(20, 20);
  for (arma::uword p = 0; p < 20; ++p)
    for (arma::uword q = 0; q < 20; ++q)
      expected(p, q) = arma::mean(arma::cos((positions(p) - positions(q)) * frequencies));
  CHECK(difference(cosine_similarities(PE, PE), expected) == "");
}

TEST_CASE("cosine_similarities: a row of zeros is like nothing", "[core][similarity]") {
  CHECK(difference(cosine_similarities(arma::rowvec{0, 0}, {{1, 2}, {0, 0}}), arma::rowvec{0, 0}) ==
        "");
}

TEST_CASE("cosine_similarities: refuses different widths", "[core][similarity][error]") {
  CHECK_THROWS_MATCHES(
      cosine_similarities(arma::ones(2, 3), arma::ones(2, 4)), InputError,
      Message("A and B must have the same number of columns: A is 2 x 3, B is 2 x 4."));
}
