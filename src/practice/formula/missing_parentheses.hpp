#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A formula with the parentheses that people mean and leave out: around exponents, denominators,
/// numerators. The first is the formula as it is; then come always the same ways to add them, in
/// the same order, even where one of them changes nothing. Nothing where the text is no formula.
///
///     d_k^1/2      d_k^(1/2)
///     1/1+e^-1     1/(1+e^-1)
///     1+2+3/3      (1+2+3)/3
std::vector<std::string> with_parentheses(std::string_view formula);

}  // namespace attn
