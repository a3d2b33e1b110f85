#pragma once

#include <string>

namespace attn {

/// The line above a screen, such as cost_title, as a page has it: in one line, which the browser
/// breaks, with dots between what stands apart on a screen.
std::string title_line(const std::string& title);

}  // namespace attn
