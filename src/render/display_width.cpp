#include "render/display_width.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>

namespace attn {
namespace {

constexpr utf8proc_int32_t kEmojiStyle = 0xFE0F;
constexpr utf8proc_int32_t kFirstRegional = 0x1F1E6, kLastRegional = 0x1F1FF;

// Marks that belong to the letter before them and still stand beside it: the half-width voicing
// marks of katakana, and Thai and Lao AM.
constexpr std::array<utf8proc_int32_t, 4> kBeside{0xFF9E, 0xFF9F, 0x0E33, 0x0EB3};

struct Codepoint {
  utf8proc_int32_t value = -1;  // -1: not UTF-8
  std::size_t n_bytes = 1;
};

Codepoint first_codepoint(std::string_view text) {
  Codepoint result;
  const auto read = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &result.value);
  if (read > 0) result.n_bytes = static_cast<std::size_t>(read);
  return result;
}

bool all_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F; });
}

unsigned grapheme_width(std::string_view grapheme) {
  int width = 0, beside = 0;
  while (!grapheme.empty()) {
    const Codepoint point = first_codepoint(grapheme);
    grapheme.remove_prefix(point.n_bytes);
    if (point.value < 0) return 1;  // a wrong byte is a grapheme of its own, shown as U+FFFD
    if (std::find(kBeside.begin(), kBeside.end(), point.value) != kBeside.end()) {
      ++beside;
      continue;
    }
    // An emoji selector widens its base; a pair of regional indicators makes one wide flag.
    const bool widens = point.value == kEmojiStyle ||
                        (point.value >= kFirstRegional && point.value <= kLastRegional);
    width = std::max(width, widens ? 2 : utf8proc_charwidth(point.value));
  }
  return static_cast<unsigned>(width + beside);
}

}  // namespace

std::vector<std::string_view> graphemes_of(std::string_view text) {
  std::vector<std::string_view> graphemes;
  utf8proc_int32_t state = 0, previous = -1;
  std::size_t start = 0, at = 0;
  while (at < text.size()) {
    const Codepoint point = first_codepoint(text.substr(at));
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

unsigned display_width(std::string_view text) {
  if (all_ascii(text)) return static_cast<unsigned>(text.size());
  unsigned width = 0;
  for (const std::string_view grapheme : graphemes_of(text)) width += grapheme_width(grapheme);
  return width;
}

std::string cut_to_width(std::string_view text, unsigned width) {
  std::string result;
  unsigned used = 0;
  for (const std::string_view grapheme : graphemes_of(text)) {
    used += grapheme_width(grapheme);
    if (used > width) break;
    result += grapheme;
  }
  return result;
}

std::string pad_left(std::string_view text, unsigned width) {
  const unsigned own = display_width(text);
  return std::string(width > own ? width - own : 0, ' ').append(text);
}

std::string pad_right(std::string_view text, unsigned width) {
  const unsigned own = display_width(text);
  return std::string(text).append(width > own ? width - own : 0, ' ');
}

std::string pad_center(std::string_view text, unsigned width) {
  const unsigned own = display_width(text);
  return pad_right(pad_left(text, own + (width > own ? (width - own) / 2 : 0)), width);
}

}  // namespace attn
