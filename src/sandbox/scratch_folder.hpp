#pragma once

#include <string>

namespace attn {

/// An empty folder that only this user sees, gone with its contents at the end, whatever a program
/// made of it: folders without rights, trees of any depth. Links in it are not followed.
class ScratchFolder {
 public:
  /// Errors: SurroundingsError.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

/// Removes a folder and all that is in it; false where something is left.
bool remove_tree(const std::string& folder);

}  // namespace attn
