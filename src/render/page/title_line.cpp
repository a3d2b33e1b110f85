#include "render/page/title_line.hpp"

#include "base/text.hpp"

namespace attn {

std::string title_line(const std::string& title) {
  const std::string kApart = "   ", kDot = " · ";
  std::string line;
  for (const std::string& part : split(title, '\n')) {
    const std::string words(trimmed(part));
    if (!words.empty()) line += (line.empty() ? "" : kDot) + words;
  }
  for (std::size_t at = line.find(kApart); at != std::string::npos; at = line.find(kApart, at))
    line.replace(at, kApart.size(), kDot);
  return line;
}

}  // namespace attn
