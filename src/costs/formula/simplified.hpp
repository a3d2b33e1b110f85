#pragma once

#include <map>
#include <string>

#include "costs/formula/formula.hpp"

namespace attn {

/// What is known about the symbols of a formula beyond their names.
struct Equalities {
  std::map<std::string, Formula> symbols;  ///< what stands in place of a symbol: "h_kv" is h
  bool heads_fill_model = false;           ///< h d_h is d
};

/// The formula multiplied out, like terms joined, with equal things under one name:
/// T d d_h (h + 2 h_kv) with h_kv = h and h d_h = d is 3 T d^2. It has the same value wherever the
/// equalities hold and every quotient in it divides.
/// Errors: std::invalid_argument for a formula with cases, or divided by a symbol.
Formula simplified(const Formula& formula, const Equalities& equal);

}  // namespace attn
