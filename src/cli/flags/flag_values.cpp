#include "cli/flags/flag_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/flags/dashes.hpp"
#include "data/matrix/read_matrix.hpp"

namespace attn {
namespace {

// What cannot be seen is named by its code.
std::string shown(const std::string& text) {
  if (text.empty()) return "''";
  const auto hidden = hidden_character(text);
  return hidden && *hidden >= 0 ? fmt::format("{} ({})", preview(text), character_code(*hidden))
                                : preview(text);
}

std::optional<std::uint64_t> whole_number(const std::string& typed) {
  const std::string text = plain_value(typed);
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

// Whole numbers from one to another.
struct NumberRange {
  std::uint64_t first, last;
};

// "3" or "3:7"; nothing where it is no such range.
std::optional<NumberRange> range_in(const std::string& item, std::string_view separator) {
  const std::vector<std::string> ends = split_value(item, separator);
  const auto first = whole_number(ends.front()), last = whole_number(ends.back());
  if (ends.size() > 2 || !first || !last || *first > *last) return std::nullopt;
  return NumberRange{*first, *last};
}

}  // namespace

std::string plain_value(const std::string& typed) {
  std::vector<std::string> remarks;
  return in_plain_characters(with_ascii_dashes(typed), remarks);
}

std::vector<std::string> split_value(const std::string& typed, std::string_view separators) {
  std::vector<std::string> parts{""};
  for (std::string_view rest = typed; !rest.empty();) {
    const std::string character(rest.substr(0, first_code_point(rest).n_bytes));
    rest.remove_prefix(character.size());
    const std::string plain = plain_value(character);
    if (plain.size() == 1 && separators.find(plain) != std::string_view::npos)
      parts.emplace_back();
    else
      parts.back() += character;
  }
  return parts;
}

std::uint64_t setting_value(const std::string& flag, const std::string& text, std::uint64_t least) {
  return count_value(flag, text, least, kLargestSetting);
}

std::uint64_t count_value(const std::string& flag, const std::string& text, std::uint64_t least,
                          std::uint64_t most) {
  const auto value = whole_number(text);
  if (value && *value >= least && *value <= most) return *value;
  throw InputError(message("{} must be a whole number from {} to {}, but it is {}.", flag, least,
                           most, shown(text)));
}

std::vector<std::uint64_t> count_values(const std::string& flag, const std::string& text,
                                        std::uint64_t most) {
  std::vector<std::uint64_t> values;
  for (const std::string& item : split_value(text, ", "))
    if (!item.empty()) values.push_back(count_value(flag, item, 0, most));
  if (values.empty()) count_value(flag, text, 0, most);  // refuses it
  return values;
}

std::vector<std::uint64_t> range_values(const std::string& flag, const std::string& text,
                                        std::uint64_t most, std::size_t n_most) {
  std::vector<std::uint64_t> values;
  for (const std::string& item : split_value(text, ",")) {
    const auto range = range_in(item, ":");
    if (!range || range->last > most)
      throw InputError(
          message("{} must list whole numbers from 0 to {}, such as 1:30 or 1,4,7, but it is {}.",
                  flag, most, shown(text)));
    const auto [first, last] = *range;
    if (last - first >= n_most || values.size() + (last - first) >= n_most)
      throw InputError(message("{0} may list at most {1} numbers.", flag, n_most));
    for (std::uint64_t value = first; value <= last; ++value)
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

double number_value(const std::string& flag, const std::string& text) {
  const auto value = written_number(with_ascii_dashes(text));
  if (value && std::isfinite(*value)) return *value;
  std::string refusal = message("{} must be a number, but it is {}.", flag, shown(text));
  const std::string plain = plain_value(text);
  if (has_doubtful_comma(plain))
    add_sentence(refusal, doubt_about_comma(plain));
  else if (has_middle_dot(text) || plain.find(',') != std::string::npos)
    add_sentence(refusal, decimal_point_advice());
  throw InputError(refusal);
}

std::size_t choice_value(const std::string& flag, const std::string& text,
                         const std::vector<std::string>& choices) {
  const std::string plain = plain_value(text);
  const auto found = std::find(choices.begin(), choices.end(), plain);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const std::string meant = nearest(plain, choices);
  if (meant.empty())
    throw InputError(
        message("{} must be one of {}, but it is {}.", flag, listed(choices), shown(text)));
  throw InputError(message("{} must be one of {}, but it is {}. Did you mean {}?", flag,
                           listed(choices), shown(text), meant));
}

void refuse_together(const std::string& flag, const std::string& other) {
  throw InputError(message("{} and {} cannot be used together.", flag, other));
}

std::vector<std::uint64_t> index_list(const std::string& flag, const std::string& text,
                                      std::uint64_t n) {
  std::set<std::uint64_t> places;
  for (const std::string& item : split_value(text, ",")) {
    const auto range = range_in(item, "-");
    if (!range || range->last >= n)
      throw InputError(
          message("{} must list numbers from 0 to {}, such as 0,2 or 0-3, but it is {}.", flag,
                  n - 1, shown(text)));
    for (std::uint64_t place = range->first; place <= range->last; ++place) places.insert(place);
  }
  return {places.begin(), places.end()};
}

}  // namespace attn
