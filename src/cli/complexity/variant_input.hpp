#pragma once

#include <cstdint>
#include <vector>

#include "cli/flags/flag.hpp"
#include "costs/compare/compare.hpp"

namespace attn {

/// Reads --compare: "mha,gqa:8,mqa" is a key-value head for every head, 8 of them, one.
/// Errors: InputError for another word, for a number of heads that does not divide n_heads (it
///         names those that do), and for a variant given twice.
std::vector<AttentionVariant> read_variants(const Flag& flag, std::uint64_t n_heads);

}  // namespace attn
