#include "base/plain_characters.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/message.hpp"
#include "base/preview.hpp"
#include "base/utf8.hpp"

namespace attn {
namespace {

bool is_space(std::int32_t character) {
  return character == 0x00A0 || (character >= 0x2000 && character <= 0x200A) ||
         character == 0x202F || character == 0x205F || character == 0x3000;
}

// Hyphens, dashes and the minus sign: what a word processor makes of a typed "-".
bool is_minus(std::int32_t character) {
  return character == 0x2212 || (character >= 0x2010 && character <= 0x2013);
}

// The ASCII character that one stands for; '\0' where it stands for itself.
char ascii_of(std::int32_t character) {
  if (character >= 0xFF01 && character <= 0xFF5E) return static_cast<char>(character - 0xFEE0);
  if (is_space(character)) return ' ';
  if (is_minus(character)) return '-';
  if (character == 0x3001) return ',';  // 、
  if (character == 0x039F) return 'O';  // the Greek letter that looks so, of O(n²)
  return '\0';
}

bool is_digit(std::int32_t character) {
  return (character >= '0' && character <= '9') || (character >= 0xFF10 && character <= 0xFF19);
}

bool begins_with_digit(std::string_view text) {
  return !text.empty() && is_digit(first_code_point(text).value);
}

void add_once(std::vector<std::string>& remarks, const std::string& remark) {
  if (std::find(remarks.begin(), remarks.end(), remark) == remarks.end()) remarks.push_back(remark);
}

bool is_hidden(std::int32_t character) {
  if (character >= ' ' && character <= '~') return false;  // most of any answer: a short cut
  if (character == '\t' || character == '\n' || character == '\r' || character == '\f')
    return false;
  return !is_visible(character);
}

std::string code_of(std::int32_t character) { return fmt::format("U+{:04X}", character); }

}  // namespace

std::string in_plain_characters(std::string_view text, std::vector<std::string>& remarks) {
  constexpr std::int32_t kFullStop = 0x3002;  // 。
  std::string plain;
  plain.reserve(text.size());
  text = without_byte_order_mark(text);
  bool after_digit = false;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::string_view shown = text.substr(0, point.n_bytes);
    text.remove_prefix(point.n_bytes);
    char ascii = point.value < 0x80 ? '\0' : ascii_of(point.value);
    if (point.value == kFullStop && after_digit && begins_with_digit(text)) ascii = '.';
    if (is_minus(point.value))
      add_once(remarks,
               message("'{}' ({}) was read as a minus sign.", shown, code_of(point.value)));
    if (ascii == '\0')
      plain.append(shown);
    else
      plain.push_back(ascii);
    after_digit = is_digit(point.value);
  }
  return plain;
}

std::optional<std::int32_t> hidden_character(std::string_view text) {
  while (!text.empty()) {
    if (text.front() >= ' ' && text.front() <= '~') {  // most of any text: nothing to decode
      text.remove_prefix(1);
      continue;
    }
    const CodePoint point = first_code_point(text);
    if (point.value < 0 || is_hidden(point.value)) return point.value;
    text.remove_prefix(point.n_bytes);
  }
  return std::nullopt;
}

std::string shown_token(std::string_view text) {
  if (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (point.value >= 0 && point.n_bytes == text.size() && is_hidden(point.value))
      return code_of(point.value);
  }
  return preview(text);
}

std::string refusal_of_hidden(std::int32_t character) {
  if (character < 0) return message("There is a byte that is not UTF-8. Save the text as UTF-8.");
  return message("There is a character that cannot be seen ({}). Type the answer again without it.",
                 code_of(character));
}

}  // namespace attn
