#include "render/number/quantity_text.hpp"

#include <array>

#include "base/number.hpp"

namespace attn {
namespace {

constexpr std::array kDecimalPrefixes{"", "k", "M", "G", "T", "P", "E", "Z", "Y", "R", "Q"};
constexpr std::array kBinaryPrefixes{"", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei", "Zi", "Yi"};

// A power of ten, where no prefix is left.
Unit power_of_ten(const Count& largest, const std::string& base) {
  const std::size_t exponent = Count(abs(largest)).get_str().size() - 1;
  return {"10^" + std::to_string(exponent) + " " + base, power_of(10, exponent)};
}

// The last prefix whose factor goes into a number; `step` is from each prefix to the next.
template <std::size_t n>
Unit unit_for(const Count& largest, const std::array<const char*, n>& prefixes, unsigned step,
              const std::string& base) {
  const Count size = abs(largest);
  if (size >= power_of(step, n)) return power_of_ten(largest, base);
  std::size_t prefix = 0;
  while (prefix + 1 < n && size >= power_of(step, prefix + 1)) ++prefix;
  return {prefixes[prefix] + base, power_of(step, prefix)};
}

}  // namespace

Unit binary_unit_for(const Count& largest) { return unit_for(largest, kBinaryPrefixes, 1024, "B"); }

Unit decimal_unit_for(const Count& largest, const std::string& base) {
  return unit_for(largest, kDecimalPrefixes, 1000, base);
}

std::string in_unit(const Count& count, const Unit& unit, unsigned decimals) {
  if (unit.size == 1) return count_text(count);
  const Count scale = power_of(10, decimals);
  const Count parts = (2 * abs(count) * scale + unit.size) / (2 * unit.size);
  if (parts == 0 && count != 0) return (count < 0 ? ">-" : "<") + least_shown(decimals);
  std::string text = (count < 0 ? "-" : "") + count_text(parts / scale);
  if (decimals == 0) return text;
  const std::string rest = Count(parts % scale).get_str();
  return text + "." + std::string(decimals - rest.size(), '0') + rest;
}

cell::Quantity quantity_cell(const Count& count, const Unit& unit, unsigned decimals) {
  const bool is_whole = count % unit.size == 0;
  return {.number = count, .unit = unit, .decimals = is_whole ? 0 : decimals};
}

std::string with_unit(const Count& count, const Unit& unit, unsigned decimals) {
  return in_unit(count, unit, quantity_cell(count, unit, decimals).decimals) + " " + unit.name;
}

}  // namespace attn
