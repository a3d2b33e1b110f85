// Real numbers from text and as text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The number that the whole text spells, or nothing if any character is left over.
/// A leading + and the minus sign U+2212 are read too, because the screen shows the latter and
/// people copy from it. Hexadecimal, digit grouping and the locale's decimal mark are not.
/// "nan", "inf" and numbers beyond the largest double give a value that is not finite, so that the
/// caller can refuse it by name.
std::optional<double> parse_number(std::string_view text);

// Numbers as text: what every way of writing them has in common.

/// Whether text of a number has no digit but 0: "0.000", "-0". Asked of the text, because whether
/// half a unit rounds up differs from one double to the next.
bool is_written_as_zero(const std::string& text);

/// A zero without its sign: "0.00" for "-0.00"; any other text as it is.
std::string without_minus_zero(std::string text);

/// The sign of mathematics for that of the keyboard: "−0.579" for "-0.579".
std::string with_minus_sign(std::string text);

/// "nan", "inf" or "-inf". A NaN has no sign, since that would depend on the processor.
std::string not_finite_text(double value);

/// A number with that many decimals, never "-0.000": "-0.579".
std::string decimal_text(double value, int decimals);

/// A number with at most that many digits that count, never "-0": "0.003906", "1e-05".
std::string significant_text(double value, int digits);

/// A quotient that is no whole number, in four digits or as many as it takes to see that: "2.5",
/// "21.33", "128.03".
std::string uneven_quotient_text(std::uint64_t dividend, std::uint64_t divisor);

/// The least number that this many decimals can show, as it stands after a "<": ".001".
std::string least_shown(unsigned decimals);

/// A number for people, with that many decimals; what is not zero is not written as one: "−0.58",
/// "<0.01", ">−0.01".
std::string shown_decimals(double value, int decimals);

/// A number as short as possible while still reading back as the same double; −0 is written 0.
std::string exact(double value);

}  // namespace attn
