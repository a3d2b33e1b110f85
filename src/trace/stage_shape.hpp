#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "trace/trace.hpp"

namespace attn {

/// The heads that a stage is one of, where a shape speaks of all of them.
struct HeadAxis {
  std::string name{"head"};  ///< "head", or "kv head" where heads share keys and values
  arma::uword n_heads = 0;   ///< 0: no such axis
};

/// The sizes of a stage's tensor, the batch first where it has one, then the heads of which it is
/// one where these are told: 4, 8 or 2, 4, 8 or 2, 6, 4, 8.
std::vector<std::uint64_t> sizes_of(const Stage& stage, const HeadAxis& heads = {});

/// The same for people: "4 x 8", or "2 x 4 x 8".
std::string bare_shape(const Stage& stage);

/// Its shape with named axes: "(query 4, key 4)", "(batch 2, query 4, key 4)", and with the heads
/// of which it is one "(batch 2, head 8, query 4, key 4)".
std::string named_shape(const Stage& stage, const HeadAxis& heads = {});

/// The same without a name for the last axis, which goes without saying beside a stage's name:
/// "(query 4, 8)".
std::string short_shape(const Stage& stage);

/// Sizes alone: "(8, 20, 512)".
std::string tuple_shape(const std::vector<std::uint64_t>& sizes);

/// How many numbers such a tensor holds: the product of its sizes and of the heads.
std::uint64_t n_numbers(const Stage& stage, const HeadAxis& heads = {});

}  // namespace attn
