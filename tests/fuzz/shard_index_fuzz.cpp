#include "data/model/model_files.hpp"
#include "fuzz_target.hpp"

// Whatever is accepted names files in the folder, each with a tensor at least.
ATTN_FUZZ_READER(shard_index_fuzz) {
  for (const auto& [shard, tensors] : shard_index(bytes, "index.json").shards) {
    const bool is_elsewhere = shard.find('/') != std::string::npos || shard.starts_with('.');
    if (is_elsewhere || tensors.empty()) __builtin_trap();
  }
}
