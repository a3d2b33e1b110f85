#pragma once

#include <armadillo>
#include <string>

#include "render/layout.hpp"

namespace attn {

/// How the numbers of one matrix are written: one format for all its cells.
///
/// Whole numbers are shown bare. Others get a fixed number of decimals; a value that is not zero
/// never prints as zero (it prints `<.001`), and zero never prints with a sign. Numbers too large
/// for a column are written as 1.23e+12.
class NumberFormat {
 public:
  /// `shares`: values between 0 and 1 that are written without a leading zero (".881").
  NumberFormat(const arma::mat& matrix, const Layout& layout, bool shares = false);

  /// The same with fewer decimals; a matrix of whole numbers stays as it is.
  NumberFormat with_precision(int precision) const;

  std::string operator()(double value) const;
  int precision() const { return precision_; }

 private:
  std::string tiny(bool negative) const;

  int precision_;
  bool whole_ = true;
  bool shares_;
  bool ascii_;
};

}  // namespace attn
