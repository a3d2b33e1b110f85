#include "tokenizer/model/bpe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "tokenizer/model/scramble.hpp"
#include "tokenizer/unicode/characters.hpp"

namespace attn {
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
  constexpr int kBytes = 256;
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

}  // namespace attn
