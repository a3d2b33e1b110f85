#include "practice/recipe/engine.hpp"

#include <cmath>

#include "base/message.hpp"
#include "core/shape.hpp"

namespace attn {

const arma::mat& EngineCall::matrix(std::size_t i) const {
  const auto* numbers = std::get_if<arma::mat>(&arguments_.at(i));
  if (!numbers)
    throw InputError(
        message("argument {} must be numbers, and words were given; length(words) says how many "
                "there are.",
                i + 1));
  return *numbers;
}

const std::vector<std::string>& EngineCall::words(std::size_t i) const {
  const auto* words = std::get_if<std::vector<std::string>>(&arguments_.at(i));
  if (!words)
    throw InputError(message("argument {} must be words, and numbers were given.", i + 1));
  return *words;
}

const Expression& EngineCall::expression(std::size_t i) const {
  const auto* formula = std::get_if<Expression>(&arguments_.at(i));
  if (!formula)
    throw InputError(message("argument {} must be a formula: a question of that kind.", i + 1));
  return *formula;
}

double EngineCall::number(std::size_t i) const {
  return single_number(arguments_.at(i), message("argument {}", i + 1));
}

long long EngineCall::whole(std::size_t i, long long least, long long most) const {
  const double value = number(i);
  const bool fits = value == std::floor(value) && value >= static_cast<double>(least) &&
                    value <= static_cast<double>(most);
  if (!fits)
    throw InputError(message("argument {} must be a whole number from {} to {}, and is {}.", i + 1,
                             least, most, value));
  return static_cast<long long>(value);
}

arma::uword EngineCall::length(std::size_t i) const {
  return static_cast<arma::uword>(whole(i, 1, kMostRows));
}

arma::uword EngineCall::place(std::size_t i, arma::uword n) const {
  return static_cast<arma::uword>(whole(i, 0, static_cast<long long>(n) - 1));
}

Mask EngineCall::mask(std::size_t i, const arma::mat& scores) const {
  const arma::mat& numbers = matrix(i);
  if (arma::size(numbers) != arma::size(scores))
    throw InputError(
        message("the mask is {}, and what it is for is {}.", shape_of(numbers), shape_of(scores)));
  return mask_from_numbers(numbers);
}

void require_moderate(arma::uword n_rows, arma::uword n_cols) {
  if (n_rows <= kMostRows && n_cols <= kMostRows && n_rows * n_cols <= kMostCells) return;
  throw InputError(
      message("{} x {} is too large: a recipe makes at most {} rows or columns and {} "
              "cells.",
              n_rows, n_cols, kMostRows, kMostCells));
}

const std::vector<EngineFunction>& engine_functions() {
  static const std::vector<EngineFunction> all = [] {
    std::vector<EngineFunction> joined;
    for (const auto& part : {matrix_functions(), cell_functions(), attention_functions(),
                             layer_functions(), expression_functions(), draw_functions()})
      joined.insert(joined.end(), part.begin(), part.end());
    return joined;
  }();
  return all;
}

const EngineFunction* engine_function(const std::string& name) {
  for (const EngineFunction& function : engine_functions())
    if (function.name == name) return &function;
  return nullptr;
}

}  // namespace attn
