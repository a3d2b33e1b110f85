#include "data/files/line_place.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

std::string line_place(std::size_t line, std::size_t column) {
  return message("line {}, column {}", line, column);
}

std::string line_place_of(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
  const auto start = before.rfind('\n') + 1;  // 0 if there is none: npos + 1
  return line_place(line, character_count(before.substr(start)) + 1);
}

}  // namespace attn
