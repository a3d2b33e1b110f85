#pragma once

#include <string>
#include <vector>

namespace attn {

/// Keeps what was typed, for texts that say how to do the same again.
void keep_command_line(int argc, char** argv);

/// The words that were typed behind the name of the program.
const std::vector<std::string>& typed_words();

/// The command as one can paste it into a shell, with one more flag unless it is there:
/// "attn exercise grade class --out marks --resume".
std::string command_line_with(const std::string& flag);

}  // namespace attn
