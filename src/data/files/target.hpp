#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace attn {

/// A place to write to, looked at once.
struct Target {
  std::string path;       // as the user gave it, for messages
  std::string real_path;  // where a symbolic link leads, so that the link itself stays
  std::string folder;     // of real_path
  bool exists = false;
  bool direct = false;  // a device or pipe: written into, never replaced
  mode_t mode = 0;      // the permissions that the file has or gets
};

/// What is there now, for each path.
///
/// Errors:  those of require_writable_targets.
std::vector<Target> writable_targets(const std::vector<std::string>& paths, bool overwrite);

/// Throws the InputError for a file that is there although nothing may be overwritten.
[[noreturn]] void refuse_existing(const std::string& path);

/// Throws the SurroundingsError for a system call that failed with `error`.
[[noreturn]] void fail_to_write(const std::string& path, int error);

}  // namespace attn
