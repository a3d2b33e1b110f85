#pragma once

#include <cstdint>

namespace attn {

/// The most that a program may use, together with everything that it starts.
struct Limits {
  double wall_seconds = 20.0;  ///< more than it computes: others compute, too
  double cpu_seconds = 5.0;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::uint64_t output_bytes = 1 << 20;    ///< to standard output
  bool are_errors_output = false;          ///< whether that holds for standard error, too; it is
                                           ///< read without end else, and kept in part
  std::uint64_t file_bytes = 16 << 20;     ///< in one file
  std::uint64_t scratch_bytes = 64 << 20;  ///< in all files; kept where the isolation can
  unsigned n_threads = 64;                 ///< of all its processes together
};

/// A run that waits for a processor that others have may take so many times its wall time.
constexpr double kMostWaiting = 10.0;

/// Those of a compiler. Whatever it prints on standard error is for a person to read.
inline constexpr Limits kCompileLimits{.wall_seconds = 30.0,
                                       .cpu_seconds = 10.0,
                                       .output_bytes = 64 << 10,
                                       .are_errors_output = true,
                                       .file_bytes = 64 << 20};

}  // namespace attn
