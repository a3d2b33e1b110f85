#pragma once

#include <string>

namespace attn {

/// While it lives, no other attn changes the progress. The folder is made if it is not there.
///
/// It locks a file of its own beside the progress, because that one is replaced and not written.
/// Errors:  SurroundingsError if the folder or the file cannot be made, or if another program holds
///          the lock for ten seconds.
class ProgressLock {
 public:
  explicit ProgressLock(const std::string& progress_path);
  ~ProgressLock();
  ProgressLock(const ProgressLock&) = delete;
  ProgressLock& operator=(const ProgressLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace attn
