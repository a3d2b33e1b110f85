#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// What stands behind a number without belonging to it: "4 times", "30 個", "85.9°", "40.1 %".
struct NumberAndUnit {
  std::string_view number;  ///< the rest of the text
  double factor = 1.0;  ///< what the unit multiplies by: 0.01 for %, π/180 for degrees, 1e4 for 万
  bool is_degrees = false;
  std::vector<std::string_view> nouns{};  ///< what is counted, without counters (個, 本, x)
};

/// Takes the words of a small list off the end of a text of plain characters. A word that is the
/// name of a number stays.
NumberAndUnit without_units(std::string_view plain,
                            const std::function<bool(const std::string&)>& is_name);

/// Whether a text ends in ×, x or "times": a unit of "4 ×", and a sign where more stands behind it.
bool ends_in_times_sign(std::string_view plain);

}  // namespace attn
