#pragma once

#include <string_view>

namespace attn {

/// Whether a cell holds what a spreadsheet writes where a formula has no value: "#N/A", "#DIV/0!",
/// "#WERT!", "Err:502".
bool is_formula_error(std::string_view cell);

/// Whether a cell holds what a spreadsheet shows where a number has no room: "####".
bool is_number_without_room(std::string_view cell);

}  // namespace attn
