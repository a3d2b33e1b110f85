#pragma once

#include <cstddef>
#include <type_traits>

namespace attn {

/// A view of a matrix that somebody else keeps. A token is a row, and the numbers of a row are
/// neighbours in memory, so that whoever works on one token reads one piece of it.
///
/// Shapes:  (n_rows × n_cols); row i begins at data + i · stride
template <class Real>
struct Rows {
  Real* data = nullptr;
  std::size_t n_rows = 0, n_cols = 0;
  std::size_t stride = 0;

  Rows() = default;
  Rows(Real* first, std::size_t rows, std::size_t cols) : Rows(first, rows, cols, cols) {}
  Rows(Real* first, std::size_t rows, std::size_t cols, std::size_t from_row_to_row)
      : data(first), n_rows(rows), n_cols(cols), stride(from_row_to_row) {}

  /// Whoever may write may also read.
  operator Rows<const Real>() const requires(!std::is_const_v<Real>) {
    return {data, n_rows, n_cols, stride};
  }

  Real* row(std::size_t i) const { return data + i * stride; }
  Real& operator()(std::size_t i, std::size_t j) const { return data[i * stride + j]; }

  Rows rows(std::size_t first, std::size_t count) const {
    return {row(first), count, n_cols, stride};
  }
  Rows columns(std::size_t first, std::size_t count) const {
    return {data + first, n_rows, count, stride};
  }

  /// Every n-th row, beginning with one of the first n: one place of every sequence, where the
  /// tokens of a sequence of n stand one below another.
  Rows every(std::size_t n, std::size_t first) const {
    return {row(first), n_rows / n, n_cols, stride * n};
  }

  std::size_t size() const { return n_rows * n_cols; }
};

}  // namespace attn
