#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// One process as the system describes it.
struct ProcessFacts {
  pid_t process = 0, parent = 0;
  char state = '?';  ///< 'Z': it ended, and nobody has asked how
  double own_cpu_seconds = 0.0;
  double cpu_seconds = 0.0;  ///< its own, and that of children that it waited for
  unsigned n_threads = 0;
  std::uint64_t start = 0;  ///< in ticks of the system: whose number this was before is not it
  std::uint64_t memory_bytes = 0;  ///< what it holds (ProcessMemory)
};

/// Reads a line of /proc/PID/stat; the memory is not in it. Everything 0 where it is no such line.
ProcessFacts parse_process_line(const std::string& line);

/// Every process below `root`, the root itself not included: its children, theirs, and so on, but
/// for those in `spared` and below them. Empty where the system does not tell.
std::vector<ProcessFacts> processes_below(pid_t root, const std::vector<pid_t>& spared = {});

/// What processes use together.
struct ProcessUse {
  unsigned n_threads = 0;
  std::uint64_t memory_bytes = 0;
};
ProcessUse use_of(const std::vector<ProcessFacts>& processes);

/// The time that processes computed, those included that nobody waited for when they ended.
class ComputedTime {
 public:
  /// All that run now; the result is what they and those before have computed, in seconds.
  double add(const std::vector<ProcessFacts>& processes);

 private:
  std::map<std::pair<pid_t, std::uint64_t>, double> own_;  // of each that was ever seen
};

/// From now on, what the children of this process leave behind when they end becomes its own, so
/// that it can be found and ended. Where the system has no such thing, nothing happens.
void adopt_orphans();

/// Ends every process below this one but those in `spared` and below them, and waits until they are
/// gone, five seconds at the most. Those that fork meanwhile are ended, too.
void end_processes_below_us(const std::vector<pid_t>& spared = {});

}  // namespace attn
