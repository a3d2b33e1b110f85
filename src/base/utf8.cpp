#include <fmt/format.h>
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {

namespace {

// Of these nothing is seen, though they are letters and marks by their category: fillers of Hangul,
// vowels of Khmer that are no longer used, and what joins marks.
constexpr std::int32_t kUnseen[] = {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0};

// A text with what utf8proc is to make equal.
std::string mapped(std::string_view text, int options) {
  utf8proc_uint8_t* bytes = nullptr;
  const utf8proc_ssize_t n =
      utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                   static_cast<utf8proc_ssize_t>(text.size()), &bytes,
                   static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE | options));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(bytes, &std::free);
  if (n < 0) return std::string(text);
  return {reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(n)};
}

}  // namespace

CodePoint first_code_point(std::string_view text) {
  CodePoint result;
  const auto read = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &result.value);
  if (read > 0) result.n_bytes = static_cast<std::size_t>(read);
  return result;
}

std::size_t end_of_utf8(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size()) {
    if (static_cast<unsigned char>(text[at]) < 0x80) {  // most of any text: nothing to decode
      ++at;
      continue;
    }
    const CodePoint point = first_code_point(text.substr(at));
    if (point.value < 0) break;
    at += point.n_bytes;
  }
  return at;
}

bool is_utf8(std::string_view text) { return end_of_utf8(text) == text.size(); }

