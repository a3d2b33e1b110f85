#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

namespace attn {

/// What processes hold together: their pages that no file backs, in memory or moved out of it, huge
/// ones, the tables that say where their pages are, and what their mappings and sockets take of the
/// kernel.
class ProcessMemory {
 public:
  /// What one process holds beside those that were asked for before. kBeyondCount where it shares
  /// memory that no file holds, which only a mapping of /dev/zero can do behind a call_filter:
  /// what of it is there after it was unmapped, the system does not tell. The same where all of
  /// them have more mappings than can be looked through while they run. Units: bytes
  std::uint64_t bytes_of(pid_t process);

  static constexpr std::uint64_t kBeyondCount = std::uint64_t{1} << 50;

 private:
  std::uint64_t bytes_of_sockets(const std::string& process_folder);

  std::set<std::string> seen_sockets_{};
  std::size_t n_of_maps_ = 0;  // bytes that were read
};

/// What the mappings of a process take, of the text of its /proc/PID/maps; `device` is the one of
/// memory that no file holds, as it is named there.
/// Units: bytes
std::uint64_t bytes_of_mappings(const std::string& maps, const std::string& device);

}  // namespace attn
