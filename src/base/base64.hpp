#pragma once

#include <string>
#include <string_view>

namespace attn {

/// Bytes as letters, digits, + and /, four for every three of them.
/// Source: RFC 4648, §4
std::string base64_of(std::string_view bytes);

}  // namespace attn
