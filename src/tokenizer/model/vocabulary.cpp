#include "tokenizer/model/vocabulary.hpp"

#include <cstring>
#include <stdexcept>

#include "base/message.hpp"
#include "base/text.hpp"
#include "tokenizer/model/scramble.hpp"

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

}  // namespace attn
