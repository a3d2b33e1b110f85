#pragma once

#include <cstdint>

namespace attn {

/// The most that a program may use, together with everything that it starts.
struct Limits {
  double wall_seconds = 20.0;  ///< more than it computes: others compute, too
  double cpu_seconds = 5.0;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::uint64_t output_bytes = 1 << 20;    ///< to standard output
  std::uint64_t file_bytes = 16 << 20;     ///< in one file
  std::uint64_t scratch_bytes = 64 << 20;  ///< in all files; kept where the isolation can
  unsigned n_threads = 64;                 ///< of all its processes together
};

}  // namespace attn
