#include "support/asked_numbers.hpp"

#include <fmt/format.h>

#include <cmath>

#include "support/course_worksheets.hpp"

namespace attn {

FieldResult AskedNumber::judged(const std::string& text) const {
  return check_field(*worksheet, *field, {.name = field->name, .text = text}, {});
}

std::string AskedNumber::place(const std::string& text) const {
  return named(*worksheet) + field->name + " = " + text + ": ";
}

std::vector<AskedNumber> asked_numbers() {
  std::vector<AskedNumber> all;
  for (const Worksheet& worksheet : course_worksheets())
    for (const Field& field : worksheet.exercise().fields)
      if (field.is_graded && field.is_numeric()) {
        Worksheet right = worksheet.following();
        all.push_back({&worksheet, &field, right.numbers(field.name)});
      }
  return all;
}

std::string typed_cells(const arma::mat& matrix,
                        const std::function<std::string(double)>& written) {
  std::string text;
  for (arma::uword row = 0; row < matrix.n_rows; ++row)
    for (arma::uword col = 0; col < matrix.n_cols; ++col)
      text += (col > 0 ? ", " : row > 0 ? "; " : "") + written(matrix(row, col));
  return text;
}

std::string with_decimals(const arma::mat& matrix, int decimals) {
  return typed_cells(matrix,
                     [decimals](double cell) { return fmt::format("{:.{}f}", cell, decimals); });
}

arma::mat cut_off(const arma::mat& matrix, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return arma::trunc(matrix * unit * (1.0 + 1e-12)) / unit;
}

}  // namespace attn
