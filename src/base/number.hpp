#pragma once

#include <optional>
#include <string_view>

namespace attn {

/// The number that the whole text spells, or nothing if any character is left over.
/// A leading + and the minus sign U+2212 are read too, because the screen shows the latter and
/// people copy from it. Hexadecimal, digit grouping and the locale's decimal mark are not.
/// "nan", "inf" and numbers beyond the largest double give a value that is not finite, so that the
/// caller can refuse it by name.
std::optional<double> parse_number(std::string_view text);

}  // namespace attn
