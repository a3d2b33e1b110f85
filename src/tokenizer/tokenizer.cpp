#include "tokenizer/tokenizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "tokenizer/parts.hpp"
#include "tokenizer/shown_token.hpp"

namespace attn {
namespace {

constexpr std::size_t kLongestText = 4 * kMiB;  // a million tokens

void require_text(std::string_view text) {
  if (text.size() > kLongestText)
    throw InputError(message("The text has {} bytes, but at most {} are read. Give a part of it.",
                             text.size(), kLongestText));
  const std::size_t end = end_of_utf8(text);
  if (end < text.size())
    throw InputError(message("Byte {} of the text, {:02X}, is not UTF-8. Save the text as UTF-8.",
                             end + 1, static_cast<unsigned char>(text[end])));
}

// Those that are looked for in the text as it is, or in the normalized text.
AddedTokenFinder finder_of(const TokenizerParts& parts, bool in_normalized) {
  std::vector<AddedTokenFinder::Spelling> spellings;
  for (std::uint32_t i = 0; i < parts.added.size(); ++i) {
    const AddedToken& token = parts.added[i];
    if (token.normalized != in_normalized) continue;
    std::string text = token.content;
    if (in_normalized) text = normalized(parts.normalizers, AlignedText(text, 0)).text();
    if (text.empty())
      throw InputError(
          message("The added token \"{}\" cannot be found in a text: the normalizer "
                  "leaves nothing of it.",
                  preview(token.content)));
    spellings.push_back({.text = std::move(text), .token = i});
  }
  return AddedTokenFinder(parts.added, std::move(spellings));
}

}  // namespace

struct Tokenizer::Ready {
  explicit Ready(TokenizerParts all)
      : parts(std::move(all)), raw(finder_of(parts, false)), in_normalized(finder_of(parts, true)) {
    for (const AddedToken& token : parts.added) {
      added_by_name.emplace(token.content, token.id);
      added_by_id.emplace(token.id, &token);
    }
  }

  const TokenVocabulary& vocabulary() const {
    return std::visit(
        [](const auto& model) -> const TokenVocabulary& { return model.vocabulary(); },
        parts.model);
  }
  const AddedToken* added(std::uint32_t id) const {
    const auto found = added_by_id.find(id);
    return found == added_by_id.end() ? nullptr : found->second;
  }
  std::vector<EncodedToken> tokens_of(std::string_view text) const;
  void add_model_tokens(AlignedText text, std::vector<EncodedToken>& tokens) const;
  void add_normalized_tokens(const AlignedText& text, std::vector<EncodedToken>& tokens) const;

