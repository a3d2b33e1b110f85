#include "network/product.hpp"

#include <cmath>
#include <type_traits>
#include <vector>

#include "network/row_matrix.hpp"
#include "network/vectors.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

// C (m × n) of k terms each.
struct ProductShape {
  std::size_t m, n, k;
};

// Some that are done without a BLAS, around whole vectors and blocks of rows and of depth, and some
// that it does.
const ProductShape kProductShapes[] = {{1, 1, 1},   {5, 6, 7},     {3, 4, 9},    {1, 2, 16},
                                       {6, 6, 19},  {6, 8, 64},    {7, 9, 65},   {13, 16, 129},
                                       {5, 17, 20}, {33, 17, 65},  {64, 64, 64}, {1, 700, 9},
                                       {8, 33, 2},  {100, 1, 123}, {70, 65, 60}};

constexpr double kTimes = -0.5;

// A product within larger matrices, in whose place Armadillo's is expected; nothing else may
// change.
template <class Real, class Multiply, class Expected>
void check_product(const ProductShape& shape, std::size_t a_rows, std::size_t a_cols,
                   std::size_t b_rows, std::size_t b_cols, const Multiply& multiply,
                   const Expected& expected) {
  CAPTURE(shape.m, shape.n, shape.k);
  const RowMatrix<Real> all_A = random_rows<Real>(1, a_rows + 2, a_cols + 3),
                        all_B = random_rows<Real>(2, b_rows + 1, b_cols + 2);
  const Rows<const Real> A = all_A.rows().rows(1, a_rows).columns(2, a_cols),
                         B = all_B.rows().rows(0, b_rows).columns(1, b_cols);
  const arma::mat AB = expected(matrix_of(A), matrix_of(B));
  for (const Into into : {Into::replace, Into::add}) {
    RowMatrix<Real> all_C = random_rows<Real>(3, shape.m + 3, shape.n + 4);
    arma::mat whole = matrix_of(all_C);
    auto part = whole.submat(2, 1, arma::size(shape.m, shape.n));
    if (into == Into::replace) part.zeros();
    part += kTimes * AB;
    multiply(A, B, all_C.rows().rows(2, shape.m).columns(1, shape.n), into,
             static_cast<Real>(kTimes));
    CHECK(difference(matrix_of(all_C), whole, std::is_same_v<Real, float> ? 1e-5 : 1e-12) == "");
  }
}

template <class Real>
void check_all_products() {
  for (const ProductShape& shape : kProductShapes) {
    const auto [m, n, k] = shape;
    check_product<Real>(shape, m, k, k, n, Products<Real>::ab,
                        [](const arma::mat& A, const arma::mat& B) -> arma::mat { return A * B; });
    check_product<Real>(
        shape, m, k, n, k, Products<Real>::abt,
        [](const arma::mat& A, const arma::mat& B) -> arma::mat { return A * B.t(); });
    check_product<Real>(
        shape, k, m, k, n, Products<Real>::atb,
        [](const arma::mat& A, const arma::mat& B) -> arma::mat { return A.t() * B; });
  }
}

}  // namespace

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
  check_all_products<double>();
  check_all_products<float>();
  const NarrowVectors held;
  check_all_products<double>();
  check_all_products<float>();
}

TEST_CASE("Products: of nothing are 0", "[network][product]") {
  RowMatrix<float> C(1, 2, {3, 4});
  Products<float>::ab(RowMatrix<float>(1, 0), RowMatrix<float>(0, 2), C);
  CHECK((C.numbers == std::vector<float>{0, 0}));
}

TEST_CASE("Products: small ones have the digits of one sum after another", "[network][product]") {
  const RowMatrix<float> A = random_rows<float>(1, 7, 11), B = random_rows<float>(2, 10, 11);
  RowMatrix<float> wide(7, 10), narrow(7, 10);
  Products<float>::abt(A, B, wide, Into::replace, 0.25F);
  for (std::size_t i = 0; i < 7; ++i)
    for (std::size_t j = 0; j < 10; ++j) {
      float sum = 0;
      for (std::size_t k = 0; k < 11; ++k) sum += A.rows()(i, k) * B.rows()(j, k);
      CHECK(wide.rows()(i, j) == 0.25F * sum);
    }
  const NarrowVectors held;
  Products<float>::abt(A, B, narrow, Into::replace, 0.25F);
  CHECK((narrow.numbers == wide.numbers));
}

TEST_CASE("Products: what is replaced does not count, not even NaN", "[network][product]") {
  for (const std::size_t n : {1U, 40U}) {
    const RowMatrix<double> A(n, n, std::vector<double>(n * n, 2.0));
    const arma::mat all(n, n, arma::fill::value(4.0 * static_cast<double>(n)));
    for (const auto multiply :
         {Products<double>::ab, Products<double>::abt, Products<double>::atb}) {
      RowMatrix<double> C(n, n, std::vector<double>(n * n, std::nan("")));
      multiply(A, A, C, Into::replace, 1.0);
      CHECK(difference(matrix_of(C), all) == "");
    }
  }
}
