#include "cli/terminal/standard_input.hpp"

#include <unistd.h>

#include <cerrno>
#include <optional>
#include <utility>

#include "base/message.hpp"
#include "data/files/file.hpp"
#include "data/files/text_bytes.hpp"

namespace attn {
namespace {

constexpr std::size_t kLargestText = std::size_t{16} << 20;

std::string read_to_end() {
  std::optional<std::string> text = bytes_sent(STDIN_FILENO, kLargestText);
  if (!text) throw InputError(message("standard input cannot be read: {}.", system_reason(errno)));
  if (text->size() > kLargestText)
    throw InputError(message("standard input is longer than {} MiB.", kLargestText >> 20));
  return *std::move(text);
}

}  // namespace

const std::string& read_standard_input() {
  static const std::string text = text_of_bytes(read_to_end(), translated("standard input"));
  return text;
}

}  // namespace attn
