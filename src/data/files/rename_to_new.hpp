#pragma once

#include <string>

namespace attn {

/// Gives a file another name, which must be new: rename() would replace what has it.
///
/// Errors:  false, and errno says why; EEXIST if the name is taken
bool rename_to_new(const std::string& from, const std::string& to);

}  // namespace attn
