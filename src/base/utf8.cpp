#include "base/utf8.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

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

}  // namespace attn
