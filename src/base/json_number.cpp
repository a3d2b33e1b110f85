#include "base/json_number.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

namespace attn {

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
