#include <algorithm>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/matrix/text_formats.hpp"

namespace attn {

namespace {

std::optional<double> quotient(std::string_view above, std::string_view below) {
  const auto dividend = parse_number(trimmed(above)), divisor = parse_number(trimmed(below));
  if (!dividend || !divisor || *divisor == 0.0) return std::nullopt;
  return *dividend / *divisor;
}

std::string_view without_sign(std::string_view number) {
  if (number.starts_with('-') || number.starts_with('+')) number.remove_prefix(1);
  return number;
}

// ½ and its like, which Unicode takes apart into 1⁄2, with a slash that is no other.
std::optional<double> fraction_in_one(std::string_view character) {
  constexpr std::string_view kSlash = "⁄";
  if (character.empty() || first_code_point(character).n_bytes < character.size())
    return std::nullopt;
  const std::string apart = folded_form(character);
  const auto at = apart.find(kSlash);
  if (at == apart.npos) return std::nullopt;
  return quotient(apart.substr(0, at), apart.substr(at + kSlash.size()));
}

// "-½", "1½".
std::optional<double> with_fraction(std::string_view text) {
  const std::string_view number = without_sign(text);
  const auto n_digits = static_cast<std::size_t>(
      std::find_if_not(number.begin(), number.end(), is_ascii_digit) - number.begin());
  const std::optional<double> whole =
      n_digits > 0 ? parse_number(number.substr(0, n_digits)) : std::optional(0.0);
  const std::optional<double> part = fraction_in_one(number.substr(n_digits));
  if (!whole || !part) return std::nullopt;
  return text.starts_with('-') ? -(*whole + *part) : *whole + *part;
}

}  // namespace

std::optional<double> written_number(std::string_view typed) {
  constexpr std::string_view kPartsOf = "分の";
  if (const std::optional<double> value = parse_number(typed)) return value;
  const std::string plain = in_plain_characters(typed);
  const std::string_view text = trimmed(plain, kBlanks);
  if (const auto at = text.find('/'); at != text.npos)
    return quotient(text.substr(0, at), text.substr(at + 1));
  if (const auto at = text.find(kPartsOf); at != text.npos)
    return quotient(text.substr(at + kPartsOf.size()), text.substr(0, at));
  if (const std::optional<double> value = parse_number(text)) return value;
  return with_fraction(text);
}

std::string_view without_percent_sign(std::string_view plain) {
  return plain.ends_with('%') ? trimmed(plain.substr(0, plain.size() - 1), kBlanks) : plain;
}

std::optional<double> number_with_decimal_comma(std::string_view plain) {
  const auto comma = plain.find(',');
  if (comma == plain.npos || comma == 0 || comma + 1 == plain.size() ||
      plain.find_first_of(",.", comma + 1) != plain.npos || plain.find('.') != plain.npos ||
      !is_ascii_digit(plain[comma - 1]) || !is_ascii_digit(plain[comma + 1]))
    return std::nullopt;
  std::string with_point(plain);
  with_point[comma] = '.';
  return parse_number(with_point);
}

std::optional<double> number_in_cell(std::string_view plain, const std::string& name) {
  if (const std::optional<double> value = written_number(plain)) return value;
  if (const std::optional<double> value = truth_value(plain)) {
    tell_truth_values(name);
    return value;
  }
  const std::string_view number = without_percent_sign(plain);
  std::optional<double> value = parse_number(number);
  if (!value) {
    value = number_with_decimal_comma(number);
    if (!value) return std::nullopt;
    tell_reading(message("{}: commas inside cells were read as decimal marks: 1,5 is 1.5.", name));
  }
  if (number == plain) return value;
  tell_reading(message("{}: percentages were read as parts of 1: 50% is 0.5.", name));
  return *value / 100.0;
}

bool has_doubtful_comma(std::string_view plain) {
  constexpr std::size_t kGroup = 3;
  const std::string_view number = without_sign(without_percent_sign(trimmed(plain)));
  const auto comma = number.find(',');
  if (comma == number.npos || comma == 0 || comma > kGroup || number.front() == '0') return false;
  const std::string_view behind = number.substr(comma + 1);
  return behind.size() == kGroup && are_ascii_digits(number.substr(0, comma)) &&
         are_ascii_digits(behind);
}

bool are_decimals(std::string_view behind_comma) {
  return behind_comma.size() > 1 && behind_comma[0] == '0' && is_ascii_digit(behind_comma[1]);
}

std::string doubt_about_comma(std::string_view plain) {
  std::string thousands(trimmed(plain)), decimals = thousands;
  std::erase(thousands, ',');
  std::replace(decimals.begin(), decimals.end(), ',', '.');
  return message("'{}' may be {} or {}: write one of these.", preview(trimmed(plain)), thousands,
                 decimals);
}

bool are_parted_thousands(std::string_view first, std::string_view second) {
  constexpr std::size_t kGroup = 3;
  first = without_sign(first);
  const std::string_view group = second.substr(0, second.find('.'));
  const std::string_view decimals = second.substr(std::min(group.size() + 1, second.size()));
  return first.size() <= kGroup && are_ascii_digits(first) && first.front() != '0' &&
         group.size() == kGroup && group.front() == '0' && are_ascii_digits(group) &&
         (decimals.empty() || are_ascii_digits(decimals));
}

bool begins_padded(std::string_view row) {
  const std::string_view number = without_sign(trimmed(row, kBlanks));
  return number.size() > 1 && number[0] == '0' && is_ascii_digit(number[1]);
}

std::string doubt_about_blank(std::string_view first, std::string_view second) {
  std::string_view alone = second;
  while (alone.size() > 1 && alone.front() == '0' && is_ascii_digit(alone[1]))
    alone.remove_prefix(1);
  return message("'{0} {1}' may be {0}{1} or two numbers: write {0}{1}, or {0} {2}.", first,
                 preview(second), preview(alone));
}

bool has_middle_dot(std::string_view typed) {
  return std::any_of(kMiddleDots.begin(), kMiddleDots.end(),
                     [&](std::string_view dot) { return typed.find(dot) != typed.npos; });
}

std::optional<double> truth_value(std::string_view word) {
  const std::string lower = lower_case(std::string(word));
  if (lower == "true") return 1.0;
  if (lower == "false") return 0.0;
  return std::nullopt;
}

// Two functions of one library take truth values in opposite senses.
void tell_truth_values(const std::string& name) {
  tell_reading(
      message("{}: True was read as 1, False as 0. In a mask, 1 means \"may attend\", as in "
              "F.scaled_dot_product_attention; True in a mask for nn.MultiheadAttention means "
              "blocked: of such a mask, save ~mask.",
              name));
}

}  // namespace attn
