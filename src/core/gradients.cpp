#include "core/gradients.hpp"

#include "base/message.hpp"
#include "core/shape.hpp"
#include "core/statistics.hpp"

namespace attn {

namespace {

void require_same_shape(const std::string& name, const arma::mat& given, const arma::mat& other) {
  require_shape(name, given.n_rows, given.n_cols, other.n_rows, other.n_cols);
}

double difference_but_for_rounding(double a, double b) {
  return are_equal_but_for_rounding(a, b) ? 0.0 : a - b;
}

arma::mat errors_of(const arma::mat& Y, const arma::mat& T) {
  require_same_shape("T", T, Y);
  arma::mat errors(arma::size(Y));
  for (arma::uword cell = 0; cell < Y.n_elem; ++cell)
    errors[cell] = difference_but_for_rounding(Y[cell], T[cell]);
  return errors;
}

}  // namespace

arma::mat gradient_product(const arma::mat& A, bool turns_A, const arma::mat& B, bool turns_B) {
  const arma::mat left = turns_A ? A.t() : A, right = turns_B ? B.t() : B;
  require_product("A", left, "B", right);
  arma::mat product = left * right;
  require_finite(translated("a gradient"), product);
  clear_cancelled(product, left, right);
  return product;
}

arma::mat softmax_gradient(const arma::mat& A, const arma::mat& dA, const BlockedCells& blocked) {
  require_same_shape("dA", dA, A);
  arma::mat dZ(arma::size(A), arma::fill::zeros);
  for (arma::uword i = 0; i < A.n_rows; ++i) {
    const double mean = sum_but_for_rounding(A.row(i) % dA.row(i));
    for (arma::uword j = 0; j < A.n_cols; ++j)
      if (A(i, j) != 0.0 && (blocked.is_empty() || blocked(i, j) == 0))
        dZ(i, j) = A(i, j) * difference_but_for_rounding(dA(i, j), mean);
  }
  require_finite(translated("a gradient"), dZ);
  return dZ;
}

arma::mat softmax_jacobian(const arma::rowvec& a) { return arma::diagmat(a) - a.t() * a; }

double mean_squared_error(const arma::mat& Y, const arma::mat& T) {
  const arma::mat errors = errors_of(Y, T);
  const arma::mat loss(
      1, 1, arma::fill::value(arma::accu(errors % errors) / static_cast<double>(Y.n_elem)));
  require_finite(translated("the loss"), loss);
  return loss(0, 0);
}

arma::mat mean_squared_error_gradient(const arma::mat& Y, const arma::mat& T) {
  arma::mat dY = 2.0 * errors_of(Y, T) / static_cast<double>(Y.n_elem);
  require_finite(translated("a gradient"), dY);
  return dY;
}

arma::mat rotated_back(const arma::mat& dX, const arma::mat& angles, Pairing pairing) {
  return rotated(dX, -angles, pairing);
}

arma::vec softmax_jacobian_norms(const arma::mat& A) {
  const arma::mat squares = A % A;
  const arma::vec sum_of_squares = arma::sum(squares, 1);
  arma::vec norms = sum_of_squares - 2.0 * arma::sum(squares % A, 1);
  norms += sum_of_squares % sum_of_squares;
  return arma::sqrt(arma::clamp(norms, 0.0, arma::datum::inf));  // rounding may fall below 0
}

}  // namespace attn
