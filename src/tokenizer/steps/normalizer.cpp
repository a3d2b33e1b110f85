#include "tokenizer/steps/normalizer.hpp"

#include <utility>

#include "tokenizer/model/byte_letters.hpp"
#include "tokenizer/unicode/characters.hpp"

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

}  // namespace attn
