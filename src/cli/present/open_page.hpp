#pragma once

#include <string>
#include <vector>

namespace attn {

/// What the name of a page ends in.
inline constexpr const char* kPageExtension = ".html";

/// Whether a file is a page, by the end of its name.
bool is_page_file(const std::string& path);

/// The first page among some files, or one more of that name, which is a temporary one.
/// Errors: SurroundingsError as temporary_page
std::string page_to_open(std::vector<std::string>& paths, const std::string& name);

/// A file of a folder of its own among the temporary ones, for a page that is only looked at: the
/// browser reads it after we have ended. A folder in which nothing was written goes at the end.
/// Errors: SurroundingsError if there can be none.
std::string temporary_page(const std::string& name);

/// Opens a page in the browser that the desktop chooses; without a display, or where that fails,
/// prints its path.
void open_page(const std::string& path);

}  // namespace attn
