#include "render/html/html_text.hpp"

#include <fmt/format.h>

#include "base/text.hpp"

namespace attn {
namespace {

constexpr std::int32_t kZeroWidthNonJoiner = 0x200C, kZeroWidthJoiner = 0x200D;

// What joins letters belongs to words of some scripts, and to pictures made of several.
bool stays(std::int32_t character) {
  return character == '\n' || character == '\t' || character == kZeroWidthNonJoiner ||
         character == kZeroWidthJoiner || is_visible(character);
}

}  // namespace

const char* markup_entity(char character) {
  switch (character) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return nullptr;
  }
}

std::string html_text(std::string_view text) {
  std::string html;
  html.reserve(text.size());
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::string_view shown = text.substr(0, point.n_bytes);
    text.remove_prefix(point.n_bytes);
    if (point.value < 0)
      html += "\xEF\xBF\xBD";
    else if (const char* entity = shown.size() == 1 ? markup_entity(shown.front()) : nullptr)
      html += entity;
    else if (stays(point.value))
      html += shown;
    else
      html += fmt::format("U+{:04X}", point.value);
  }
  return html;
}

std::string json_in_html(std::string_view json) {
  std::string html;
  html.reserve(json.size());
  for (std::size_t i = 0; i < json.size(); ++i) {
    const std::string_view rest = json.substr(i);
    if (rest.front() == '<') {
      html += "\\u003c";
    } else if (rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9")) {
      html += rest[2] == '\xA8' ? "\\u2028" : "\\u2029";
      i += 2;
    } else {
      html += rest.front();
    }
  }
  return html;
}

}  // namespace attn
