#pragma once

#include <string>

#include "trace/document.hpp"

namespace attn {

/// Keeps what a file holds under another name too: answer.txt.old, answer.txt.old.2, ... The file
/// itself stays until it is replaced, so that nothing is lost on the way. Returns that name; "" if
/// the file is missing.
/// Errors: InputError if it is no ordinary file; SurroundingsError if it cannot be kept.
std::string keep_old(const std::string& file);

/// Says where the old contents are, if any were kept.
void append_kept(Document& page, const std::string& file, const std::string& kept);

}  // namespace attn
