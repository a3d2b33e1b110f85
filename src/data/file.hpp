#pragma once

#include <cstdint>
#include <string>

namespace attn {

/// The bytes of an ordinary file.
///
/// Units:   `size_limit` in bytes; more than that is never held, even if the file grows meanwhile.
/// Errors:  InputError if the file is missing, unreadable, empty, larger than the limit, or not an
///          ordinary file: a folder, pipe or device could block or never end.
std::string read_file(const std::string& path, std::uintmax_t size_limit);

}  // namespace attn
