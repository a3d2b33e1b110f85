#include "cli/terminal/output.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <string_view>

#include "base/message.hpp"
#include "base/system.hpp"
#include "base/text.hpp"
#include "cli/program/command_line.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/layout.hpp"
#include "render/text/text.hpp"

namespace attn {
namespace {

// The columns that were asked for, as far as they can be read: an error may come before they are.
unsigned wanted_width() {
  const std::string_view typed = typed_value("--width");
  unsigned columns = 0;
  const auto read = std::from_chars(typed.data(), typed.data() + typed.size(), columns);
  const bool is_number = read.ec == std::errc() && read.ptr == typed.data() + typed.size();
  return is_number && columns >= kMinWidth ? columns : terminal_width();
}

unsigned message_width() { return std::min(wanted_width(), kWidestProse); }

}  // namespace

void print_result(const std::string& text) {
  if (write_all(STDOUT_FILENO, text)) return;
  if (errno == EPIPE) throw ClosedPipe{};
  throw SurroundingsError(message("cannot write the result: {}.", system_reason(errno)));
}

void print_remark(const std::string& text) {
  // Where even this fails there is nobody left to tell.
  static_cast<void>(write_all(STDERR_FILENO, wrap(text, message_width(), 0, 2)));
}

void print_written(const std::vector<std::string>& paths) {
  constexpr int kLongestWritten = 200;
  for (const std::string& path : paths)
    print_remark(message("wrote {}", preview(path, kLongestWritten)));
}

void print_note(const std::string& text) { print_remark(message("attn: note: {}", text)); }

void print_progress(const std::string& text) { static_cast<void>(write_all(STDERR_FILENO, text)); }

void print_error(const std::string& text, const std::vector<std::string>& hints) {
  // What the user typed is part of many a message: a whole novel, or an order to the terminal.
  constexpr int kLongestError = 1000;
  std::string lines =
      wrap(message("attn: error: {}", preview(text, kLongestError)), message_width(), 0, 2);
  for (const std::string& hint : hints)
    lines += wrap(preview(hint, kLongestError), message_width(), 2, 6);
  static_cast<void>(write_all(STDERR_FILENO, lines));
}

}  // namespace attn