  TokenizerParts parts;
  AddedTokenFinder raw, in_normalized;
  std::unordered_map<std::string_view, std::uint32_t> added_by_name;
  std::unordered_map<std::uint32_t, const AddedToken*> added_by_id;
};

void Tokenizer::Ready::add_model_tokens(AlignedText text, std::vector<EncodedToken>& tokens) const {
  const Pieces pieces = pre_tokenized(parts.pre_tokenizers, std::move(text));
  std::vector<PieceToken> found;
  for (const ByteRange range : pieces.ranges) {
    found.clear();
    std::visit([&](const auto& model) { model.append_tokens(pieces.piece(range), found); },
               parts.model);
    for (const PieceToken& token : found) {
      const ByteRange source =
          pieces.text.source({range.begin + token.range.begin, range.begin + token.range.end});
      tokens.push_back({.id = token.id, .begin = source.begin, .end = source.end});
    }
  }
}

void Tokenizer::Ready::add_normalized_tokens(const AlignedText& text,
                                             std::vector<EncodedToken>& tokens) const {
  for (const Cut& cut : in_normalized.cuts_of(text.text())) {
    if (cut.token) {
      const AddedToken& token = parts.added[*cut.token];
      const ByteRange source = text.source(cut.range);
      tokens.push_back(
          {.id = token.id, .begin = source.begin, .end = source.end, .is_special = token.special});
      continue;
    }
    AlignedText part;
    part.add(text, cut.range);
    add_model_tokens(std::move(part), tokens);
  }
}

std::vector<EncodedToken> Tokenizer::Ready::tokens_of(std::string_view text) const {
  require_text(text);
  std::vector<EncodedToken> tokens;
  for (const Cut& cut : raw.cuts_of(text)) {
    const auto [begin, end] = cut.range;
    if (cut.token) {
      const AddedToken& token = parts.added[*cut.token];
      tokens.push_back({.id = token.id, .begin = begin, .end = end, .is_special = token.special});
      continue;
    }
    AlignedText part(text.substr(begin, end - begin), begin);
    add_normalized_tokens(normalized(parts.normalizers, std::move(part)), tokens);
  }
  return tokens;
}

Tokenizer::Tokenizer(TokenizerParts parts)
    : ready_(std::make_unique<const Ready>(std::move(parts))) {}
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;
Tokenizer::~Tokenizer() = default;

namespace {

// Whoever writes "[MASK]" may mean six characters.
void note_specials(const Tokenizer& tokenizer, const std::vector<EncodedToken>& tokens,
                   std::vector<std::string>& notes) {
  constexpr std::size_t kMostNoted = 10;
  std::set<std::uint32_t> noted;
  for (const EncodedToken& token : tokens) {
    if (!token.is_special || !noted.insert(token.id).second || noted.size() > kMostNoted) continue;
    notes.push_back(message("The text has {}, which was read as that special token.",
                            tokenizer.shown(token.id)));
  }
  if (noted.size() > kMostNoted)
    notes.push_back(message("So were {} others.", noted.size() - kMostNoted));
}

// Whoever trained the model may never have shown it that much.
void note_length(const TokenizerParts& parts, Encoding& encoding) {
  if (parts.truncated_after && encoding.tokens.size() > *parts.truncated_after)
    encoding.notes.push_back(
        message("tokenizer.json cuts texts after {} tokens. Here all {} of them count.",
                *parts.truncated_after, encoding.tokens.size()));
}

}  // namespace

Encoding Tokenizer::encode(std::string_view text) const {
  const std::vector<EncodedToken> tokens = ready_->tokens_of(text);
  Encoding encoding{.tokens = post_processed(ready_->parts.post_processor.single, tokens, {}),
                    .notes = {}};
  note_specials(*this, tokens, encoding.notes);
  note_length(ready_->parts, encoding);
  return encoding;
}

Encoding Tokenizer::encode_pair(std::string_view first, std::string_view second) const {
  const auto& pair = ready_->parts.post_processor.pair;
  if (!pair)
    throw InputError(
        message("This model's tokenizer does not say how two texts become one "
                "sequence. Give one text."));
  std::vector<EncodedToken> tokens = ready_->tokens_of(first);
  const std::vector<EncodedToken> others = ready_->tokens_of(second);
  Encoding encoding{.tokens = post_processed(*pair, tokens, others), .notes = {}};
  tokens.insert(tokens.end(), others.begin(), others.end());
  note_specials(*this, tokens, encoding.notes);
  note_length(ready_->parts, encoding);
  return encoding;
}

std::size_t Tokenizer::n_ids() const {
  std::size_t n = ready_->vocabulary().n_ids();
  for (const AddedToken& token : ready_->parts.added) n = std::max<std::size_t>(n, token.id + 1);
  return n;
}

std::string Tokenizer::name(std::uint32_t id) const {
  if (const AddedToken* token = ready_->added(id)) return token->content;
  if (ready_->vocabulary().has(id)) return std::string(ready_->vocabulary().name(id));
  return fmt::format("<{}>", id);
}

std::string Tokenizer::shown(std::uint32_t id) const { return shown(std::vector{id}).front(); }

std::vector<std::string> Tokenizer::shown(const std::vector<std::uint32_t>& ids) const {
  std::vector<TokenBytes> tokens;
  for (const std::uint32_t id : ids) {
    const bool is_text = ready_->added(id) == nullptr && ready_->vocabulary().has(id);
    tokens.push_back(is_text ? bytes_of_token(name(id), ready_->parts.style)
                             : TokenBytes{.bytes = name(id), .goes_on = false});
  }
  return shown_tokens(tokens);
}

std::optional<std::uint32_t> Tokenizer::id(std::string_view name) const {
  const auto found = ready_->added_by_name.find(name);
  if (found != ready_->added_by_name.end()) return found->second;
  return ready_->vocabulary().find(name);
}

bool Tokenizer::is_special(std::uint32_t id) const {
  const AddedToken* token = ready_->added(id);
  return token != nullptr && token->special;
}

std::optional<std::uint32_t> Tokenizer::mask() const {
  const auto bert = id("[MASK]");
  return bert ? bert : id("<mask>");
}

std::optional<std::uint32_t> Tokenizer::padding() const {
  const PaddingRule& rule = ready_->parts.padding;
  if (!rule.token.empty())
    if (const auto named = id(rule.token)) return named;
  if (rule.id) return rule.id;
  const auto bert = id("[PAD]");
  return bert ? bert : id("<pad>");
}

bool Tokenizer::pads_before() const { return ready_->parts.padding.is_before; }

const std::vector<std::string>& Tokenizer::notes() const { return ready_->parts.notes; }

}  // namespace attn
