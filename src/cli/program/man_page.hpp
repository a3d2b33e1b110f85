#pragma once

#include <string>

namespace CLI {
class App;
}

namespace attn {

/// The manual page attn(1), in roff, made from the table of flags.
std::string man_page(const CLI::App& app);

}  // namespace attn
