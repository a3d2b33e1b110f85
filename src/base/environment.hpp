#pragma once

#include <string_view>

namespace attn {

/// The value of an environment variable; empty if it is not set. It is valid until the
/// variable is set again.
std::string_view environment(const char* name);

}  // namespace attn
