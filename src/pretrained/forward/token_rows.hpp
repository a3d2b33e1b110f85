#pragma once

#include <algorithm>
#include <memory>

#include "network/rows.hpp"

namespace attn {

/// A matrix of its own, a token a row, whose numbers are not set at the beginning.
template <class Real>
class TokenRows {
 public:
  TokenRows() = default;
  TokenRows(std::size_t n_rows, std::size_t n_cols)
      : numbers_(std::make_unique_for_overwrite<Real[]>(n_rows * n_cols)),
        n_rows_(n_rows),
        n_cols_(n_cols) {}

  std::size_t n_rows() const { return n_rows_; }
  std::size_t n_cols() const { return n_cols_; }
  Rows<Real> rows() { return {numbers_.get(), n_rows_, n_cols_}; }
  Rows<const Real> rows() const { return {numbers_.get(), n_rows_, n_cols_}; }

  TokenRows copy() const {
    TokenRows other(n_rows_, n_cols_);
    std::copy_n(numbers_.get(), n_rows_ * n_cols_, other.numbers_.get());
    return other;
  }

 private:
  std::unique_ptr<Real[]> numbers_;
  std::size_t n_rows_ = 0, n_cols_ = 0;
};

}  // namespace attn
