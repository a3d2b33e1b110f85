#pragma once

#include <nlohmann/json_fwd.hpp>

#include "base/count.hpp"

namespace attn {

/// A count as JSON: an integer, or above 2⁵³, where other programs would round it, its digits in a
/// string.
nlohmann::ordered_json count_json(const Count& count);

/// A real number as JSON: 2 rather than 2.0; null for what is not finite, which JSON cannot say.
nlohmann::ordered_json json_number(double value);

}  // namespace attn
