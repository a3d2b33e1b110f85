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

/// A file that is being written, beside the one whose name it will take.
///
/// It is locked until this object ends, and the kernel lets go of the lock of a program that was
/// killed. So a lock that can be taken tells that nobody will ever finish the file.
class TemporaryFile {
 public:
  /// Makes a new, empty file that no other program uses. Where the file system has no locks it is
  /// made without one.
  /// Errors:  a descriptor below 0, and errno says why
  explicit TemporaryFile(const std::string& folder);
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  const std::string& path() const { return path_; }

  /// Open for writing. The caller closes it, which does not let go of the lock.
  int descriptor() const { return descriptor_; }

 private:
  bool make(const std::string& folder);

  std::string path_;
  int descriptor_ = -1;
  int lock_ = -1;  // the same open file, so that its lock outlives the writing
};

/// Removes the temporary files of programs that were killed while they wrote into the folder.
///
/// Only a file of this user that bears the name of a TemporaryFile, and that no living program has
/// locked. What cannot be looked at or removed stays; that is no error.
void remove_leftovers(const std::string& folder);

}  // namespace attn
