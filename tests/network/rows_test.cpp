#include "network/rows.hpp"

#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("Rows: views of one memory", "[network][rows]") {
  RowMatrix<double> X(4, 3, {0, 1, 2, 10, 11, 12, 20, 21, 22, 30, 31, 32});
  const Rows<double> all = X;
  CHECK(all.size() == 12);
  CHECK(all(2, 1) == 21);
  CHECK(difference(matrix_of(all.rows(1, 2)), {{10, 11, 12}, {20, 21, 22}}) == "");
  CHECK(difference(matrix_of(all.columns(1, 2)), {{1, 2}, {11, 12}, {21, 22}, {31, 32}}) == "");
  CHECK(difference(matrix_of(all.rows(2, 2).columns(0, 1)), arma::vec{20, 30}) == "");
  all.columns(2, 1).rows(3, 1)(0, 0) = -1;
  CHECK(X.numbers[11] == -1);
}

TEST_CASE("Rows: one place of every sequence", "[network][rows]") {
  RowMatrix<double> X(6, 2, {0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 50, 51});
  // Two sequences of three tokens, three sequences of two.
  CHECK(difference(matrix_of(X.rows().every(3, 1)), {{10, 11}, {40, 41}}) == "");
  CHECK(difference(matrix_of(X.rows().every(2, 1)), {{10, 11}, {30, 31}, {50, 51}}) == "");
  CHECK(difference(matrix_of(X.rows().rows(2, 4).every(2, 0).columns(1, 1)), arma::vec{21, 41}) ==
        "");
}
