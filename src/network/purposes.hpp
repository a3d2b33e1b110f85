#pragma once

#include <cstdint>

namespace attn {

/// What random numbers are drawn for, so that no two uses of one seed share any.
enum Purpose : std::uint64_t {
  kStartingValues = 1,
  kTrainingData,
  kHeldOutData,
  kShuffling,
  kSampling,
  kDropout = 1000,  ///< and from there on one for each place that drops
};

}  // namespace attn
