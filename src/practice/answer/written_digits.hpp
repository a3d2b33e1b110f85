#pragma once

#include <string_view>

#include "practice/exercise.hpp"

namespace attn {

/// The most decimals that a number has in a text, zeros at its end included: 4 of "0.7310", 2 of
/// "1.5; 12.50". Of a percentage there are two more, and 7.310e-1 has four.
int typed_decimals(std::string_view text);

/// The same of an answer to a field: of a single number worked out in a chain of sides those of the
/// last, 1 of "2 * 0.35 = 0.7"; 0 where no numbers are asked for.
int typed_decimals(const Field& field, std::string_view text);

}  // namespace attn
