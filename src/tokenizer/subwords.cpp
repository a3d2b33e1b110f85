#include "tokenizer/subwords.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <queue>
#include <stdexcept>
#include <utility>

#include "base/message.hpp"
#include "base/text.hpp"
#include "tokenizer/unicode.hpp"

namespace attn {

TokenVocabulary::TokenVocabulary() : seed_(unforeseen_number()) { grow(1024); }

std::uint32_t TokenVocabulary::hash_of(std::string_view name) const {
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  std::uint64_t hash = seed_ + name.size();
  for (; name.size() >= kWord; name.remove_prefix(kWord)) {
    std::uint64_t word = 0;
    std::memcpy(&word, name.data(), kWord);
    hash = scrambled(hash ^ word);
  }
  std::uint64_t rest = 0;
  if (!name.empty()) std::memcpy(&rest, name.data(), name.size());
  return static_cast<std::uint32_t>(scrambled(hash ^ rest));
}

std::size_t TokenVocabulary::slot_of(std::string_view name, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t i = hash & mask;; i = (i + 1) & mask) {
    const Slot& slot = slots_[i];
    if (slot.entry == kNone || (slot.hash == hash && name_of(entries_[slot.entry]) == name))
      return i;
  }
}

void TokenVocabulary::grow(std::size_t n_slots) {
  std::vector<Slot> before(n_slots);
  before.swap(slots_);
  const std::size_t mask = n_slots - 1;
  for (const Slot& slot : before) {
    if (slot.entry == kNone) continue;
    std::size_t i = slot.hash & mask;
    while (slots_[i].entry != kNone) i = (i + 1) & mask;
    slots_[i] = slot;
  }
}

bool TokenVocabulary::add(std::string_view name, std::uint32_t id) {
  if (id > kLargestId)
    throw InputError(message("The id of a token is {}, but ids go from 0 to {}.", id, kLargestId));
  if (has(id)) throw std::logic_error("two tokens with one id");
  const std::uint32_t hash = hash_of(name);
  const std::size_t slot = slot_of(name, hash);
  const bool is_new = slots_[slot].entry == kNone;
  const auto entry = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back({.begin = static_cast<std::uint32_t>(names_.size()),
                      .n_bytes = static_cast<std::uint32_t>(name.size()),
                      .id = id});
  names_.insert(names_.end(), name.begin(), name.end());
  slots_[slot] = {.hash = hash, .entry = entry};
  if (id >= entry_of_id_.size()) entry_of_id_.resize(std::size_t{id} + 1, kNone);
  entry_of_id_[id] = entry;
  if (is_new && 2 * ++n_names_ > slots_.size()) grow(2 * slots_.size());
  return is_new;
}

std::optional<std::uint32_t> TokenVocabulary::find(std::string_view name) const {
  const std::uint32_t entry = slots_[slot_of(name, hash_of(name))].entry;
  if (entry == kNone) return std::nullopt;
  return entries_[entry].id;
}

void TokenVocabulary::refuse_unknown(const std::string& name) {
  throw InputError(
      message("The text has a part that no token stands for, and the unknown token \"{}\", which "
              "would take its place, is not in the vocabulary.",
              preview(name)));
}

std::string_view TokenVocabulary::name(std::uint32_t id) const {
  return name_of(entries_[entry_of_id_[id]]);
}

namespace {

constexpr int kBytes = 256;
constexpr std::int32_t kFirstLetter = 0x100;  // of the bytes that cannot be seen

bool stands_for_itself(int byte) {
  constexpr int kSoftHyphen = 0xAD;
  return (byte >= '!' && byte <= '~') || (byte >= 0xA1 && byte != kSoftHyphen);
}

struct Letters {
  std::array<std::string, kBytes> of_byte;
  std::array<std::int16_t, 2UL * kBytes> byte_of{};  // −1: no byte's letter
};

Letters made_letters() {
  Letters letters;
  letters.byte_of.fill(-1);
  std::int32_t next = kFirstLetter;
  for (int byte = 0; byte < kBytes; ++byte) {
    const std::int32_t letter = stands_for_itself(byte) ? byte : next++;
    append_character(letters.of_byte[static_cast<std::size_t>(byte)], letter);
    letters.byte_of[static_cast<std::size_t>(letter)] = static_cast<std::int16_t>(byte);
  }
  return letters;
}

const Letters& all_letters() {
  static const Letters letters = made_letters();
  return letters;
}

}  // namespace

