#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The largest id that a token may have: real vocabularies end below a million.
inline constexpr std::uint32_t kLargestId = (1U << 24) - 1;

/// Names and ids of tokens, all names in one piece of memory: a vocabulary of 128,000 is read in
/// milliseconds.
class TokenVocabulary {
 public:
  TokenVocabulary();

  /// Adds a token. A name that is known gets the id as well: the last counts.
  /// Returns: whether the name was new
  /// Errors:  InputError beyond kLargestId; std::logic_error where another token has the id
  bool add(std::string_view name, std::uint32_t id);

  std::optional<std::uint32_t> find(std::string_view name) const;

  /// Errors:  InputError: a part of a text needs the unknown token, and there is none of that name
  [[noreturn]] static void refuse_unknown(const std::string& name);
  bool has(std::uint32_t id) const { return id < entry_of_id_.size() && entry_of_id_[id] != kNone; }
  std::string_view name(std::uint32_t id) const;  ///< of an id that it has

  std::size_t n_names() const { return n_names_; }           ///< different ones
  std::size_t n_ids() const { return entry_of_id_.size(); }  ///< the largest id and one

 private:
  struct Entry {
    std::uint32_t begin = 0, n_bytes = 0;
    std::uint32_t id = 0;
  };
  static constexpr std::uint32_t kNone = UINT32_MAX;
  // A part of the hash stands beside the entry, so that few other names are looked at.
  struct Slot {
    std::uint32_t hash = 0, entry = kNone;
  };

  std::uint32_t hash_of(std::string_view name) const;
  std::string_view name_of(const Entry& entry) const {
    return {names_.data() + entry.begin, entry.n_bytes};
  }
  std::size_t slot_of(std::string_view name, std::uint32_t hash) const;
  void grow(std::size_t n_slots);

  std::vector<char> names_;  // views of it last while the vocabulary is moved
  std::vector<Entry> entries_;
  std::vector<Slot> slots_;  // a power of two of them, half empty
  std::vector<std::uint32_t> entry_of_id_;
  std::size_t n_names_ = 0;
  std::uint64_t seed_ = 0;  // drawn anew, so that no file can make its names collide
};

}  // namespace attn
