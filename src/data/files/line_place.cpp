#include "data/files/line_place.hpp"

#include "base/message.hpp"

namespace attn {

std::string line_place(std::size_t line, std::size_t column) {
  return message("line {}, column {}", line, column);
}

}  // namespace attn
