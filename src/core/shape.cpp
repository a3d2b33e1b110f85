#include "core/shape.hpp"

#include <type_traits>

#include "base/message.hpp"

namespace attn {

std::string shape_of(const arma::mat& matrix) {
  return fmt::format("{} x {}", matrix.n_rows, matrix.n_cols);
}

void require_not_empty(const std::string& name, const arma::mat& matrix) {
  require_not_empty(name, matrix.n_rows, matrix.n_cols);
}

void require_not_empty(const std::string& name, arma::uword n_rows, arma::uword n_cols) {
  if (n_rows > 0 && n_cols > 0) return;
  throw InputError(message("{} is {}: it needs at least one row and one column.", name,
                           fmt::format("{} x {}", n_rows, n_cols)));
}

void require_same_width(const std::string& name_a, const arma::mat& a, const std::string& name_b,
                        const arma::mat& b) {
  if (a.n_cols == b.n_cols) return;
  throw InputError(
      message("{0} and {2} must have the same number of columns: {0} is {1}, {2} is {3}.", name_a,
              shape_of(a), name_b, shape_of(b)));
}

void require_product(const std::string& name_a, const arma::mat& a, const std::string& name_b,
                     const arma::mat& b) {
  if (a.n_cols == b.n_rows) return;
  throw InputError(
      message("{0} times {2} needs as many columns in {0} as rows in {2}: {0} is {1}, {2} is {3}.",
              name_a, shape_of(a), name_b, shape_of(b)));
}

void require_same_height(const std::string& name_a, const arma::mat& a, const std::string& name_b,
                         const arma::mat& b) {
  if (a.n_rows == b.n_rows) return;
  throw InputError(message("{0} and {2} must have the same number of rows: {0} is {1}, {2} is {3}.",
                           name_a, shape_of(a), name_b, shape_of(b)));
}

void require_shape(const std::string& name, arma::uword rows_given, arma::uword cols_given,
                   arma::uword n_rows, arma::uword n_cols) {
  if (rows_given == n_rows && cols_given == n_cols) return;
  throw InputError(message("{} must be {} x {}, but it is {} x {}.", name, n_rows, n_cols,
                           rows_given, cols_given));
}

void require_bias(const std::string& name, arma::uword n_given, arma::uword n_columns) {
  if (n_given != 0) require_shape(name, 1, n_given, 1, n_columns);
}

template <class Real>
void require_finite(const std::string& name, const arma::Mat<Real>& product) {
  if (product.is_finite()) return;
  if constexpr (std::is_same_v<Real, float>)
    throw InputError(
        message("{} overflows: its entries do not fit a single-precision number. Use smaller "
                "numbers, or --dtype fp64.",
                name));
  throw InputError(message(
      "{} overflows: its entries do not fit a double-precision number. Use smaller numbers.",
      name));
}

template <class Real>
void require_finite_rows(const std::string& name, const arma::Mat<Real>& product,
                         const arma::Mat<Real>& X) {
  if (product.is_finite()) return;
  for (arma::uword i = 0; i < X.n_rows; ++i)
    if (X.row(i).is_finite()) require_finite(name, arma::Mat<Real>(product.row(i)));
}

template void require_finite(const std::string&, const arma::mat&);
template void require_finite(const std::string&, const arma::fmat&);
template void require_finite_rows(const std::string&, const arma::mat&, const arma::mat&);
template void require_finite_rows(const std::string&, const arma::fmat&, const arma::fmat&);

}  // namespace attn
