#include "cli/flags/flag_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/preview.hpp"
#include "base/suggest.hpp"
#include "base/text.hpp"

namespace attn {
namespace {

std::string shown(const std::string& text) { return text.empty() ? "''" : preview(text); }

std::optional<std::uint64_t> whole_number(const std::string& text) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
  return value;
}

}  // namespace

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
  constexpr const char* kBetween = ", ";
  std::vector<std::uint64_t> values;
  for (std::size_t at = text.find_first_not_of(kBetween); at != std::string::npos;) {
    const std::size_t end = std::min(text.find_first_of(kBetween, at), text.size());
    values.push_back(count_value(flag, text.substr(at, end - at), 0, most));
    at = text.find_first_not_of(kBetween, end);
  }
  if (values.empty()) count_value(flag, text, 0, most);  // refuses it
  return values;
}

std::vector<std::uint64_t> range_values(const std::string& flag, const std::string& text,
                                        std::uint64_t most, std::size_t n_most) {
  std::vector<std::uint64_t> values;
  for (const std::string& item : split(text, ',')) {
    const std::size_t colon = item.find(':');
    const auto first = whole_number(item.substr(0, colon));
    const auto last = colon == std::string::npos ? first : whole_number(item.substr(colon + 1));
    if (!first || !last || *first > *last || *last > most)
      throw InputError(
          message("{} must list whole numbers from 0 to {}, such as 1:30 or 1,4,7, but it is {}.",
                  flag, most, shown(text)));
    if (*last - *first >= n_most || values.size() + (*last - *first) >= n_most)
      throw InputError(message("{0} may list at most {1} numbers.", flag, n_most));
    for (std::uint64_t value = *first; value <= *last; ++value)
      if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

double number_value(const std::string& flag, const std::string& text) {
  const auto value = parse_number(text);
  if (value && std::isfinite(*value)) return *value;
  throw InputError(message("{} must be a number, but it is {}.", flag, shown(text)));
}

std::size_t choice_value(const std::string& flag, const std::string& text,
                         const std::vector<std::string>& choices) {
  const auto found = std::find(choices.begin(), choices.end(), text);
  if (found != choices.end()) return static_cast<std::size_t>(found - choices.begin());
  const std::string meant = nearest(text, choices);
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
  for (const std::string& item : split(text, ',')) {
    const std::size_t dash = item.find('-');
    const auto first = whole_number(item.substr(0, dash));
    const auto last = dash == std::string::npos ? first : whole_number(item.substr(dash + 1));
    if (!first || !last || *first > *last || *last >= n)
      throw InputError(
          message("{} must list numbers from 0 to {}, such as 0,2 or 0-3, but it is {}.", flag,
                  n - 1, shown(text)));
    for (std::uint64_t place = *first; place <= *last; ++place) places.insert(place);
  }
  return {places.begin(), places.end()};
}

}  // namespace attn
