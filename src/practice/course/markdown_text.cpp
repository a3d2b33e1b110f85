#include <algorithm>

#include "base/text.hpp"
#include "practice/course/markdown.hpp"

namespace attn {
namespace {

constexpr std::string_view kOpen = "{{", kClose = "}}";

// Chinese and Japanese: their signs, kana and characters, compatibility and full-width forms.
bool is_written_without_spaces(std::int32_t point) {
  return (point >= 0x2E80 && point < 0xA4D0) || (point >= 0xF900 && point < 0xFB00) ||
         (point >= 0xFE30 && point < 0xFE50) || (point >= 0xFF00 && point < 0xFFF0) ||
         (point >= 0x20000 && point < 0x40000);
}

bool is_closing_mark(std::int32_t point) {
  return point == 0x3001 || point == 0x3002 || point == 0x300D || point == 0xFF09;  // 、。」）
}

std::int32_t last_point(std::string_view text) {
  std::size_t at = text.size();
  while (at > 0 && (static_cast<unsigned char>(text[at - 1]) & 0xC0U) == 0x80U) --at;
  return at == 0 ? -1 : first_code_point(text.substr(at - 1)).value;
}

}  // namespace

std::optional<Placeholder> find_placeholder(std::string_view text, std::size_t from) {
  const std::size_t begin = text.find(kOpen, from);
  if (begin == std::string_view::npos) return std::nullopt;
  const std::size_t inside = begin + kOpen.size();
  const std::size_t close = text.find(kClose, inside);
  if (close == std::string_view::npos) return std::nullopt;
  return Placeholder{begin, close + kClose.size(),
                     std::string(trimmed(text.substr(inside, close - inside)))};
}

std::vector<std::string> placeholders_alone(std::string_view line) {
  std::vector<std::string> names;
  std::size_t at = 0;
  while (const auto place = find_placeholder(line, at)) {
    if (!trimmed(line.substr(at, place->begin - at)).empty()) return {};
    names.push_back(place->name);
    at = place->end;
  }
  if (!trimmed(line.substr(at)).empty()) return {};
  return names;
}

std::string joined_lines(const std::string& text) {
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == kHardBreak) {
      result += '\n';
    } else if (text[at] != '\n') {
      result += text[at];
    } else if (at + 1 < text.size()) {
      const std::int32_t before = last_point(result);
      const std::int32_t after = first_code_point(std::string_view(text).substr(at + 1)).value;
      const bool both = is_written_without_spaces(before) && is_written_without_spaces(after);
      if (!both && !is_closing_mark(before)) result += ' ';
    }
  }
  return result;
}

std::string shown(const std::string& text) {
  std::string result;
  std::string_view rest = text;
  while (!rest.empty()) {
    const CodePoint point = first_code_point(rest);
    const std::string_view character = rest.substr(0, point.n_bytes);
    const bool may_command = point.value < 0x20 || hidden_character(character);
    if (point.value == '\t')
      result += "  ";
    else if (may_command && point.value != '\n')
      result += '?';
    else
      result += character;
    rest.remove_prefix(point.n_bytes);
  }
  return result;
}

}  // namespace attn
