#include "tokenizer/unicode.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "base/text.hpp"

namespace attn {

namespace {

// Where the classes of characters change: the first character of each run << 11 | its classes, in
// order. tests/tokenizer/make_character_tables.py makes both tables.
constexpr std::uint32_t kClasses[] = {
#include "tokenizer/character_classes.inc"
};
constexpr std::uint32_t kClassBits = 11;
constexpr std::uint32_t kClassMask = (1U << kClassBits) - 1;

// Every `step`-th character from first to last, and how far away its lower case is.
struct LowerCaseRow {
  std::int32_t first, last, step, distance;
};
constexpr LowerCaseRow kLowerCaseRows[] = {
#include "tokenizer/lower_case.inc"
};

std::uint32_t searched_classes(std::int32_t character) {
  const std::uint32_t wanted = static_cast<std::uint32_t>(character) << kClassBits | kClassMask;
  return *std::prev(std::upper_bound(std::begin(kClasses), std::end(kClasses), wanted)) &
         kClassMask;
}

// Most characters of most texts lie in here.
constexpr std::int32_t kFirstCharacters = 0x3100;

std::array<std::uint16_t, kFirstCharacters> first_classes() {
  std::array<std::uint16_t, kFirstCharacters> classes{};
  for (std::int32_t c = 0; c < kFirstCharacters; ++c)
    classes[static_cast<std::size_t>(c)] = static_cast<std::uint16_t>(searched_classes(c));
  return classes;
}

}  // namespace

std::uint32_t classes_of(std::int32_t character) {
  static const std::array<std::uint16_t, kFirstCharacters> first = first_classes();
  if (character < kFirstCharacters) return first[static_cast<std::size_t>(character)];
  return searched_classes(character);
}

bool is_white_space(std::int32_t c) {
  if (c <= ' ') return c == ' ' || (c >= '\t' && c <= '\r');
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_han(std::int32_t c) {
  return (c >= 0x3400 && c <= 0x4DBF) || (c >= 0x4E00 && c <= 0x9FFF) ||
         (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x20000 && c <= 0x2A6DF) ||
         (c >= 0x2A700 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF) ||
         (c >= 0x2F800 && c <= 0x2FA1F);
}

void append_lower_case(std::string& text, std::int32_t c) {
  constexpr std::int32_t kDottedI = 0x130;
  if (c == kDottedI) return text.append("i\xCC\x87"), void();  // i and a combining dot
  const auto row = std::lower_bound(
      std::begin(kLowerCaseRows), std::end(kLowerCaseRows), c,
      [](const LowerCaseRow& each, std::int32_t wanted) { return each.last < wanted; });
  const bool has_one =
      row != std::end(kLowerCaseRows) && c >= row->first && (c - row->first) % row->step == 0;
  append_character(text, has_one ? c + row->distance : c);
}

void append_character(std::string& text, std::int32_t c) {
  const auto add = [&](std::int32_t byte) { text.push_back(static_cast<char>(byte)); };
  if (c < 0x80) return add(c);
  if (c < 0x800) {
    add(0xC0 | c >> 6);
  } else {
    if (c < 0x10000) {
      add(0xE0 | c >> 12);
    } else {
      add(0xF0 | c >> 18);
      add(0x80 | (c >> 12 & 0x3F));
    }
    add(0x80 | (c >> 6 & 0x3F));
  }
  add(0x80 | (c & 0x3F));
}

}  // namespace attn
