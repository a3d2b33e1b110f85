#pragma once

#include <string>

namespace CLI {
class App;
}

namespace attn {

// Completion scripts, made from the table of flags: commands, their flags, and files as values.

std::string bash_completion(const CLI::App& app);
std::string zsh_completion(const CLI::App& app);
std::string fish_completion(const CLI::App& app);

}  // namespace attn
