#include "tokenizer/model/word_piece.hpp"

#include <utility>

#include "base/text.hpp"

namespace attn {
namespace {

// The names that begin with the prefix, without it.
std::vector<LongestPrefix::Name> names_after(const TokenVocabulary& vocabulary,
                                             std::string_view prefix) {
  std::vector<LongestPrefix::Name> names;
  for (std::uint32_t id = 0; id < vocabulary.n_ids(); ++id) {
    if (!vocabulary.has(id)) continue;
    const std::string_view name = vocabulary.name(id);
    const bool counts = vocabulary.find(name) == id;  // not one that a later line has replaced
    if (counts && name.starts_with(prefix) && name.size() > prefix.size())
      names.push_back({.text = name.substr(prefix.size()), .value = id});
  }
  return names;
}

}  // namespace

WordPiece::WordPiece(TokenVocabulary vocabulary, WordPieceSettings settings)
    : vocabulary_(std::move(vocabulary)),
      longest_word_(settings.longest_word),
      unknown_name_(std::move(settings.unknown)),
      unknown_(vocabulary_.find(unknown_name_)),
      first_(names_after(vocabulary_, "")),
      continuing_(names_after(vocabulary_, settings.continuing_prefix)) {}

bool WordPiece::is_too_long(std::string_view word) const {
  return word.size() > longest_word_ && character_count(word) > longest_word_;
}

void WordPiece::append_tokens(std::string_view word, std::vector<PieceToken>& tokens) const {
  const std::size_t before = tokens.size();
  const auto size = static_cast<std::uint32_t>(word.size());
  const auto give_up = [&] {
    if (!unknown_) TokenVocabulary::refuse_unknown(unknown_name_);
    tokens.resize(before);
    tokens.push_back({.id = *unknown_, .range = {0, size}});
  };
  if (is_too_long(word)) return give_up();
  for (std::uint32_t at = 0; at < size;) {
    const auto* name = (at == 0 ? first_ : continuing_).at(word, at);
    if (name == nullptr) return give_up();
    const auto end = at + static_cast<std::uint32_t>(name->text.size());
    tokens.push_back({.id = name->value, .range = {at, end}});
    at = end;
  }
}

}  // namespace attn
