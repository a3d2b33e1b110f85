#pragma once

#include <string>

namespace attn {

/// A file of a folder of its own among the temporary ones, for a page that is only looked at: the
/// browser reads it after we have ended.
/// Errors: SurroundingsError if there can be none.
std::string temporary_page(const std::string& name);

/// Opens a page in the browser that the desktop chooses; without a display, or where that fails,
/// prints its path.
void open_page(const std::string& path);

}  // namespace attn
