#pragma once

#include <string>

namespace CLI {
class App;
}

namespace attn {

/// A manual page in roff, made from the table of flags: attn(1), which is short, for the program;
/// attn-attend(1) and its like, with every flag, for a subcommand.
std::string man_page(const CLI::App& app);

}  // namespace attn
