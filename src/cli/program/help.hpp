#pragma once

#include <string>

#include "render/layout.hpp"

namespace CLI {
class App;
}

namespace attn {

/// The help of the program or of one subcommand.
std::string help_text(const CLI::App& app, const Layout& layout);

/// "attn 0.1.0", the BLAS and the kind of processor it is tuned for, and the compiler.
std::string version_text(const Layout& layout);

}  // namespace attn
