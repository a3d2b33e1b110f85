#pragma once

#include <string_view>

namespace attn {

/// The value of an environment variable; empty where it is not set. It lasts until somebody sets
/// the variable anew.
std::string_view environment(const char* name);

}  // namespace attn
