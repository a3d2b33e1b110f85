#include <utf8proc.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "data/files/file.hpp"
#include "tokenizer/steps.hpp"
#include "tokenizer/subwords.hpp"
#include "tokenizer/unicode.hpp"

namespace attn {

namespace {

// Calls back with each character and where it is.
template <typename Visit>
void for_each_character(std::string_view text, const Visit& visit) {
  for (std::size_t at = 0; at < text.size();) {
    const Character c = character_at(text, at);
    visit(c.value,
          ByteRange{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + c.n_bytes)});
    at += c.n_bytes;
  }
}

template <typename Keep>
AlignedText with_only(const AlignedText& text, const Keep& keep) {
  AlignedText result;
  result.reserve(text.text().size());
  for_each_character(text.text(), [&](std::int32_t c, ByteRange bytes) {
    if (keep(c)) result.add(text, bytes);
  });
  return result;
}

AlignedText without(const AlignedText& text, CharacterClass dropped) {
  return with_only(text, [&](std::int32_t c) { return (classes_of(c) & dropped) == 0; });
}

AlignedText with_blanks(const AlignedText& text) {
  AlignedText result;
  result.reserve(text.text().size());
  for_each_character(text.text(), [&](std::int32_t c, ByteRange bytes) {
    if (is_white_space(c))
      result.add_instead(" ", text, bytes);
    else
      result.add(text, bytes);
  });
  return result;
}

AlignedText with_han_apart(const AlignedText& text) {
  AlignedText result;
  result.reserve(text.text().size());
  for_each_character(text.text(), [&](std::int32_t c, ByteRange bytes) {
    if (is_han(c)) result.add_instead(" ", text, bytes);
    result.add(text, bytes);
    if (is_han(c)) result.add_instead(" ", text, bytes);
  });
  return result;
}

AlignedText applied(NormalForm form, const AlignedText& text) { return in_normal_form(text, form); }

AlignedText applied(LowerCase, const AlignedText& text) {
  AlignedText result;
  result.reserve(text.text().size());
  std::string lower;
  for_each_character(text.text(), [&](std::int32_t c, ByteRange bytes) {
    lower.clear();
    append_lower_case(lower, c);
    if (text.text().compare(bytes.begin, bytes.end - bytes.begin, lower) == 0)
      result.add(text, bytes);
    else
      result.add_instead(lower, text, bytes);
  });
  return result;
}

AlignedText applied(StripAccents, const AlignedText& text) { return without(text, kMark); }

AlignedText applied(StripWhiteSpace sides, const AlignedText& from) {
  const std::string_view text = from.text();
  std::size_t begin = 0, end = text.size();
  while (sides.left && begin < end && is_white_space(character_at(text, begin).value))
    begin += character_at(text, begin).n_bytes;
  while (sides.right && end > begin &&
         is_white_space(character_at(text, character_before(text, end)).value))
    end = character_before(text, end);
  AlignedText result;
  result.add(from, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)});
  return result;
}

AlignedText applied(const PrependText& step, const AlignedText& text) {
  AlignedText result;
  if (text.is_empty()) return result;
  result.reserve(text.text().size() + step.text.size());
  result.add_before(step.text, text, 0);
  result.add(text, {0, static_cast<std::uint32_t>(text.text().size())});
  return result;
}

AlignedText applied(const ReplaceText& step, const AlignedText& text) {
  AlignedText result;
  result.reserve(text.text().size());
  std::uint32_t at = 0;
  for (const ByteRange match : matches_of(step.pattern, text.text())) {
    result.add(text, {at, match.begin});
    result.add_instead(step.content, text, match);
    at = match.end;
  }
  result.add(text, {at, static_cast<std::uint32_t>(text.text().size())});
  return result;
}

AlignedText applied(const BertCleaning& step, AlignedText text) {
  constexpr NormalForm kDecomposed{.composed = false, .compatible = false};
  if (step.clean_text) text = with_blanks(without(text, kControl));
  if (step.separate_han) text = with_han_apart(text);
  if (step.strip_accents) text = without(in_normal_form(text, kDecomposed), kNonspacing);
  if (step.lower_case) text = applied(LowerCase{}, text);
  return text;
}

AlignedText applied(BytesAsLetters, const AlignedText& text) {
  AlignedText result;
  add_byte_letters(text, {0, static_cast<std::uint32_t>(text.text().size())}, result);
  return result;
}

}  // namespace

AlignedText normalized(const std::vector<Normalizer>& steps, AlignedText text) {
  for (const Normalizer& step : steps)
    text = std::visit([&](const auto& each) { return applied(each, text); }, step);
  return text;
}

namespace {

// Each byte takes eight more for where it comes from.
constexpr std::size_t kLongestAligned = 16 * kMiB;

}  // namespace

AlignedText::AlignedText(std::string_view text, std::size_t offset) : text_(text) {
  sources_.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto at = static_cast<std::uint32_t>(offset + i);
    sources_.push_back({at, at + 1});
  }
}

void AlignedText::reserve(std::size_t n_bytes) {
  text_.reserve(n_bytes);
  sources_.reserve(n_bytes);
}

void AlignedText::add(const AlignedText& from, ByteRange bytes) {
  require_room(bytes.end - bytes.begin);
  text_.append(from.text_, bytes.begin, bytes.end - bytes.begin);
  sources_.insert(sources_.end(), from.sources_.begin() + bytes.begin,
                  from.sources_.begin() + bytes.end);
}

void AlignedText::add_instead(std::string_view text, const AlignedText& from, ByteRange bytes) {
  require_room(text.size());
  text_.append(text);
  sources_.resize(text_.size(), from.source(bytes));
}

void AlignedText::add_before(std::string_view text, const AlignedText& from, std::size_t at) {
  require_room(text.size());
  const std::uint32_t place = from.sources_[at].begin;
  text_.append(text);
  sources_.resize(text_.size(), {place, place});
}

void AlignedText::require_room(std::size_t n_bytes) const {
  if (text_.size() + n_bytes > kLongestAligned)
    throw InputError(
        message("The tokenizer's normalizer makes more than {} bytes of the text. "
                "Give a shorter text.",
                kLongestAligned));
}

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
