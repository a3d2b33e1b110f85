#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <vector>

#include "sandbox/limits.hpp"
#include "sandbox/private_mounts.hpp"

namespace attn {

/// All that a program is started with.
struct Launch {
  std::vector<std::string> words;      ///< the first is its path
  std::vector<std::string> variables;  ///< its whole environment
  std::string folder;                  ///< where it stands
  Limits limits;
  std::optional<PrivateMounts> mounts{};  ///< for bubblewrap: what it finds
  std::string filter{};  ///< what it enters (call_filter); bubblewrap does that by itself
  int input = -1, out = -1, err = -1;
  int failure = -1;  ///< where errno is written if it cannot be started
  int status = -1;   ///< what it gets as kStatusDescriptor; -1 for nothing
  int options = -1;  ///< the same as kOptionsDescriptor
  int calls = -1;    ///< the same as kFilterDescriptor: the filter for bubblewrap
  int group = -1;    ///< the entrance of its control group; -1 for none
};
constexpr int kStatusDescriptor = 3, kOptionsDescriptor = 4, kFilterDescriptor = 5;

/// Closes every descriptor from that number on.
void close_from(int first);

/// Starts a program in a session of its own, within those limits that the kernel keeps, and always
/// at the same addresses: what it does must not hang on chance. The result is its keeper
/// (start_keeper), which ends as it does.
/// Errors: SurroundingsError if there can be no further process. Where the program itself cannot be
///         started the process ends at once, and `failure` says why.
pid_t start_process(Launch launch);

}  // namespace attn
