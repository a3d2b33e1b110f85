#pragma once

#include <cstdint>

namespace attn {

// The largest inputs that are read, all in one place. A wrong file given by mistake is refused
// before it fills the memory; every honest exercise is far below.
inline constexpr std::uintmax_t kMiB = std::uintmax_t{1024} * 1024;
inline constexpr std::uintmax_t kTextLimit = 64 * kMiB;       // .csv and .tsv
inline constexpr std::uintmax_t kJsonLimit = 16 * kMiB;       // JSON: a parsed tree is far larger
inline constexpr std::uintmax_t kTokenizerLimit = 64 * kMiB;  // read event by event: no tree
inline constexpr std::uintmax_t kBinaryLimit = 1024 * kMiB;   // .npy, .npz and each array in one
inline constexpr std::uint64_t kCellLimit = 128 * kMiB;       // cells of a matrix: 1 GiB of doubles

}  // namespace attn
