#include "network/product.hpp"

#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("Products: by hand", "[network][product]") {
  const RowMatrix<double> A(2, 2, {1, 2, 3, 4}), B(2, 2, {5, 6, 7, 8});
  RowMatrix<double> C(2, 2);
  Products<double>::ab(A, B, C);
  CHECK(difference(matrix_of(C), {{19, 22}, {43, 50}}) == "");
  Products<double>::abt(A, B, C);  // rows by rows: 1·5 + 2·6
  CHECK(difference(matrix_of(C), {{17, 23}, {39, 53}}) == "");
  Products<double>::atb(A, B, C);  // columns by columns: 1·5 + 3·7
  CHECK(difference(matrix_of(C), {{26, 30}, {38, 44}}) == "");
  Products<double>::ab(A, B, C, Into::add, -2);
  CHECK(difference(matrix_of(C), {{26 - 38, 30 - 44}, {38 - 86, 44 - 100}}) == "");
}

TEST_CASE("Products: of views into larger matrices, as Armadillo has them", "[network][product]") {
  const RowMatrix<double> A = random_rows(1, 9, 11), B = random_rows(2, 12, 13);
  const Rows<const double> left = A.rows().rows(1, 5).columns(2, 7);
  const Rows<const double> right = B.rows().rows(3, 7).columns(4, 6);
  const arma::mat a = matrix_of(left), b = matrix_of(right);
  RowMatrix<double> whole = random_rows(3, 10, 10);
  const arma::mat before = matrix_of(whole);
  const auto result_in = [&whole](std::size_t n_rows, std::size_t n_cols) {
    return whole.rows().rows(2, n_rows).columns(1, n_cols);
  };
  Products<double>::ab(left, right, result_in(5, 6), Into::add, 0.5);
  arma::mat expected = before;
  expected.submat(2, 1, 6, 6) += 0.5 * a * b;
  CHECK(difference(matrix_of(whole), expected) == "");

  Products<double>::abt(left, left, result_in(5, 5), Into::replace, 3);
  expected.submat(2, 1, 6, 5) = 3 * a * a.t();
  CHECK(difference(matrix_of(whole), expected) == "");

  Products<double>::atb(right, right.columns(0, 4), result_in(6, 4));
  expected.submat(2, 1, 7, 4) = b.t() * b.cols(0, 3);
  CHECK(difference(matrix_of(whole), expected) == "");
}

TEST_CASE("Products: in float", "[network][product]") {
  const RowMatrix<float> A = random_rows<float>(1, 5, 7), B = random_rows<float>(2, 7, 6);
  RowMatrix<float> C(5, 6), D(5, 5), E(7, 7);
  Products<float>::ab(A, B, C);
  Products<float>::abt(A, A, D);
  Products<float>::atb(A, A, E);
  const arma::mat a = matrix_of(A), b = matrix_of(B);
  CHECK(difference(matrix_of(C), a * b, 1e-6) == "");
  CHECK(difference(matrix_of(D), a * a.t(), 1e-6) == "");
  CHECK(difference(matrix_of(E), a.t() * a, 1e-6) == "");
}

TEST_CASE("Products: what is replaced does not count, not even NaN", "[network][product]") {
  const RowMatrix<double> A(1, 1, {2}), B(1, 1, {3});
  RowMatrix<double> C(1, 1, {std::nan("")});
  Products<double>::ab(A, B, C);
  CHECK(C.numbers[0] == 6);
}
