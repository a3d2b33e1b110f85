#include "sandbox/remove_tree.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "base/system.hpp"

namespace attn {
namespace {

/// A folder between the top and the one that is open.
struct Level {
  std::string name;               // in the folder above it
  std::vector<std::string> left;  // names in it that were not looked at yet
  dev_t device;
  ino_t number;
};

/// Goes through a tree with one folder open at a time: it may be deeper than a path may be long,
/// and than files may be open. Every name is tried once, so it ends even where something cannot go.
class TreeRemoval {
 public:
  explicit TreeRemoval(Descriptor top) : here_(std::move(top)) { enter(""); }

  // Whether all that is in the top went.
  bool run() {
    bool is_all = true;
    while (true) {
      if (!levels_.back().left.empty())
        is_all = remove_next() && is_all;
      else if (levels_.size() == 1)
        return is_all;
      else if (!go_up())
        return false;
      else
        is_all = ::unlinkat(here_.get(), emptied_.c_str(), AT_REMOVEDIR) == 0 && is_all;
    }
  }

 private:
  void enter(const std::string& name) {
    struct stat facts {};
    ::fstat(here_.get(), &facts);
    levels_.push_back({name, names_within(here_.get()), facts.st_dev, facts.st_ino});
  }

  // A file goes, a folder is entered; false for what stays.
  bool remove_next() {
    const std::string name = std::move(levels_.back().left.back());
    levels_.back().left.pop_back();
    if (::unlinkat(here_.get(), name.c_str(), 0) == 0) return true;
    struct stat facts {};
    if (::fstatat(here_.get(), name.c_str(), &facts, AT_SYMLINK_NOFOLLOW) != 0 ||
        !S_ISDIR(facts.st_mode))
      return false;
    ::fchmodat(here_.get(), name.c_str(), 0700, 0);
    Descriptor folder = folder_within(here_.get(), name);
    if (!folder.is_open()) return false;
    here_ = std::move(folder);
    enter(name);
    return true;
  }

  // Back into the folder above, if it still is the one that we came from.
  bool go_up() {
    emptied_ = levels_.back().name;
    levels_.pop_back();
    here_ = folder_within(here_.get(), "..");
    struct stat facts {};
    return here_.is_open() && ::fstat(here_.get(), &facts) == 0 &&
           facts.st_dev == levels_.back().device && facts.st_ino == levels_.back().number;
  }

  Descriptor here_;
  std::vector<Level> levels_{};
  std::string emptied_{};
};

}  // namespace

bool remove_tree(const std::string& folder) {
  struct stat facts {};
  if (::lstat(folder.c_str(), &facts) != 0) return errno == ENOENT;
  if (S_ISDIR(facts.st_mode)) ::chmod(folder.c_str(), 0700);
  Descriptor top = folder_within(AT_FDCWD, folder);
  if (!top.is_open()) return false;
  const bool is_all = TreeRemoval(std::move(top)).run();
  return ::rmdir(folder.c_str()) == 0 && is_all;
}

}  // namespace attn
