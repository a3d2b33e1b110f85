#pragma once

#include <string>

namespace attn {

/// Everything that standard input holds, up to its end.
/// Errors: InputError if it cannot be read or holds more than 16 MiB.
std::string read_standard_input();

}  // namespace attn
