#pragma once

#include <string>
#include <string_view>

namespace attn {

/// A formula of LaTeX as one would type it without: \frac{1}{2}n^{2} as ((1)/(2))n^(2),
/// \sqrt{d_{k}} as sqrt(d_k), \cdot and \times as *; dollars, \left and spacing are left out. What
/// is none of these stays as it is, so that whoever reads the formula refuses it.
std::string without_latex(std::string_view text);

}  // namespace attn
