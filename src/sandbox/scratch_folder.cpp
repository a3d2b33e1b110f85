#include "sandbox/scratch_folder.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <vector>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/system_reason.hpp"

namespace attn {
namespace {

std::vector<std::string> names_in(int folder) {
  std::vector<std::string> names;
  const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR* const entries = again < 0 ? nullptr : ::fdopendir(again);
  if (entries == nullptr) return names;
  while (const dirent* entry = ::readdir(entries)) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(name);
  }
  ::closedir(entries);
  return names;
}

// Removes what is in a folder that lies in `top`, but moves the folders among it up to `top` under
// new names, so that no tree is too deep.
void empty_one(int top, const std::string& name, unsigned long& n_moved) {
  ::fchmodat(top, name.c_str(), 0700, 0);
  const int folder = ::openat(top, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return;
  for (const std::string& entry : names_in(folder)) {
    if (::unlinkat(folder, entry.c_str(), 0) == 0) continue;
    if (::unlinkat(folder, entry.c_str(), AT_REMOVEDIR) == 0) continue;
    // A folder changes its parent, so that its own entry must be written.
    ::fchmodat(folder, entry.c_str(), 0700, 0);
    ::renameat(folder, entry.c_str(), top, (".moved-" + std::to_string(n_moved++)).c_str());
  }
  ::close(folder);
}

}  // namespace

bool remove_tree(const std::string& folder) {
  ::chmod(folder.c_str(), 0700);
  const int top = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (top < 0) return errno == ENOENT;
  unsigned long n_moved = 0;
  // Each round takes away everything but the folders one level further down.
  for (bool goes_on = true; goes_on;) {
    const std::vector<std::string> names = names_in(top);
    std::size_t n_removed = 0;
    const unsigned long n_before = n_moved;
    for (const std::string& name : names) {
      if (::unlinkat(top, name.c_str(), 0) == 0 ||
          ::unlinkat(top, name.c_str(), AT_REMOVEDIR) == 0) {
        ++n_removed;
        continue;
      }
      empty_one(top, name, n_moved);
      if (::unlinkat(top, name.c_str(), AT_REMOVEDIR) == 0) ++n_removed;
    }
    goes_on = !names.empty() && (n_removed > 0 || n_moved > n_before);
  }
  ::close(top);
  return ::rmdir(folder.c_str()) == 0;
}

ScratchFolder::ScratchFolder() {
  std::error_code error;
  const std::filesystem::path base = std::filesystem::temp_directory_path(error);
  path_ = ((error ? std::filesystem::path("/tmp") : base) / "attn-run-XXXXXX").string();
  if (::mkdtemp(path_.data()) == nullptr)
    throw SurroundingsError(message("no folder for programs can be made in {}: {}.",
                                    std::filesystem::path(path_).parent_path().string(),
                                    system_reason(errno)));
}

ScratchFolder::~ScratchFolder() { remove_tree(path_); }

}  // namespace attn
