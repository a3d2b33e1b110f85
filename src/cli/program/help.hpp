#pragma once

#include <string>

namespace CLI {
class App;
}

namespace attn {

/// The help of the program or of one subcommand, laid out in the given width.
std::string help_text(const CLI::App& app, unsigned width);

/// "attn 0.1.0", the BLAS and the kind of processor it is tuned for, and the compiler.
std::string version_text();

}  // namespace attn
