#include "practice/answer/written_form.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/exercise/worksheet.hpp"

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

namespace {

std::string option_at(const Field& field, double place) {
  const bool is_one = place >= 0 && place < static_cast<double>(field.options.size());
  return is_one ? option_text(field, static_cast<std::size_t>(place)) : translated("another word");
}

std::string items_text(const Field& field, const arma::mat& places) {
  std::vector<std::string> items;
  for (const double place : places) items.push_back(field.items[static_cast<std::size_t>(place)]);
  return listed(items);
}

}  // namespace

std::string matrix_text(const arma::mat& matrix) {
  std::string text;
  for (arma::uword row = 0; row < matrix.n_rows; ++row) {
    if (row > 0) text += "; ";
    for (arma::uword col = 0; col < matrix.n_cols; ++col)
      text += (col > 0 ? " " : "") + plain_number(matrix(row, col));
  }
  return text;
}

std::string option_text(const Field& field, std::size_t place) {
  const std::string letter = field.option_letters()[place];
  const std::string& text = field.options[place].text.here();
  return text.empty() || text == letter ? letter : letter + "  " + text;
}

std::string answer_text(const Field& field, const arma::mat& answer) {
  switch (field.kind) {
    case FieldKind::number:
    case FieldKind::matrix:
    case FieldKind::mask:
      return matrix_text(answer);
    case FieldKind::choice:
      return option_at(field, answer(0));
    case FieldKind::label:
      return answer(0) < 0 ? option_at(field, -1)
                           : field.options[static_cast<std::size_t>(answer(0))].text.here();
    case FieldKind::list:
      return items_text(field, answer);
    case FieldKind::expression:
      return field.value_text;
  }
  return "";
}

namespace {

constexpr int kPerCentDecimals = 2;

// What the power of ten behind a number takes off its decimals: −1 for "e-1".
int power_of_ten(std::string_view behind) {
  if (behind.empty() || (behind.front() != 'e' && behind.front() != 'E')) return 0;
  behind.remove_prefix(1);
  if (behind.starts_with('+')) behind.remove_prefix(1);
  int power = 0;
  std::from_chars(behind.data(), behind.data() + behind.size(), power);
  return std::clamp(power, -kMostWrittenDecimals, kMostWrittenDecimals);
}

// A number in a text, and its decimals: -4 of 2.6e5.
struct WrittenNumber {
  double value = 0.0;
  int decimals = 0;
};

// The number whose digits begin at `at`, which is moved behind them.
std::optional<WrittenNumber> number_at(std::string_view text, std::size_t& at) {
  const std::size_t first = at;
  while (at < text.size() && is_ascii_digit(text[at])) ++at;
  const std::size_t point = at;
  if (at < text.size() && text[at] == '.') ++at;
  while (at < text.size() && is_ascii_digit(text[at])) ++at;
  const std::string_view digits = text.substr(first, at - first);
  const int n_decimals = static_cast<int>(
      std::min<std::size_t>(at > point ? at - point - 1 : 0, kMostWrittenDecimals));
  const std::string_view behind = text.substr(at);
  const bool is_per_cent = trimmed(behind).starts_with('%');
  const int power = power_of_ten(behind) - (is_per_cent ? kPerCentDecimals : 0);
  const auto value = parse_number(digits);
  if (!value) return std::nullopt;
  return WrittenNumber{*value * std::pow(10.0, power),
                       std::clamp(n_decimals - power, -kMostWrittenDecimals, kMostWrittenDecimals)};
}

std::vector<WrittenNumber> written_numbers(std::string_view text) {
  std::vector<WrittenNumber> numbers;
  for (std::size_t at = text.find_first_of("0123456789."); at != text.npos;
       at = text.find_first_of("0123456789.", at)) {
    const std::size_t before = at;
    if (const auto number = number_at(text, at)) numbers.push_back(*number);
    at = std::max(at, before + 1);
  }
  return numbers;
}

int decimals_where_typed(double cell, const std::vector<WrittenNumber>& numbers) {
  constexpr double kRounding = 1e-12;
  std::optional<int> most;
  for (const WrittenNumber& number : numbers)
    if (std::abs(number.value - std::abs(cell)) <= kRounding * std::abs(cell))
      most = std::max(most.value_or(0), number.decimals);
  return most.value_or(kMostWrittenDecimals);
}

}  // namespace

int typed_decimals(std::string_view text) {
  int most = 0;
  for (const WrittenNumber& number : written_numbers(text)) most = std::max(most, number.decimals);
  return most;
}

int decimals_of_one(std::string_view number) {
  const std::vector<WrittenNumber> numbers = written_numbers(number);
  return numbers.empty() ? 0 : numbers.front().decimals;
}

int typed_decimals(const Field& field, std::string_view text) {
  return field.is_numeric() ? typed_decimals(text) : 0;
}

std::vector<int> typed_in_cells(const Field& field, std::string_view text, const arma::mat& given) {
  std::vector<int> decimals;
  if (!field.is_numeric()) return decimals;
  const std::vector<WrittenNumber> numbers = written_numbers(text);
  for (const double cell : given) decimals.push_back(decimals_where_typed(cell, numbers));
  return decimals;
}

namespace {

constexpr double kLastExact =
    9007199254740992.0;  // 2^53: from here on, not every whole number is a double

bool is_whole(double value) { return value == std::floor(value) && std::abs(value) < kLastExact; }

}  // namespace

bool are_whole_numbers(const arma::mat& matrix) {
  return std::all_of(matrix.begin(), matrix.end(), [](double cell) {
    return std::isfinite(cell) && std::abs(cell - std::round(cell)) <= whole_hair(cell);
  });
}

std::string plain_number(double value) {
  constexpr int kDigits = 6;
  return is_whole(value) ? decimal_text(value, 0) : significant_text(value, kDigits);
}

std::string fixed_number(double value, int decimals) {
  const bool is_too_large = std::abs(value) >= kLastExact;
  return is_too_large ? plain_number(value) : decimal_text(value, decimals);
}

std::string rough_number(double value) {
  constexpr int kDigits = 2;
  return is_whole(value) ? plain_number(value) : significant_text(value, kDigits);
}

double half_unit(int decimals) {
  constexpr double kHair = 1e-6;
  return 0.5 * std::pow(10.0, -decimals) * (1.0 + kHair);
}

int decimals_of(const arma::mat& matrix, int most, double hair) {
  constexpr double kRounding = 1e-9;  // 0.1 + 0.2 is 0.3 here
  constexpr double kNothing = 1e-15;  // and less than that, of 0.1 + 0.2 - 0.3, is 0
  for (int decimals = 0; decimals < most; ++decimals) {
    const double unit = std::pow(10.0, decimals);
    const auto is_whole = [unit, hair](double cell) {
      const double scaled = cell * unit;
      const bool is_lost = std::abs(cell) > kNothing && std::round(scaled) == 0.0;
      return !is_lost &&
             std::abs(scaled - std::round(scaled)) <= std::max(std::abs(scaled) * kRounding, hair);
    };
    if (std::all_of(matrix.begin(), matrix.end(), is_whole)) return decimals;
  }
  return most;
}

}  // namespace attn
