#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Keeps what was typed, for texts that say how to do the same again.
void keep_command_line(int argc, char** argv);

/// The words that were typed behind the name of the program.
const std::vector<std::string>& typed_words();

/// What was typed for a flag of one value, the last time it stands there: "40" of --width 40 and of
/// --width=40. Empty where it does not stand in front of "--". For what is needed before the
/// arguments are parsed, and where they cannot be.
std::string_view typed_value(std::string_view flag);

/// The command as one can paste it into a shell, with one more flag unless it is there:
/// "attn exercise grade class --out marks --resume".
std::string command_line_with(const std::string& flag);

}  // namespace attn
