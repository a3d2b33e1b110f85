#include "cli/terminal/standard_input.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/system_reason.hpp"
#include "data/files/text_bytes.hpp"

namespace attn {
namespace {

constexpr std::size_t kLargestText = std::size_t{16} << 20;

std::string read_to_end() {
  std::string text;
  std::array<char, 65'536> buffer{};
  for (;;) {
    const ssize_t n = read(STDIN_FILENO, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0)
      throw InputError(message("standard input cannot be read: {}.", system_reason(errno)));
    if (n == 0) return text;
    text.append(buffer.data(), static_cast<std::size_t>(n));
    if (text.size() > kLargestText)
      throw InputError(message("standard input is longer than {} MiB.", kLargestText >> 20));
  }
}

}  // namespace

const std::string& read_standard_input() {
  static const std::string text = text_of_bytes(read_to_end(), translated("standard input"));
  return text;
}

}  // namespace attn
