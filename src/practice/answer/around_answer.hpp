#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A numeric answer in plain characters without what stands around it and does not belong to it:
///
///     quotation marks, `code`, **bold** and fences of code      "0.4"   「0.4」   **0.4**
///     the signs around a formula in LaTeX                       \(0.4\)   $0.4$
///     what programs print before a result                       Out[3]: 0.4   >>> 0.4
///     words before it, and words and marks behind it            about 0.4   約 0.4   0.4
///     (rounded).
///
/// A name before an equals sign and units stay (see typed_number). Any other text as it is.
/// `left_out` gains the words that were taken off.
std::string without_surroundings(std::string_view plain, std::vector<std::string>& left_out);
std::string without_surroundings(std::string_view plain);

/// The remark that these words were left out; "" if there are none.
std::string remark_of_left_out(const std::vector<std::string>& words);

/// A text with "=" for ≈, ≒ and their like, and \approx: "about equal" in a chain of sides.
std::string with_equals_signs(std::string_view plain);

}  // namespace attn
