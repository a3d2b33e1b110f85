#pragma once

#include <string>

#include "base/system.hpp"
#include "sandbox/interruption.hpp"

namespace attn {

/// An empty folder that only this user sees, gone with its contents at the end, whatever a program
/// made of it (remove_tree). While it is there, signals that would end us wait (InterruptionHold).
///
/// It is locked until then, and the kernel lets go of the lock of a program that was killed: a
/// folder whose lock can be taken is left over.
class ScratchFolder {
 public:
  /// The first of a process also removes a few folders that are left over.
  /// Errors: SurroundingsError.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  /// No link leads through it.
  const std::string& path() const { return path_; }

 private:
  bool make(const std::string& base);

  InterruptionHold hold_;
  std::string path_;
  Descriptor lock_;
};

/// Removes scratch folders of this user in `base` that nobody has locked, at most `most` of them.
void remove_left_over_folders(const std::string& base, int most);

}  // namespace attn
