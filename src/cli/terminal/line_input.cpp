#include "cli/terminal/line_input.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/message.hpp"
#include "cli/terminal/output.hpp"

namespace attn {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;

}  // namespace

std::optional<std::string> LineInput::next(const std::string& prompt) {
  print_result(prompt);
  std::array<char, 4096> chunk{};
  for (;;) {
    if (const std::size_t end = buffer_.find('\n'); end != std::string::npos) {
      std::string line = buffer_.substr(0, end);
      buffer_.erase(0, end + 1);
      return line;
    }
    const ssize_t n = ::read(STDIN_FILENO, chunk.data(), chunk.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      throw InputError(message("standard input cannot be read: {}.", system_reason(errno)));
    if (n == 0) {
      print_result("\n");  // the prompt stands alone on its line
      return std::nullopt;
    }
    buffer_.append(chunk.data(), static_cast<std::size_t>(n));
    if (buffer_.size() > kLongestLine)
      throw InputError(message("a line of the input is longer than {} MiB.", kLongestLine >> 20));
  }
}

}  // namespace attn
