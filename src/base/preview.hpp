#pragma once

#include <string>
#include <string_view>

namespace attn {

/// A short form of text from a file, safe to show: at most `longest` characters, then "...", with
/// "?" for every character that is invalid, invisible or would command the terminal.
std::string preview(std::string_view text, int longest = 24);

}  // namespace attn
