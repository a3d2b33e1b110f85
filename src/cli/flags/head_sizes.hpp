#pragma once

#include <cstdint>
#include <string>

#include "cli/flags/flag_group.hpp"
#include "core/heads.hpp"

namespace attn {

/// How many heads there are and how wide, as typed.
struct HeadFlags {
  Flag heads{"--heads"}, kv_heads{"--kv-heads"}, d_head{"--d-head"};

  /// `heads_text` describes --heads, whose usual value differs.
  void add_head_flags(const FlagGroup& group, const char* heads_text);
};

/// The width of a head: what the flag says, else d_model / n_heads.
/// Errors: InputError if that is no whole number, with three ways out; or naming the flag if it is
///         not from 1 to `most`.
std::uint64_t d_head_value(const Flag& d_head, std::uint64_t d_model, std::uint64_t n_heads,
                           std::uint64_t most);

/// Refuses query heads that cannot share their key-value heads evenly.
/// Errors: InputError with the numbers that would do for --kv-heads.
void require_shared_evenly(const HeadCounts& counts);

/// The divisors of n from the smallest on, few enough for the list to stay readable: "1, 2, 3, 6".
std::string divisors_text(std::uint64_t n);

}  // namespace attn
