#pragma once

#include <cstdint>

// Plain numbers that the host and the device both read, free of Armadillo.

namespace attn::cuda {

/// The part of all scores that is worked on at a time: some heads, and for each of them the same
/// queries against the same keys.
struct Tile {
  std::int64_t first_head = 0, n_heads = 0;
  std::int64_t first_query = 0, n_queries = 0;
  std::int64_t first_key = 0, n_keys = 0;
};

/// Keys `first` to `last` − 1: what one query may attend to, were there no matrix.
struct KeySpan {
  std::int64_t first = 0, last = 0;
};

}  // namespace attn::cuda
