#include "cli/flag_values.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "cli/nearest.hpp"
#include "core/error.hpp"
#include "core/message.hpp"
#include "data/number.hpp"
#include "data/preview.hpp"

namespace attn {
namespace {

std::string shown(const std::string& text) { return text.empty() ? "''" : preview(text); }

}  // namespace

std::uint64_t count_value(const std::string& flag, const std::string& text, std::uint64_t least,
                          std::uint64_t most) {
  std::uint64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec == std::errc() && read.ptr == end && value >= least && value <= most) return value;
  throw InputError(message("{} must be a whole number from {} to {}, but it is {}.", flag, least,
                           most, shown(text)));
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

}  // namespace attn
