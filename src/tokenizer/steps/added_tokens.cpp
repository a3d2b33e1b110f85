#include "tokenizer/steps/added_tokens.hpp"

#include <algorithm>
#include <utility>

#include "tokenizer/unicode/characters.hpp"

namespace attn {
namespace {

bool is_word_at(std::string_view text, std::size_t at) {
  return (classes_of(character_at(text, at).value) & kWordCharacter) != 0;
}

bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
  const bool after_word = begin > 0 && is_word_at(text, character_before(text, begin));
  return !after_word && (end == text.size() || !is_word_at(text, end));
}

std::size_t begin_of_space(std::string_view text, std::size_t end, std::size_t not_before) {
  while (end > not_before) {
    const std::size_t before = character_before(text, end);
    if (!is_white_space(character_at(text, before).value)) break;
    end = before;
  }
  return end;
}

std::size_t end_of_space(std::string_view text, std::size_t at) {
  while (at < text.size()) {
    const Character c = character_at(text, at);
    if (!is_white_space(c.value)) break;
    at += c.n_bytes;
  }
  return at;
}

std::vector<LongestPrefix::Name> names_of(
    const std::vector<AddedTokenFinder::Spelling>& spellings) {
  std::vector<LongestPrefix::Name> names;
  names.reserve(spellings.size());
  for (const auto& spelling : spellings)
    names.push_back({.text = spelling.text, .value = spelling.token});
  return names;
}

}  // namespace

AddedTokenFinder::AddedTokenFinder(const std::vector<AddedToken>& tokens,
                                   std::vector<Spelling> spellings)
    : spellings_(std::move(spellings)), names_(names_of(spellings_)) {
  for (const AddedToken& token : tokens)
    sides_.push_back({token.single_word, token.lstrip, token.rstrip});
}

std::vector<Cut> AddedTokenFinder::cuts_of(std::string_view text) const {
  std::vector<Cut> cuts;
  const auto add = [&](std::size_t begin, std::size_t end, std::optional<std::uint32_t> token) {
    const ByteRange range{static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    if (begin < end) cuts.push_back({.range = range, .token = token});
  };
  std::size_t done = 0;
  std::size_t space = 0, end_of_that = 0;  // the white space after a token, looked at once
  for (std::size_t at = 0; at < text.size();) {
    const auto* found = names_.at(text, at);
    if (found == nullptr) {
      ++at;
      continue;
    }
    const Sides sides = sides_[found->value];
    std::size_t begin = at, end = at + found->text.size();
    at = end;
    if (sides.single_word && !stands_alone(text, begin, end)) continue;
    if (sides.lstrip) begin = std::max(done, begin_of_space(text, begin, done));
    if (sides.rstrip) {
      if (end < space || end > end_of_that) end_of_that = end_of_space(text, space = end);
      end = end_of_that;
    }
    add(done, begin, std::nullopt);
    add(begin, end, found->value);
    done = end;
  }
  add(done, text.size(), std::nullopt);
  return cuts;
}

}  // namespace attn
