#pragma once

#include <string>
#include <utility>

#include "base/system.hpp"
#include "sandbox/limits.hpp"

namespace attn {

/// The folder in which this process may make control groups (cgroup v2): the top of that file
/// system, or else our own group in it, if somebody gave us that. "" where there is none. Groups
/// that were left behind there are removed.
std::string control_groups();
/// The same, of the texts of /proc/self/mountinfo and /proc/self/cgroup; only by their words.
/// First the top, then our own group.
std::pair<std::string, std::string> places_of_control_groups(const std::string& mounts,
                                                             const std::string& own);

/// A control group for one program and all that it starts. The kernel counts what these compute to
/// the last child, and ends all of them at once; where it was told to keep memory and processes of
/// groups within limits, it does that, too. A program in it is watched none the less.
class ControlGroup {
 public:
  /// A group in a folder of control groups; none where that is "", or none can be made.
  ControlGroup(const std::string& folder, const Limits& limits);
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  /// Where a process writes 0 to be in it, with all that it starts from then on; -1 for none.
  int entrance() const { return entrance_.get(); }

  /// What all that were ever in it have computed; 0 where there is none.
  /// Units: seconds
  double cpu_seconds() const;
  /// Whether the kernel keeps what is in it within its memory: all of it, what no process shows
  /// included.
  bool limits_memory() const;
  /// Whether the kernel has ended something in it for want of memory.
  bool ran_out_of_memory() const;
  void end_all() const;

 private:
  std::string path_;
  Descriptor entrance_;
};

}  // namespace attn
