#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace attn {

// Letters are ours, not CLI11's: a matrix has the flag --q, and CLI11 2.4 takes -q for the same
// flag.

/// The letter of a flag, "-q" for "--quiet"; empty where it has none.
std::string letter_of(const std::string& flag);

/// The flag a letter stands for, "--quiet" for "-q"; anything else as it is.
std::string flag_of_letter(const std::string& argument);

/// The arguments with the letters after the command spelled out: "-qo FILE" is "--quiet --output
/// FILE". Values stay as they are, and so do letters that the command does not know.
std::vector<std::string> letters_spelled_out(const CLI::App& app,
                                             const std::vector<std::string>& arguments);

}  // namespace attn
