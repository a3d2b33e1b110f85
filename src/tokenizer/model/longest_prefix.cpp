#include "tokenizer/model/longest_prefix.hpp"

#include <algorithm>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
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
