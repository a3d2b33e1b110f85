#include "grading/handout/right_answers.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/judge/check.hpp"
#include "render/text/display_width.hpp"

namespace attn {
namespace {

// Digits that tell a right number from one that is off by more than a part of itself.
int digits_within(double relative) {
  return 1 + static_cast<int>(std::ceil(-std::log10(relative)));
}

std::string written_out(double value, const Tolerance& given) {
  const Tolerance tolerance = asked_tolerance(given);
  if (tolerance.decimals) return fixed_number(value, *tolerance.decimals);
  if (tolerance.significant) return significant_text(value, *tolerance.significant);
  if (const auto decimals = asked_decimals(given))
    return fixed_number(value, std::max(0, *decimals + 1));
  return tolerance.relative > 0 ? significant_text(value, digits_within(tolerance.relative))
                                : plain_number(value);
}

bool is_whole(const arma::mat& matrix) {
  return arma::all(arma::vectorise(matrix == arma::round(matrix)));
}

RightAnswer in_rows(const Field& field, const arma::mat& matrix) {
  const bool whole = is_whole(matrix);
  const auto text = [&](arma::uword row, arma::uword col) {
    const double value = matrix(row, col);
    return with_minus_sign(whole ? plain_number(value) : written_out(value, field.tolerance));
  };
  unsigned width = 0;
  for (arma::uword row = 0; row < matrix.n_rows; ++row)
    for (arma::uword col = 0; col < matrix.n_cols; ++col)
      width = std::max(width, display_width(text(row, col)));
  RightAnswer answer{.is_matrix = matrix.n_elem > 1};
  for (arma::uword row = 0; row < matrix.n_rows; ++row) {
    std::string& line = answer.lines.emplace_back();
    for (arma::uword col = 0; col < matrix.n_cols; ++col)
      line += (col == 0 ? "" : "  ") + pad_left(text(row, col), width);
  }
  return answer;
}

RightAnswer as_right(const Field& field, const arma::mat& truth) {
  const arma::mat answer = answer_of(field, truth);
  return field.has_cells() ? in_rows(field, answer) : RightAnswer{{answer_text(field, answer)}};
}

bool is_among(const std::vector<RightAnswer>& answers, const RightAnswer& one) {
  return std::any_of(answers.begin(), answers.end(),
                     [&](const RightAnswer& other) { return other.lines == one.lines; });
}

}  // namespace

std::vector<RightAnswer> right_answers(const Worksheet& worksheet, const Field& field) {
  std::vector<RightAnswer> answers{as_right(field, worksheet.numbers(field.name))};
  for (const Alternative& reading : worksheet.exercise().alternatives) {
    if (!reading.accepted || (reading.printed && worksheet.variant() != 0)) continue;
    const auto& truth = worksheet.under(reading, field);
    if (!truth || compare(field, answer_of(field, *truth), worksheet.numbers(field.name)).matches())
      continue;
    RightAnswer answer = as_right(field, *truth);
    if (const auto formula = reading.formulas.find(field.name);
        field.kind == FieldKind::expression && formula != reading.formulas.end())
      answer.lines = {formula->second};
    if (!is_among(answers, answer)) answers.push_back(std::move(answer));
  }
  return answers;
}

std::string allowed_on_paper(const Field& field) {
  return field.is_numeric() ? allowed_text(field.tolerance) : "";
}

}  // namespace attn
