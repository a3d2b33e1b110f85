#pragma once

#include <regex>
#include <string>
#include <string_view>

#include "base/text.hpp"

namespace attn {

/// What is wrong with a text that a terminal or the log of a build server is to show: a character
/// that either would obey; "" where there is nothing.
inline std::string obeyed_in(const std::string& text) {
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    const bool is_line_end =
        point.value == '\n' || (point.value == '\r' && rest.size() > 1 && rest[1] == '\n');
    const bool is_joiner = point.value == 0x200C || point.value == 0x200D;
    if (point.value < 0 || (!is_visible(point.value) && !is_line_end && !is_joiner))
      return "character " + std::to_string(point.value);
    rest.remove_prefix(point.n_bytes);
  }
  static const std::regex command("(^|\n)(\\s|\xC2\xA0)*::|##[a-zA-Z]*\\[");
  std::smatch found;
  return std::regex_search(text, found, command) ? "command " + found.str() : "";
}

}  // namespace attn
