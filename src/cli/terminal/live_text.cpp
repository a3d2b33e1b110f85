#include "cli/terminal/live_text.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal.hpp"

namespace attn {

LiveText::LiveText() { erase_line_at_interrupt(true); }

LiveText::~LiveText() {
  clear();
  erase_line_at_interrupt(false);
}

void LiveText::show(const std::string& text) {
  // A terminal that became narrower has broken the lines anew.
  const std::size_t n_lines = n_terminal_lines(shown_, terminal_width(), SIZE_MAX);
  const std::string up = n_lines > 1 ? fmt::format("\033[{}A", n_lines - 1) : "";
  print_progress(up + std::string(kEraseLine) + text);
  shown_ = text;
}

}  // namespace attn
