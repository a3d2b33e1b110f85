#include "render/page/matrix_data.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("numbers_of: row by row, the lowest byte first") {
  CHECK(numbers_of(arma::mat(1, 1, arma::fill::ones)) == "AAAAAAAA8D8=");
  CHECK(numbers_of(arma::mat{{1.0, 2.0}, {0.0, -1.0}}) !=
        numbers_of(arma::mat{{1.0, 0.0}, {2.0, -1.0}}));
}

TEST_CASE("letters_of: a byte for each cell") {
  BlockedCells blocked(1, 3, arma::fill::zeros);
  blocked(0, 1) = 'c';
  CHECK(letters_of(blocked) == "AGMA");
}
