#include "cli/exercise/screen_lines.hpp"

#include <algorithm>

#include "base/text.hpp"

namespace attn {

std::vector<std::string> screenfuls(const std::string& text, std::size_t n) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size() || parts.empty(); at += parts.back().size())
    parts.push_back(first_lines(text.substr(at), std::max<std::size_t>(n, 1)));
  return parts;
}

std::string squeezed(const std::string& text, std::size_t n_blank) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    const bool goes = text[at] == '\n' && n_blank > 0;
    if (goes) --n_blank;
    if (!goes) result += text.substr(at, end - at);
    at = end;
  }
  return result;
}

}  // namespace attn