std::string_view byte_letter(unsigned char byte) { return all_letters().of_byte[byte]; }

std::optional<std::string> bytes_of_letters(std::string_view name) {
  const auto& byte_of = all_letters().byte_of;
  std::string bytes;
  for (std::size_t at = 0; at < name.size();) {
    const Character c = character_at(name, at);
    const auto place = static_cast<std::size_t>(c.value);
    if (place >= byte_of.size() || byte_of[place] < 0) return std::nullopt;
    bytes.push_back(static_cast<char>(byte_of[place]));
    at += c.n_bytes;
  }
  return bytes;
}

void add_byte_letters(const AlignedText& from, ByteRange bytes, AlignedText& to) {
  for (std::uint32_t at = bytes.begin; at < bytes.end; ++at) {
    const char byte = from.text()[at];
    to.add_instead(byte_letter(static_cast<unsigned char>(byte)), from, {at, at + 1});
  }
}

namespace {

constexpr std::uint64_t kNoPair = std::numeric_limits<std::uint64_t>::max();

std::uint64_t pair_of(std::uint32_t left, std::uint32_t right) {
  return std::uint64_t{left} << 32 | right;
}

// A merge that could be made at a place, unless something else happens there before.
struct Candidate {
  std::uint32_t rank, place, id;

  bool operator>(const Candidate& other) const {
    return rank != other.rank ? rank > other.rank : place > other.place;
  }
};

using Candidates = std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>>;

}  // namespace

Merges::Merges(std::size_t n_merges) : seed_(unforeseen_number()) {
  std::size_t n_slots = 16;
  while (n_slots < 2 * n_merges) n_slots *= 2;
  slots_.assign(n_slots, {.pair = kNoPair, .merge = {}});
}

std::size_t Merges::slot_of(std::uint64_t pair) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = scrambled(pair ^ seed_) & mask;
  while (slots_[slot].pair != kNoPair && slots_[slot].pair != pair) slot = (slot + 1) & mask;
  return slot;
}

void Merges::add(std::uint32_t left, std::uint32_t right, Merge merge) {
  const std::uint64_t pair = pair_of(left, right);
  slots_[slot_of(pair)] = {.pair = pair, .merge = merge};
}

const Merges::Merge* Merges::find(std::uint32_t left, std::uint32_t right) const {
  const Slot& slot = slots_[slot_of(pair_of(left, right))];
  return slot.pair == kNoPair ? nullptr : &slot.merge;
}

Bpe::Bpe(TokenVocabulary vocabulary, Merges merges, BpeSettings settings)
    : vocabulary_(std::move(vocabulary)),
      merges_(std::move(merges)),
      settings_(std::move(settings)) {
  if (settings_.unknown) unknown_ = vocabulary_.find(*settings_.unknown);
  for (int byte = 0; settings_.byte_fallback && byte < kBytes; ++byte)
    byte_ids_.push_back(vocabulary_.find(fmt::format("<0x{:02X}>", byte)));
}

