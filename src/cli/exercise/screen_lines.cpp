#include "cli/exercise/screen_lines.hpp"

#include <algorithm>

namespace attn {

std::size_t n_lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string first_lines(const std::string& text, std::size_t n) {
  std::size_t end = 0;
  for (std::size_t i = 0; i < n && end < text.size(); ++i)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end);
}

std::vector<std::string> screenfuls(const std::string& text, std::size_t n) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at < text.size() || parts.empty(); at += parts.back().size())
    parts.push_back(first_lines(text.substr(at), std::max<std::size_t>(n, 1)));
  return parts;
}

std::string squeezed(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (text[at] != '\n') result += text.substr(at, end - at);
    at = end;
  }
  return result;
}

}  // namespace attn
