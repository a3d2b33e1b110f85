// Whole numbers of any size, exact, and numbers as JSON.
#pragma once

#include <gmpxx.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace attn {

/// An exact whole number of any size: a product of large settings never wraps round.
using Count = mpz_class;

/// A setting as a count, to go on counting with: n_layers, d_model.
Count count_of(std::uint64_t number);

/// A power as an exact number: 1024^8.
Count power_of(std::uint64_t base, std::size_t exponent);

/// The digits in groups of three, the same in every locale: "6,738,415,616".
std::string count_text(const Count& count);

/// A part as a share of the whole, 0 to 1; 0 of nothing.
double share_of(const Count& part, const Count& whole);

/// The same in percent.
double percent_of(const Count& part, const Count& whole);

/// What numbers on the screen are counted in: a name and how many of the base it stands for.
struct Unit {
  std::string name{};  ///< "GiB", "TFLOP"; beyond the last prefix "10^33 FLOP"
  Count size = 1;      ///< 1,073,741,824
};

/// The digits of a whole number in groups of three, the same in every locale: "1,048,576".
std::string in_groups_of_three(std::string digits);

/// The same for a count.
std::string count_text(std::uint64_t count);

/// A count as JSON: an integer, or above 2⁵³, where other programs would round it, its digits in a
/// string.
nlohmann::ordered_json count_json(const Count& count);

/// A real number as JSON: 2 rather than 2.0; null for what is not finite, which JSON cannot say.
nlohmann::ordered_json json_number(double value);

/// A whole number of JSON from 0 to the largest; nothing for any other value: the library's own
/// conversion reads -1, true and 1e90 as some other count.
template <typename Json>
std::optional<std::uint64_t> whole_in(
    const Json& value, std::uint64_t largest = std::numeric_limits<std::uint64_t>::max()) {
  if (!value.is_number_unsigned()) return std::nullopt;
  const auto number = value.template get<std::uint64_t>();
  return number <= largest ? std::optional(number) : std::nullopt;
}

}  // namespace attn
