#include "practice/answer/written_digits.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
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

}  // namespace attn
