// Shapes as people write them, and what is refused where they do not fit.
#pragma once

#include <armadillo>
#include <string>

namespace attn {

/// The shape of a matrix as people write it: "3 x 4".
std::string shape_of(const arma::mat& matrix);

/// Refuses a matrix without rows or columns.
/// Errors: InputError naming the matrix and its shape.
void require_not_empty(const std::string& name, const arma::mat& matrix);
void require_not_empty(const std::string& name, arma::uword n_rows, arma::uword n_cols);

/// Refuses two matrices whose rows are of different widths, so that A Bᵀ has no meaning.
/// Errors: InputError naming both matrices and both shapes.
void require_same_width(const std::string& name_a, const arma::mat& a, const std::string& name_b,
                        const arma::mat& b);

/// Refuses two matrices that cannot be multiplied as A B.
/// Errors: InputError naming both matrices and both shapes.
void require_product(const std::string& name_a, const arma::mat& a, const std::string& name_b,
                     const arma::mat& b);

/// Refuses two matrices that should hold one row for each of the same things.
/// Errors: InputError naming both matrices and both shapes.
void require_same_height(const std::string& name_a, const arma::mat& a, const std::string& name_b,
                         const arma::mat& b);

/// Refuses a matrix whose shape is not n_rows x n_cols.
/// Errors: InputError naming the matrix, its shape and the expected one.
void require_shape(const std::string& name, arma::uword rows_given, arma::uword cols_given,
                   arma::uword n_rows, arma::uword n_cols);

/// Refuses a bias, a row that may be empty, unless it has one number for each column.
/// Errors: InputError naming it, its shape and the expected one.
void require_bias(const std::string& name, arma::uword n_given, arma::uword n_columns);

/// Refuses what left the range of its numbers, and would turn into NaN later on.
/// Errors:  InputError naming it, if an entry is not finite.
template <class Real>
void require_finite(const std::string& name, const arma::Mat<Real>& product);

/// The same for the rows that come from finite rows of X; an undefined row stays visible.
///
/// Shapes:  product (n × k), X (n × m)
template <class Real>
void require_finite_rows(const std::string& name, const arma::Mat<Real>& product,
                         const arma::Mat<Real>& X);

extern template void require_finite(const std::string&, const arma::mat&);
extern template void require_finite(const std::string&, const arma::fmat&);
extern template void require_finite_rows(const std::string&, const arma::mat&, const arma::mat&);
extern template void require_finite_rows(const std::string&, const arma::fmat&, const arma::fmat&);

}  // namespace attn
