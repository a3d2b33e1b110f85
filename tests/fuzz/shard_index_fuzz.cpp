#include "data/model/model_files.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

// Whatever is accepted names files in the folder, each with a tensor at least.
ATTN_FUZZ_TARGET(shard_index_fuzz) {
  using namespace attn;
  try {
    for (const auto& [shard, tensors] : shard_index(text_of(bytes, size), "index.json").shards) {
      const bool is_elsewhere = shard.find('/') != std::string::npos || shard.starts_with('.');
      if (is_elsewhere || tensors.empty()) __builtin_trap();
    }
  } catch (const InputError&) {
  }
  return 0;
}
