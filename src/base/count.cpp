#include "base/count.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace attn {

Count count_of(std::uint64_t number) {
  static_assert(sizeof(unsigned long) >= sizeof(std::uint64_t));
  return Count(static_cast<unsigned long>(number));
}

Count power_of(std::uint64_t base, std::size_t exponent) {
  Count power;
  mpz_ui_pow_ui(power.get_mpz_t(), base, exponent);
  return power;
}

std::string count_text(const Count& count) { return in_groups_of_three(count.get_str()); }

double share_of(const Count& part, const Count& whole) {
  return whole == 0 ? 0.0 : mpq_class(part, whole).get_d();
}

double percent_of(const Count& part, const Count& whole) { return 100.0 * share_of(part, whole); }

std::string in_groups_of_three(std::string digits) {
  const std::size_t first = digits.starts_with('-') ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, 1, ',');
  }
  return digits;
}

std::string count_text(std::uint64_t count) { return in_groups_of_three(std::to_string(count)); }

using Json = nlohmann::ordered_json;

Json count_json(const Count& count) {
  static const Count kLargestExact = Count(1) << 53;
  if (abs(count) > kLargestExact) return count.get_str();
  return static_cast<std::int64_t>(count.get_si());
}

Json json_number(double value) {
  constexpr double kLargestWhole = 1e15;
  if (!std::isfinite(value)) return nullptr;
  if (value == std::floor(value) && std::abs(value) < kLargestWhole)
    return static_cast<std::int64_t>(value);
  return value;
}

}  // namespace attn
