#include "support/matrix.hpp"

#include <fmt/format.h>

#include <cmath>

namespace attn {

std::string difference(const arma::mat& given, const arma::mat& expected, double tolerance) {
  if (given.n_rows != expected.n_rows || given.n_cols != expected.n_cols)
    return fmt::format("the shape is {} x {}, expected {} x {}", given.n_rows, given.n_cols,
                       expected.n_rows, expected.n_cols);
  for (arma::uword i = 0; i < given.n_rows; ++i)
    for (arma::uword j = 0; j < given.n_cols; ++j) {
      const double a = given(i, j), b = expected(i, j);
      const bool agree = a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= tolerance;
      if (!agree) return fmt::format("cell [{}, {}] is {}, expected {}", i, j, a, b);
    }
  return "";
}

bool same(const arma::mat& a, const arma::mat& b) { return arma::approx_equal(a, b, "absdiff", 0); }

arma::mat single_cell(double value) { return arma::mat(1, 1, arma::fill::value(value)); }

arma::mat random_matrix(std::mt19937& draws, arma::uword n_rows, arma::uword n_cols) {
  arma::mat matrix(n_rows, n_cols);
  matrix.imbue([&draws] { return static_cast<double>(draws()) / 0x1p31 - 1.0; });
  return matrix;
}

}  // namespace attn
