#pragma once

#include <nlohmann/json_fwd.hpp>

#include "costs/formula/formula.hpp"

namespace attn {

/// The tree of a formula as the script of a page reads it: {"kind": "product", "number": "2",
/// "parts": [..]}. Numbers are digits, since they may be of any size.
nlohmann::ordered_json formula_data(const Formula& formula);

/// What a symbol stands for: {"symbol", "name", "value"}, the value as digits.
nlohmann::ordered_json argument_data(const Arguments::Argument& argument);

}  // namespace attn
