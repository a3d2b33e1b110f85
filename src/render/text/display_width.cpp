#include "render/text/display_width.hpp"

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

bool all_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 0x7F; });
}

unsigned grapheme_width(std::string_view grapheme) {
  int width = 0, beside = 0;
  while (!grapheme.empty()) {
    const CodePoint point = first_code_point(grapheme);
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

unsigned display_width(std::string_view text) {
  if (all_ascii(text)) return static_cast<unsigned>(text.size());
  unsigned width = 0;
  for (const std::string_view grapheme : graphemes_of(text)) width += grapheme_width(grapheme);
  return width;
}

unsigned visible_width(std::string_view text) {
  std::string visible;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\033')
      visible += text[at];
    else
      at = std::min(text.find('m', at), text.size() - 1);
  }
  return display_width(visible);
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

}  // namespace attn
