#pragma once

#include <armadillo>
#include <functional>
#include <string>
#include <vector>

#include "practice/judge/check.hpp"

namespace attn {

/// A number or matrix that an exercise that comes with attn asks for, and its right value.
struct AskedNumber {
  const Worksheet* worksheet;
  const Field* field;
  arma::mat truth;

  /// The judgement of an answer by itself.
  FieldResult judged(const std::string& text) const;
  /// How a failure names the answer: "attention-by-hand variant 1, weights = 0.5: ".
  std::string place(const std::string& text) const;
};

std::vector<AskedNumber> asked_numbers();

/// A matrix as it is typed, "1, 2; 3, 4", with each cell written in some way.
std::string typed_cells(const arma::mat& matrix, const std::function<std::string(double)>& written);
std::string with_decimals(const arma::mat& matrix, int decimals);

/// The numbers with the digits behind so many decimals cut off, not rounded.
arma::mat cut_off(const arma::mat& matrix, int decimals);

}  // namespace attn