std::size_t character_count(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

bool is_visible(std::int32_t character) {
  if (std::find(std::begin(kUnseen), std::end(kUnseen), character) != std::end(kUnseen))
    return false;
  switch (utf8proc_category(character)) {
    case UTF8PROC_CATEGORY_CN:  // not assigned
    case UTF8PROC_CATEGORY_CC:  // control
    case UTF8PROC_CATEGORY_CF:  // format: these can reverse the direction of a line
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
      return false;
    default:
      return true;
  }
}

bool is_mark(std::int32_t character) {
  const utf8proc_category_t category = utf8proc_category(character);
  return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_MC ||
         category == UTF8PROC_CATEGORY_ME;
}

bool is_letter_of_any_script(std::int32_t character) {
  const utf8proc_category_t category = utf8proc_category(character);
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

std::string_view without_byte_order_mark(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return text;
}

bool has_utf16_mark(std::string_view text) {
  return text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF");
}

std::string composed_form(std::string_view text) { return mapped(text, 0); }

std::string usual_width(std::string_view text) {
  const auto has_other_width = [](std::int32_t c) {
    return c == 0x3000 || (c >= 0xFF01 && c <= 0xFFEE);
  };
  std::string usual;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::string_view character = text.substr(0, point.n_bytes);
    text.remove_prefix(point.n_bytes);
    if (has_other_width(point.value))
      usual += mapped(character, UTF8PROC_COMPAT);
    else
      usual += character;
  }
  return composed_form(usual);
}

std::string folded_form(std::string_view text) {
  return mapped(text, UTF8PROC_COMPAT | UTF8PROC_CASEFOLD);
}

std::vector<std::string_view> graphemes_of(std::string_view text) {
  std::vector<std::string_view> graphemes;
  utf8proc_int32_t state = 0, previous = -1;
  std::size_t start = 0, at = 0;
  while (at < text.size()) {
    const CodePoint point = first_code_point(text.substr(at));
    const bool after_or_at_wrong = previous < 0 || point.value < 0;
    if (after_or_at_wrong) state = 0;
    const bool breaks =
        after_or_at_wrong || utf8proc_grapheme_break_stateful(previous, point.value, &state);
    if (breaks && at > start) {
      graphemes.push_back(text.substr(start, at - start));
      start = at;
    }
    previous = point.value;
    at += point.n_bytes;
  }
  if (at > start) graphemes.push_back(text.substr(start));
  return graphemes;
}

namespace {

bool is_space(std::int32_t character) {
  return character == 0x00A0 || (character >= 0x2000 && character <= 0x200A) ||
         character == 0x202F || character == 0x205F || character == 0x3000;
}

// Hyphens, dashes and the minus sign: what a word processor makes of a typed "-".
bool is_minus(std::int32_t character) {
  return character == 0x2212 || character == 0xFE63 || (character >= 0x2010 && character <= 0x2013);
}

// Long dashes, lines and the sound mark of kana, which a Japanese keyboard gives for "-": a minus
// sign only before a number.
bool may_be_minus(std::int32_t character) {
  return character == 0x2014 || character == 0x2015 || character == 0x2500 || character == 0x30FC ||
         character == 0xFF70;
}

bool is_kana(std::int32_t character) {
  return (character >= 0x3041 && character <= 0x30FA) ||
         (character >= 0xFF66 && character <= 0xFF9F);
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

// Whether a number, a name or a parenthesis comes next, behind spaces.
bool begins_operand(std::string_view text) {
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::int32_t ascii = point.value < 0x80 ? point.value : ascii_of(point.value);
    if (ascii != ' ') {
      const char c = static_cast<char>(ascii);
      return is_ascii_digit(c) || begins_name(c) || c == '.' || c == '(' || text.starts_with("√") ||
             text.starts_with("π") || text.starts_with("ルート");
    }
    text.remove_prefix(point.n_bytes);
  }
  return false;
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

constexpr std::array<std::pair<std::string_view, std::string_view>, 2> kQuotes = {
    {{"'", "'"}, {"「", "」"}}};

std::string_view without_characters(std::string_view text, std::size_t n_characters) {
  for (; n_characters > 0 && !text.empty(); --n_characters)
    text.remove_prefix(first_code_point(text).n_bytes);
  return text;
}

// What stands in `typed` where the piece first stands in `plain`.
std::string_view typed_piece(std::string_view piece, std::string_view typed,
                             std::string_view plain) {
  const auto at = plain.find(piece);
  if (piece.empty() || at == plain.npos || typed.find(piece) != typed.npos) return piece;
  const std::string_view from = without_characters(typed, character_count(plain.substr(0, at)));
  const std::string_view behind = without_characters(from, character_count(piece));
  return from.substr(0, from.size() - behind.size());
}

// Zero-width joiner and non-joiner.
bool is_joiner(std::int32_t character) { return character == 0x200C || character == 0x200D; }

bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

}  // namespace

std::string character_code(std::int32_t character) { return fmt::format("U+{:04X}", character); }

std::string in_plain_characters(std::string_view text, std::vector<std::string>& remarks) {
  constexpr std::int32_t kFullStop = 0x3002, kFullWidthHyphen = 0xFF0D;  // 。 and －
  std::string plain;
  plain.reserve(text.size());
  text = without_byte_order_mark(text);
  std::int32_t before = 0;
  while (!text.empty()) {
    const CodePoint point = first_code_point(text);
    const std::string_view shown = text.substr(0, point.n_bytes);
    text.remove_prefix(point.n_bytes);
    char ascii = point.value < 0x80 ? '\0' : ascii_of(point.value);
    if (point.value == kFullStop && is_digit(before) && begins_with_digit(text)) ascii = '.';
    if (may_be_minus(point.value) && before != point.value && !is_kana(before) &&
        begins_operand(text))
      ascii = '-';
    if (ascii == '-' && point.value != kFullWidthHyphen)
      add_once(remarks,
               message("'{}' ({}) was read as a minus sign.", shown, character_code(point.value)));
    if (ascii == '\0')
      plain.append(shown);
    else
      plain.push_back(ascii);
    before = point.value;
  }
  return plain;
}

std::string in_plain_characters(std::string_view text) {
  std::vector<std::string> unused;
  return in_plain_characters(text, unused);
}

std::string with_ascii_signs(std::string_view text, std::string_view signs) {
  std::string result;
  while (!text.empty()) {
    const std::string_view character = text.substr(0, first_code_point(text).n_bytes);
    const std::string plain = in_plain_characters(character);
    const bool is_sign = plain.size() == 1 && signs.find(plain) != std::string_view::npos;
    result += is_sign ? plain : character;
    text.remove_prefix(character.size());
  }
  return result;
}

std::string with_typed_pieces(std::string_view sentence, std::string_view typed,
                              std::string_view plain) {
  typed = without_byte_order_mark(typed);
  std::string result;
  while (!sentence.empty()) {
    std::string_view close;
    for (const auto& [open, end] : kQuotes)
      if (sentence.starts_with(open)) close = end;
    const auto end = close.empty() ? sentence.npos : sentence.find(close, close.size());
    if (end == sentence.npos) {
      const std::size_t size = first_code_point(sentence).n_bytes;
      result.append(sentence.substr(0, size));
      sentence.remove_prefix(size);
      continue;
    }
    const std::string_view piece = sentence.substr(close.size(), end - close.size());
    result.append(sentence.substr(0, close.size())).append(typed_piece(piece, typed, plain));
    result.append(close);
    sentence.remove_prefix(end + close.size());
  }
  return result;
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

std::optional<std::int32_t> idle_hidden_character(std::string_view text) {
  for (std::string_view rest = text; !rest.empty();) {
    const CodePoint point = first_code_point(rest);
    const std::string_view before = text.substr(0, text.size() - rest.size());
    rest.remove_prefix(point.n_bytes);
    const bool joins = is_joiner(point.value) && !before.empty() && !is_ascii(before.back()) &&
                       !rest.empty() && !is_ascii(rest.front());
    if (!joins && (point.value < 0 || is_hidden(point.value))) return point.value;
  }
  return std::nullopt;
}

std::string shown_token(std::string_view text) {
  if (!text.empty()) {
    const CodePoint point = first_code_point(text);
    if (point.value >= 0 && point.n_bytes == text.size() && is_hidden(point.value))
      return character_code(point.value);
  }
  return preview(text);
}

std::string decimal_point_advice() { return translated("Write decimals with a point, as in 1.5."); }

std::string refusal_of_hidden(std::int32_t character) {
  if (character < 0) return message("There is a byte that is not UTF-8. Save the text as UTF-8.");
  return message("There is a character that cannot be seen ({}). Type the text again without it.",
                 character_code(character));
}

}  // namespace attn
