#include <algorithm>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "tokenizer/steps.hpp"
#include "tokenizer/unicode.hpp"

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

namespace {

constexpr std::size_t kFirstBytes = 256;
constexpr std::size_t kLongestName = 1024;  // real ones end at some hundred

std::size_t byte_at(std::string_view text, std::size_t at) {
  return static_cast<unsigned char>(text[at]);
}

// Up to where two names are the same that agree in their first `depth` bytes.
std::size_t end_of_agreement(std::string_view a, std::string_view b, std::size_t depth) {
  const std::size_t end = std::min(a.size(), b.size());
  const auto differs = std::mismatch(a.begin() + depth, a.begin() + end, b.begin() + depth);
  return static_cast<std::size_t>(differs.first - a.begin());
}

void require_short(std::string_view name) {
  if (name.size() > kLongestName)
    throw InputError(message("The token \"{}\" has {} bytes, but at most {} are read.",
                             preview(name), name.size(), kLongestName));
}

}  // namespace

LongestPrefix::LongestPrefix(std::vector<Name> names) : names_(std::move(names)) {
  const auto by_text = [](const Name& a, const Name& b) { return a.text < b.text; };
  std::stable_sort(names_.begin(), names_.end(), by_text);
  const auto same = [](const Name& a, const Name& b) { return a.text == b.text; };
  names_.erase(std::unique(names_.begin(), names_.end(), same), names_.end());
  first_.assign(kFirstBytes + 1, 0);
  for (const Name& name : names_) {
    require_short(name.text);
    ++first_[byte_at(name.text, 0) + 1];
  }
  for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
}

const LongestPrefix::Name* LongestPrefix::at(std::string_view text, std::size_t place) const {
  const std::size_t byte = byte_at(text, place);
  auto first = names_.begin() + first_[byte];
  auto last = names_.begin() + first_[byte + 1];
  const std::string_view rest = text.substr(place);
  const Name* longest = nullptr;
  for (std::size_t depth = 1; first != last;) {
    if (first->text.size() == depth) longest = &*first++;
    if (first == last) break;
    // Where all of them agree, one is as good as all.
    const std::size_t next = end_of_agreement(first->text, std::prev(last)->text, depth);
    if (rest.substr(depth, next - depth) != first->text.substr(depth, next - depth)) break;
    depth = next;
    if (first->text.size() == depth) continue;
    if (depth == rest.size()) break;
    const std::size_t wanted = byte_at(rest, depth);
    first = std::partition_point(
        first, last, [&](const Name& name) { return byte_at(name.text, depth) < wanted; });
    last = std::partition_point(
        first, last, [&](const Name& name) { return byte_at(name.text, depth) == wanted; });
    ++depth;
  }
  return longest;
}

}  // namespace attn
