#pragma once

#include <string_view>

namespace attn {

/// The most decimals that a number has in a text, zeros at its end included: 4 of "0.7310", 2 of
/// "1.5; 12.50". Of a percentage there are two more, and 7.310e-1 has four.
int typed_decimals(std::string_view text);

}  // namespace attn
