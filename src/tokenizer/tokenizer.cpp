#include "tokenizer/tokenizer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "tokenizer/shown_token.hpp"
#include "tokenizer/subwords.hpp"
#include "tokenizer/unicode.hpp"

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

namespace {

constexpr std::string_view kMetaspace = "▁";

// "<0xE7>" as that byte.
std::optional<char> fallback_byte(std::string_view name) {
  constexpr std::size_t kLength = 6;
  if (name.size() != kLength || !name.starts_with("<0x") || name.back() != '>') return std::nullopt;
  unsigned value = 0;
  constexpr int kHexadecimal = 16;
  const char* end = name.data() + kLength - 1;
  const auto read = std::from_chars(name.data() + 3, end, value, kHexadecimal);
  if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
  return static_cast<char>(value);
}

// A place in the bytes of all tokens that go on from each other.
struct Run {
  std::string bytes;
  std::vector<std::size_t> ends;  // of each token's bytes
};

bool is_combining(std::int32_t character) { return (classes_of(character) & kMark) != 0; }

void append_visible(std::string& shown, std::string_view text, std::int32_t c, bool is_first) {
  if (c == ' ') {
    shown += "␣";
  } else if (c == '\n') {
    shown += "\\n";
  } else if (c == '\t') {
    shown += "\\t";
  } else if (c == '\r') {
    shown += "\\r";
  } else if (c == '\\') {
    shown += "\\\\";
  } else if (!is_visible(c) || is_white_space(c) || (is_first && is_combining(c))) {
    shown += fmt::format("\\u{{{:X}}}", c);
  } else {
    shown += text;
  }
}

std::string hexadecimal(std::string_view bytes) {
  std::string text;
  for (const char byte : bytes)
    text += fmt::format("{}{:02X}", text.empty() ? "" : " ", static_cast<unsigned char>(byte));
  return text;
}

// Where the character begins that the byte at `place` is in, or `place` if it is in none.
std::size_t character_around(std::string_view all, std::size_t place) {
  constexpr std::size_t kMostBefore = 3;  // bytes of a character before its last
  for (std::size_t n = 1; n <= std::min(kMostBefore, place); ++n) {
    const CodePoint point = first_code_point(all.substr(place - n));
    if (point.value >= 0) return point.n_bytes > n ? place - n : place;
  }
  return place;
}

// Where bytes end that are no characters.
std::size_t end_of_wrong_bytes(std::string_view all, std::size_t at, std::size_t end) {
  while (at < end && first_code_point(all.substr(at)).value < 0) ++at;
  return at;
}

// The bytes from `begin` up to `end`, which may cut the first and the last character.
std::string shown_part(std::string_view all, std::size_t begin, std::size_t end) {
  std::string shown;
  std::size_t start = begin == end ? begin : character_around(all, begin);
  for (std::size_t at = begin; at < end; start = at) {
    const CodePoint point = first_code_point(all.substr(start));
    if (point.value < 0) {
      const std::size_t stop = end_of_wrong_bytes(all, at, end);
      shown += "⟨" + hexadecimal(all.substr(at, stop - at)) + "⟩";
      at = stop;
      continue;
    }
    const std::size_t stop = std::min(start + point.n_bytes, end);
    const std::string_view character = all.substr(start, point.n_bytes);
    if (stop - at == point.n_bytes) {
      append_visible(shown, character, point.value, shown.empty());
    } else {
      append_visible(shown, character, point.value, true);
      const std::string bytes = hexadecimal(all.substr(at, stop - at));
      shown += stop == end ? ":" + bytes : ":⟨" + bytes + "⟩";
    }
    at = stop;
  }
  return shown;
}

}  // namespace

TokenBytes bytes_of_token(std::string_view name, NameStyle style) {
  if (style == NameStyle::byte_letters)
    if (auto bytes = bytes_of_letters(name)) return {.bytes = std::move(*bytes)};
  TokenBytes token{.bytes = std::string(name)};
  if (style == NameStyle::metaspace) {
    if (const auto byte = fallback_byte(name)) return {.bytes = std::string(1, *byte)};
    for (std::size_t at = token.bytes.find(kMetaspace); at != token.bytes.npos;
         at = token.bytes.find(kMetaspace, at))
      token.bytes.replace(at, kMetaspace.size(), " ");
  }
  return token;
}

std::vector<std::string> shown_tokens(const std::vector<TokenBytes>& tokens) {
  std::vector<std::string> shown;
  for (std::size_t first = 0; first < tokens.size();) {
    Run run;
    std::size_t last = first;
    do {
      run.bytes += tokens[last].bytes;
      run.ends.push_back(run.bytes.size());
      ++last;
    } while (last < tokens.size() && tokens[last - 1].goes_on && tokens[last].goes_on);
    std::size_t begin = 0;
    for (const std::size_t end : run.ends) {
      shown.push_back(shown_part(run.bytes, begin, end));
      begin = end;
    }
    first = last;
  }
  return shown;
}

}  // namespace attn
