#pragma once

#include <string>

namespace attn {

/// Why the system refused, in the user's language: "no space is left on the disk" for ENOSPC.
/// An error that hardly ever meets a user keeps the C library's own words.
std::string system_reason(int error_number);

}  // namespace attn
