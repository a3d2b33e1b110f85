#include "practice/answer/wanted_form.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/answer_text.hpp"
#include "practice/judge/compare.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostItems = 12;

std::string listed_items(const Field& field) {
  if (field.items.size() <= kMostItems) return listed(field.items);
  const auto end = field.items.begin() + static_cast<std::ptrdiff_t>(kMostItems / 2);
  return message("{0} and so on, {1} in all", listed({field.items.begin(), end}),
                 field.items.size());
}

std::string list_form(const Field& field) {
  if (field.are_pairs)  // not the first, which pairs a word with itself
    return field.is_ordered
               ? message("{0} pairs such as {1}, the highest first", field.count, field.items[1])
               : message("{0} pairs such as {1}", field.count, field.items[1]);
  return field.is_ordered
             ? message("{0} of these, the highest first: {1}", field.count, listed_items(field))
             : message("{0} of these: {1}", field.count, listed_items(field));
}

// Whether the terms of a label are in both languages that attn itself speaks.
bool is_in_both(const Field& field) {
  return std::all_of(field.options.begin(), field.options.end(), [](const Option& option) {
    return !option.text.in("en").empty() && !option.text.in("ja").empty();
  });
}

std::string variables_of(const Field& field) {
  if (field.variables.size() < 2) return listed(field.variables);
  return message("{0} and {1}", listed({field.variables.begin(), field.variables.end() - 1}),
                 field.variables.back());
}

std::string expression_form(const Field& field) {
  const std::string variables = variables_of(field);
  return field.is_order ? message("an order of growth in {0}, with or without O( )", variables)
                        : message("a formula in {}", variables);
}

// How exact: digits where those are asked for, else the tolerance; "" for exactly.
std::string digits_text(const Field& field) {
  const Tolerance& tolerance = field.tolerance;
  if (tolerance.decimals == 0) return translated("to the nearest whole number");
  if (tolerance.decimals == 1) return translated("to 1 decimal");
  if (tolerance.decimals) return message("to {} decimals", *tolerance.decimals);
  if (tolerance.significant) return message("to {} significant digits", *tolerance.significant);
  const std::string allowed = allowed_text(tolerance);
  return allowed.empty() ? "" : message("within {}", allowed);
}

std::string number_form(const Field& field, const arma::mat& truth) {
  const std::string digits = digits_text(field);
  if (!digits.empty()) return message("a number, {}", digits);
  return are_whole_numbers(truth) ? translated("a whole number")
                                  : translated("an exact number, such as 1/3 or sqrt(2)");
}

// One row without labels is no matrix to the learner: a shape, say.
std::string matrix_form(const Field& field, const arma::mat& truth) {
  const std::string digits = digits_text(field);
  if (!digits.empty()) return message("{0}, {1}", size_text(truth), digits);
  if (!are_whole_numbers(truth)) return message("{}, exact numbers such as 1/3", size_text(truth));
  if (truth.n_rows > 1) return message("{}, whole numbers", size_text(truth));
  return truth.n_cols == 2 ? translated("two whole numbers")
                           : message("{} whole numbers in a row", truth.n_cols);
}

}  // namespace

std::string size_text(const arma::mat& matrix) {
  return fmt::format("{} × {}", matrix.n_rows, matrix.n_cols);
}

Tolerance asked_tolerance(Tolerance tolerance) {
  constexpr double kRounding = 1e-9;
  const auto half_a_unit = [](int digits) { return 0.5 * std::pow(10.0, -digits); };
  if (tolerance.absolute < kRounding) tolerance.absolute = 0.0;
  if (tolerance.relative < kRounding) tolerance.relative = 0.0;
  if (tolerance.decimals) tolerance.absolute = half_a_unit(*tolerance.decimals);
  if (tolerance.significant) tolerance.relative = half_a_unit(*tolerance.significant - 1);
  return tolerance;
}

std::optional<int> asked_decimals(const Tolerance& tolerance) {
  constexpr double kHair = 1e-9;  // 0.05 is half a tenth
  const Tolerance asked = asked_tolerance(tolerance);
  if (asked.decimals) return asked.decimals;
  if (asked.absolute <= 0.0) return std::nullopt;
  return static_cast<int>(std::ceil(-std::log10(2.0 * asked.absolute) - kHair));
}

std::string allowed_text(const Tolerance& given) {
  const Tolerance tolerance = asked_tolerance(given);
  if (tolerance.decimals == 0) return "";  // a whole number, or the one that is nearest
  if (tolerance.significant) return message("half a unit of digit {}", *tolerance.significant);
  std::string text = tolerance.absolute > 0 ? rough_number(tolerance.absolute) : "";
  if (tolerance.relative <= 0) return text;
  return text + (text.empty() ? "" : " / ") + rough_number(100 * tolerance.relative) + " %";
}

std::string allowed_sentence(const Tolerance& tolerance) {
  if (tolerance.significant)
    return message("An error of half a unit of digit {} is allowed.", *tolerance.significant);
  const std::string allowed = allowed_text(tolerance);
  return allowed.empty() ? "" : message("An error of {} is allowed.", allowed);
}

bool asks_whole_numbers(const Field& field, const arma::mat& truth) {
  const bool is_exact = field.tolerance.is_exact() || field.tolerance.decimals == 0;
  return field.is_numeric() && is_exact && are_whole_numbers(truth);
}

std::string wanted_form(const Field& field, const arma::mat& truth) {
  switch (field.kind) {
    case FieldKind::number:
      return number_form(field, truth);
    case FieldKind::matrix:
      return matrix_form(field, truth);
    case FieldKind::mask:
      return message("{} of 1 (may attend) and 0", size_text(truth));
    case FieldKind::choice:
      return message("one of {}", listed(field.option_letters()));
    case FieldKind::label:
      return is_in_both(field) ? translated("a technical term, in English or Japanese")
                               : translated("a technical term");
    case FieldKind::list:
      return list_form(field);
    case FieldKind::expression:
      return expression_form(field);
  }
  return "";
}

}  // namespace attn
