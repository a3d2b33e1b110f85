#pragma once

#include <string>
#include <vector>

#include "render/page/stages_page.hpp"

namespace attn {

/// The command of a page from the words that were typed: without the flags that say where it goes
/// and how the terminal looks, and with those apart that the page can change, and that it keeps.
PageCommand page_command(const std::string& name, const std::vector<std::string>& typed);

}  // namespace attn
