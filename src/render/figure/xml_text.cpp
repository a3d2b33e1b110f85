#include "render/figure/xml_text.hpp"

#include <cstdint>

#include "base/text.hpp"
#include "render/html/html_text.hpp"

namespace attn {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Source: XML 1.0, production 2.
bool is_xml_character(std::int32_t character) {
  if (character < 0x20) return character == '\t' || character == '\n' || character == '\r';
  return character != 0xFFFE && character != 0xFFFF;
}

// Of markup, and of white space that a reader would make spaces of; empty for what may stay.
std::string_view escaped(char character) {
  if (const char* entity = markup_entity(character)) return entity;
  switch (character) {
    case '\t':
      return "&#9;";
    case '\n':
      return "&#10;";
    case '\r':
      return "&#13;";
    default:
      return {};
  }
}

}  // namespace

std::string harmless_characters(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    result += is_xml_character(point.value) ? text.substr(0, point.n_bytes) : kReplacement;
    text.remove_prefix(point.n_bytes);
  }
  return result;
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char character : harmless_characters(text)) {
    const std::string_view escape = escaped(character);
    if (escape.empty())
      result += character;
    else
      result += escape;
  }
  return result;
}

}  // namespace attn
