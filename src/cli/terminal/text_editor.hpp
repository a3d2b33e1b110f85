#pragma once

#include <string>

namespace attn {

/// The editor that a person has chosen: $VISUAL, else $EDITOR, else vi.
std::string editor_command();

/// Opens a file in it and waits until it has ended. Ctrl-C belongs to it meanwhile. Returns
/// whether there is such a program.
bool edit_file(const std::string& path);

}  // namespace attn
