#include "base/proc_bytes.hpp"

namespace attn {

std::optional<std::uint64_t> proc_bytes(const std::string& text, const std::string& name) {
  constexpr std::uint64_t kKib = 1024;
  const std::string label = "\n" + name + ":";
  const std::size_t start = ("\n" + text).find(label);
  if (start == std::string::npos) return std::nullopt;
  std::size_t at = text.find_first_not_of(" \t", start + label.size() - 1);
  std::uint64_t number = 0;
  const std::size_t first = at;
  for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at)
    number = 10 * number + static_cast<std::uint64_t>(text[at] - '0');
  if (at == first || text.compare(at, 3, " kB") != 0) return std::nullopt;
  return number * kKib;
}

}  // namespace attn
