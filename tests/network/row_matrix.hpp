#pragma once

#include <armadillo>
#include <cstdint>
#include <initializer_list>
#include <utility>
#include <vector>

#include "network/draws.hpp"
#include "network/rows.hpp"

namespace attn {

/// A matrix that keeps its numbers as Rows wants them: row by row.
template <class Real>
struct RowMatrix {
  std::vector<Real> numbers;
  std::size_t n_rows = 0, n_cols = 0;

  RowMatrix() = default;
  RowMatrix(std::size_t rows, std::size_t cols) : RowMatrix(rows, cols, std::vector<Real>()) {}
  RowMatrix(std::size_t rows, std::size_t cols, std::vector<Real> all)
      : numbers(std::move(all)), n_rows(rows), n_cols(cols) {
    numbers.resize(rows * cols);
  }

  Rows<Real> rows() { return {numbers.data(), n_rows, n_cols}; }
  Rows<const Real> rows() const { return {numbers.data(), n_rows, n_cols}; }
  operator Rows<Real>() { return rows(); }
  operator Rows<const Real>() const { return rows(); }
};

/// Numbers from −1 to 1, the same on every platform.
template <class Real = double>
RowMatrix<Real> random_rows(std::uint64_t seed, std::size_t n_rows, std::size_t n_cols) {
  const Draws draws(seed, 0, 0);
  RowMatrix<Real> X(n_rows, n_cols);
  for (std::size_t i = 0; i < X.numbers.size(); ++i)
    X.numbers[i] = static_cast<Real>(2 * draws.uniform(static_cast<std::uint32_t>(i)) - 1);
  return X;
}

/// The same numbers as the functions of core take them.
template <class Element>
arma::mat matrix_of(Rows<Element> X) {
  arma::mat copy(X.n_rows, X.n_cols);
  for (std::size_t i = 0; i < X.n_rows; ++i)
    for (std::size_t j = 0; j < X.n_cols; ++j) copy(i, j) = static_cast<double>(X(i, j));
  return copy;
}
template <class Real>
arma::mat matrix_of(const RowMatrix<Real>& X) {
  return matrix_of(X.rows());
}

/// And back.
inline RowMatrix<double> rows_of(const arma::mat& X) {
  RowMatrix<double> copy(X.n_rows, X.n_cols);
  for (arma::uword i = 0; i < X.n_rows; ++i)
    for (arma::uword j = 0; j < X.n_cols; ++j) copy.rows()(i, j) = X(i, j);
  return copy;
}

/// Writes numbers over a view, row by row.
template <class Real>
void set_rows(Rows<Real> X, const std::vector<Real>& numbers) {
  for (std::size_t i = 0; i < X.size(); ++i) X(i / X.n_cols, i % X.n_cols) = numbers.at(i);
}

/// All numbers in one vector, to be compared to the last bit.
template <class Real>
std::vector<Real> joined(std::initializer_list<std::vector<Real>> parts) {
  std::vector<Real> all;
  for (const std::vector<Real>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

}  // namespace attn
