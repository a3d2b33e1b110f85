#include "tokenizer/steps/normal_form.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <vector>

#include "tokenizer/unicode/characters.hpp"

namespace attn {
namespace {

int combining_class(std::int32_t character) {
  return utf8proc_get_property(character)->combining_class;
}

void decompose(std::int32_t character, bool compatible, std::vector<std::int32_t>& into) {
  constexpr std::size_t kLongest = 32;  // U+FDFA has 18
  const auto options = static_cast<utf8proc_option_t>(
      compatible ? UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT : UTF8PROC_DECOMPOSE);
  const std::size_t before = into.size();
  into.resize(before + kLongest);
  int boundary = 0;
  const auto n =
      utf8proc_decompose_char(character, into.data() + before, kLongest, options, &boundary);
  into.resize(before + static_cast<std::size_t>(std::max<utf8proc_ssize_t>(n, 0)));
}

// utf8proc's own sort takes quadratic time for many marks.
void sort_marks(std::vector<std::int32_t>& characters) {
  auto at = characters.begin();
  while (at != characters.end()) {
    const auto is_base = [](std::int32_t c) { return combining_class(c) == 0; };
    const auto begin = std::find_if_not(at, characters.end(), is_base);
    at = std::find_if(begin, characters.end(), is_base);
    std::stable_sort(begin, at, [](std::int32_t a, std::int32_t b) {
      return combining_class(a) < combining_class(b);
    });
  }
}

void compose(std::vector<std::int32_t>& characters) {
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
  const auto n = utf8proc_normalize_utf32(
      characters.data(), static_cast<utf8proc_ssize_t>(characters.size()), options);
  characters.resize(static_cast<std::size_t>(std::max<utf8proc_ssize_t>(n, 0)));
}

// A character with those that join it, in the normal form.
std::string formed(std::string_view cluster, NormalForm form) {
  std::vector<std::int32_t> characters;
  for (std::size_t at = 0; at < cluster.size();) {
    const Character c = character_at(cluster, at);
    decompose(c.value, form.compatible, characters);
    at += c.n_bytes;
  }
  sort_marks(characters);
  if (form.composed) compose(characters);
  std::string text;
  for (const std::int32_t c : characters) append_character(text, c);
  return text;
}

// Where the characters end that join the one before them.
std::size_t end_of_joining(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const Character c = character_at(text, at);
    if ((classes_of(c.value) & kJoins) == 0) break;
    at += c.n_bytes;
  }
  return at;
}

}  // namespace

AlignedText in_normal_form(const AlignedText& from, NormalForm form) {
  const std::string_view text = from.text();
  AlignedText result;
  result.reserve(text.size());
  std::size_t at = 0;
  while (at < text.size()) {
    const Character first = character_at(text, at);
    std::size_t end = at + first.n_bytes;
    const bool has_forms = (classes_of(first.value) & kHasForms) != 0;
    // What is newer than the version stands alone.
    if (has_forms) end = end_of_joining(text, end);
    const ByteRange bytes{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    const std::string_view cluster = text.substr(at, end - at);
    const bool may_change = has_forms && (first.value >= 0x80 || cluster.size() > 1);
    const std::string changed = may_change ? formed(cluster, form) : std::string();
    if (!may_change || changed == cluster)
      result.add(from, bytes);
    else
      result.add_instead(changed, from, bytes);
    at = end;
  }
  return result;
}

}  // namespace attn