std::vector<Bpe::Symbol> Bpe::characters_of(std::string_view part) const {
  std::vector<Symbol> symbols;
  symbols.reserve(part.size());
  const auto add = [&](std::uint32_t id, ByteRange range) {
    const auto at = static_cast<std::int32_t>(symbols.size());
    if (at > 0) symbols.back().after = at;
    symbols.push_back({.token = {.id = id, .range = range}, .before = at - 1});
  };
  std::optional<ByteRange> unknown;  // not added yet: the next may belong to it
  std::string spelled;
  for (std::size_t at = 0; at < part.size();) {
    const std::size_t end = at + character_at(part, at).n_bytes;
    const ByteRange range{static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)};
    std::string_view name = part.substr(at, end - at);
    const bool has_prefix = at > 0 && !settings_.continuing_prefix.empty();
    const bool has_suffix = end == part.size() && !settings_.word_suffix.empty();
    if (has_prefix || has_suffix) {
      spelled = has_prefix ? settings_.continuing_prefix : std::string();
      spelled += name;
      if (has_suffix) spelled += settings_.word_suffix;
      name = spelled;
    }
    at = end;
    if (const auto id = vocabulary_.find(name)) {
      if (unknown) add(*unknown_, *std::exchange(unknown, std::nullopt));
      add(*id, range);
      continue;
    }
    const auto id_of = [&](char byte) { return byte_ids_[static_cast<unsigned char>(byte)]; };
    if (settings_.byte_fallback &&
        std::all_of(name.begin(), name.end(), [&](char byte) { return id_of(byte).has_value(); })) {
      // An unknown one that waits is added after them: the library does so.
      for (std::size_t i = 0; i < name.size(); ++i) {
        const auto place = static_cast<std::uint32_t>(std::min(range.begin + i, end - 1));
        add(*id_of(name[i]), {place, place + 1});
      }
      continue;
    }
    if (!unknown_ && settings_.unknown) TokenVocabulary::refuse_unknown(*settings_.unknown);
    if (!unknown_) continue;
    if (unknown && settings_.fuse_unknown) {
      unknown->end = range.end;
      continue;
    }
    if (unknown) add(*unknown_, *unknown);
    unknown = range;
  }
  if (unknown) add(*unknown_, *unknown);
  return symbols;
}

void Bpe::merge(std::vector<Symbol>& symbols) const {
  Candidates candidates;
  const auto consider = [&](std::int32_t left) {
    if (left < 0 || symbols[static_cast<std::size_t>(left)].after < 0) return;
    const Symbol& symbol = symbols[static_cast<std::size_t>(left)];
    const Symbol& right = symbols[static_cast<std::size_t>(symbol.after)];
    if (const auto* merge = merges_.find(symbol.token.id, right.token.id))
      candidates.push(
          {.rank = merge->rank, .place = static_cast<std::uint32_t>(left), .id = merge->id});
  };
  for (std::size_t i = 0; i + 1 < symbols.size(); ++i) consider(static_cast<std::int32_t>(i));
  while (!candidates.empty()) {
    const Candidate best = candidates.top();
    candidates.pop();
    Symbol& left = symbols[best.place];
    if (left.is_gone || left.after < 0) continue;
    Symbol& right = symbols[static_cast<std::size_t>(left.after)];
    const auto* merge = merges_.find(left.token.id, right.token.id);
    if (merge == nullptr || merge->id != best.id) continue;  // a neighbour has changed meanwhile
    left.token = {.id = best.id, .range = {left.token.range.begin, right.token.range.end}};
    left.after = right.after;
    right.is_gone = true;
    if (left.after >= 0)
      symbols[static_cast<std::size_t>(left.after)].before = static_cast<std::int32_t>(best.place);
    consider(left.before);
    consider(static_cast<std::int32_t>(best.place));
  }
}

void Bpe::append_tokens(std::string_view part, std::vector<PieceToken>& tokens) const {
  if (settings_.ignore_merges) {
    if (const auto id = vocabulary_.find(part)) {
      tokens.push_back({.id = *id, .range = {0, static_cast<std::uint32_t>(part.size())}});
      return;
    }
  }
  std::vector<Symbol> symbols = characters_of(part);
  merge(symbols);
  for (const Symbol& symbol : symbols)
    if (!symbol.is_gone) tokens.push_back(symbol.token);
}

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
