#include "network/rows.hpp"

#include <type_traits>

#include "network/row_matrix.hpp"
#include "network/workers.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

TEST_CASE("Rows: views of one memory") {
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

TEST_CASE("Rows: one place of every sequence") {
  RowMatrix<double> X(6, 2, {0, 1, 10, 11, 20, 21, 30, 31, 40, 41, 50, 51});
  // Two sequences of three tokens, three sequences of two.
  CHECK(difference(matrix_of(X.rows().every(3, 1)), {{10, 11}, {40, 41}}) == "");
  CHECK(difference(matrix_of(X.rows().every(2, 1)), {{10, 11}, {30, 31}, {50, 51}}) == "");
  CHECK(difference(matrix_of(X.rows().rows(2, 4).every(2, 0).columns(1, 1)), arma::vec{21, 41}) ==
        "");
}

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

TEST_CASE("Products: by hand") {
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

TEST_CASE("Products: of views into larger matrices, as Armadillo has them") {
  check_all_products<double>();
  check_all_products<float>();
  const NarrowVectors held;
  check_all_products<double>();
  check_all_products<float>();
}

TEST_CASE("Products: of nothing are 0") {
  RowMatrix<float> C(1, 2, {3, 4});
  Products<float>::ab(RowMatrix<float>(1, 0), RowMatrix<float>(0, 2), C);
  CHECK((C.numbers == std::vector<float>{0, 0}));
}

TEST_CASE("Products: small ones have the digits of one sum after another") {
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

TEST_CASE("Products: what is replaced does not count, not even NaN") {
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

TEST_CASE("Parameters: tensors stand one behind another") {
  Parameters<double> all(1);
  const Parameter<double> W = all.add("W", 2, 3, Start::uniform(1));
  const Parameter<double> b = all.add("b", 3, Start::zeros());
  CHECK(all.size() == 9);
  REQUIRE(all.tensors().size() == 2);
  CHECK(all.tensors()[0].name == "W");
  CHECK_FALSE(all.tensors()[0].is_vector);
  CHECK(all.tensors()[1].name == "b");
  CHECK(all.tensors()[1].is_vector);
  CHECK(all.tensors()[1].first == 6);
  W.value()(1, 2) = 5;
  CHECK(all.values[5] == 5);
  b.gradient()(0, 1) = 4;
  CHECK(all.gradients[7] == 4);
  CHECK(all.gradient_of(all.tensors()[1])(0, 1) == 4);
  all.clear_gradients();
  CHECK(all.gradients == std::vector<double>(9, 0.0));
  CHECK(all.values[5] == 5);
}

TEST_CASE("Parameter: one that was never added does not exist") {
  Parameters<float> all(1);
  CHECK_FALSE(Parameter<float>().exists());
  CHECK(all.add("W", 1, 1, Start::zeros()).exists());
}

TEST_CASE("Start: constants, even numbers, normal numbers") {
  constexpr std::size_t kRows = 100, kCols = 100;
  Parameters<double> all(3);
  const auto numbers = [&](Start start) {
    const Rows<double> x = all.add("x", kRows, kCols, start).value();
    return std::vector<double>(x.data, x.data + x.size());
  };
  CHECK(numbers(Start::zeros()) == std::vector<double>(kRows * kCols, 0.0));
  CHECK(numbers(Start::ones()) == std::vector<double>(kRows * kCols, 1.0));

  // ±0.3, evenly: mean 0 ± 0.0017, and a variance of 0.3²/3.
  const arma::vec even(numbers(Start::uniform(0.3)));
  CHECK(even.min() >= -0.3);
  CHECK(even.min() < -0.299);
  CHECK(even.max() < 0.3);
  CHECK(even.max() > 0.299);
  CHECK(std::abs(arma::mean(even)) < 4 * 0.0018);
  CHECK(arma::var(even) == Approx(0.03).epsilon(0.05));

  const arma::vec normal(numbers(Start::normal(0.02)));
  CHECK(std::abs(arma::mean(normal)) < 4 * 0.0002);
  CHECK(arma::stddev(normal) == Approx(0.02).epsilon(0.03));
  CHECK(normal.max() > 0.06);
}

TEST_CASE("Parameters: the start hangs on the seed and the place of a tensor") {
  const auto begun = [](std::uint64_t seed) {
    Parameters<double> all(seed);
    all.add("first", 2, 2, Start::uniform(1));
    all.add("second", 2, 2, Start::uniform(1));
    return all.values;
  };
  CHECK(begun(1) == begun(1));
  CHECK(begun(1) != begun(2));
  const std::vector<double> values = begun(1);
  CHECK_FALSE(std::equal(values.begin(), values.begin() + 4, values.begin() + 4));
}

TEST_CASE("Parameters: float and double begin alike") {
  Parameters<float> in_float(9);
  Parameters<double> in_double(9);
  for (const Start start : {Start::uniform(0.5), Start::normal(0.5)}) {
    in_float.add("x", 3, 50, start);
    in_double.add("x", 3, 50, start);
  }
  double most = 0;
  for (std::size_t i = 0; i < in_float.size(); ++i)
    most = std::max(most, std::abs(static_cast<double>(in_float.values[i]) - in_double.values[i]));
  CHECK(most < 1e-7);
}

constexpr float kFloatInfinity = std::numeric_limits<float>::infinity();
constexpr float kFloatNaN = std::numeric_limits<float>::quiet_NaN();

// The largest error over a sweep; where `floor` is 1 an absolute one, where it is tiny a relative.
template <class Function, class Truth>
double worst_error(float first, float last, double floor, const Function& f, const Truth& truth) {
  constexpr int kSteps = 20000;
  double worst = 0.0;
  for (int i = 0; i <= kSteps; ++i) {
    const float x = first + (last - first) * static_cast<float>(i) / kSteps;
    const double expected = truth(static_cast<double>(x));
    const double error = std::abs(static_cast<double>(f(x)) - expected);
    worst = std::max(worst, error / std::max(std::abs(expected), floor));
  }
  return worst;
}

TEST_CASE("elementary::exp: near the C library's") {
  const auto exp = [](float x) { return elementary::exp(x); };
  const auto truth = [](double x) { return std::exp(x); };
  CHECK(worst_error(-87.0F, 88.0F, 0, exp, truth) < 1.5e-7);
  CHECK(worst_error(-1.0F, 1.0F, 0, exp, truth) < 1.5e-7);
  CHECK(elementary::exp(0.0F) == 1.0F);
  CHECK(elementary::exp(1.0) == std::exp(1.0));
}

TEST_CASE("elementary::exp: at its ends") {
  CHECK(elementary::exp(-kFloatInfinity) == 0.0F);
  CHECK(elementary::exp(-88.0F) == 0.0F);
  CHECK(elementary::exp(-1e30F) == 0.0F);
  CHECK(elementary::exp(88.0F) == Approx(1.6516362549940018e38));
  CHECK(elementary::exp(1000.0F) == elementary::exp(88.0F));
  CHECK(elementary::exp(kFloatInfinity) == elementary::exp(88.0F));
  CHECK(std::isnan(elementary::exp(kFloatNaN)));
  CHECK(std::isnan(elementary::exp(-kFloatNaN)));
}

TEST_CASE("elementary::tanh: near the C library's") {
  const auto tanh = [](float x) { return elementary::tanh(x); };
  CHECK(worst_error(-20.0F, 20.0F, 1, tanh, [](double x) { return std::tanh(x); }) < 2e-7);
  CHECK(worst_error(-1.0F, 1.0F, 1, tanh, [](double x) { return std::tanh(x); }) < 2e-7);
  CHECK(elementary::tanh(0.0F) == 0.0F);
  CHECK(elementary::tanh(kFloatInfinity) == 1.0F);
  CHECK(elementary::tanh(-kFloatInfinity) == -1.0F);
  CHECK(std::isnan(elementary::tanh(kFloatNaN)));
  CHECK(elementary::tanh(0.3) == std::tanh(0.3));
}

TEST_CASE("elementary::sigmoid: near 1 / (1 + e^-x), and 1/2 at 0") {
  const auto sigmoid = [](float x) { return elementary::sigmoid(x); };
  const auto truth = [](double x) { return 1.0 / (1.0 + std::exp(-x)); };
  CHECK(worst_error(-30.0F, 30.0F, 0, sigmoid, truth) < 3e-7);
  CHECK(elementary::sigmoid(0.0F) == 0.5F);
  CHECK(elementary::sigmoid(0.0) == 0.5);
  CHECK(elementary::sigmoid(kFloatInfinity) == 1.0F);
  CHECK(elementary::sigmoid(-kFloatInfinity) < 1e-37F);
}

TEST_CASE("elementary::log: near the C library's") {
  const auto log = [](float x) { return elementary::log(x); };
  const auto truth = [](double x) { return std::log(x); };
  CHECK(worst_error(0x1p-25F, 1.0F, 1, log, truth) < 2e-7);
  CHECK(worst_error(1.0F, 1000.0F, 1, log, truth) < 2e-7);
  CHECK(worst_error(0.5F, 2.0F, 1e-3, log, truth) < 5e-7);
  CHECK(elementary::log(1.0F) == 0.0F);
  // Powers of two, down to the least that is drawn.
  for (int n = -25; n <= 60; ++n)
    CHECK(elementary::log(std::ldexp(1.0F, n)) == Approx(n * std::numbers::ln2).epsilon(2e-7));
}

TEST_CASE("elementary::cos_of_turns, sin_of_turns: once around") {
  const auto angle = [](double v) { return 2 * std::numbers::pi * v; };
  CHECK(worst_error(
            -0.5F, 0.5F, 1, [](float v) { return elementary::cos_of_turns(v); },
            [&](double v) { return std::cos(angle(v)); }) < 8e-7);
  CHECK(worst_error(
            -0.5F, 0.5F, 1, [](float v) { return elementary::sin_of_turns(v); },
            [&](double v) { return std::sin(angle(v)); }) < 8e-7);
  CHECK(elementary::cos_of_turns(0.0F) == 1.0F);
  CHECK(elementary::sin_of_turns(0.0F) == 0.0F);
  CHECK(elementary::sin_of_turns(0.25F) == Approx(1.0F));
  CHECK(elementary::sin_of_turns(-0.25F) == Approx(-1.0F));
}

}  // namespace
