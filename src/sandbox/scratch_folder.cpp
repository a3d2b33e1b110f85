#include "sandbox/scratch_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "base/message.hpp"
#include "sandbox/remove_tree.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFolderBeginning = "attn-run-", kRandomPart = "XXXXXX";

// Programs print where they are, and some as the system names it: so no links on the way.
std::string folder_for_scratch() {
  std::error_code error;
  const fs::path base = fs::canonical(fs::temp_directory_path(error), error);
  return error ? "/tmp" : base.string();
}

Descriptor opened_folder(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Whether the name still leads to the folder that is open.
bool still_leads_to(const std::string& path, const Descriptor& folder) {
  struct stat opened {
  }, named{};
  return ::fstat(folder.get(), &opened) == 0 && ::lstat(path.c_str(), &named) == 0 &&
         named.st_dev == opened.st_dev && named.st_ino == opened.st_ino;
}

bool remove_if_left_over(const std::string& path) {
  struct stat facts {};
  if (::lstat(path.c_str(), &facts) != 0 || !S_ISDIR(facts.st_mode) || facts.st_uid != ::geteuid())
    return false;
  if ((facts.st_mode & S_IRWXU) != S_IRWXU) ::chmod(path.c_str(), S_IRWXU);
  const Descriptor folder = opened_folder(path);
  return folder.is_open() && ::flock(folder.get(), LOCK_EX | LOCK_NB) == 0 &&
         still_leads_to(path, folder) && remove_tree(path);
}

}  // namespace

void remove_left_over_folders(const std::string& base, int most) {
  std::error_code error;
  for (fs::directory_iterator each(base, error), end; !error && most > 0 && each != end;
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    const bool is_ours = name.starts_with(kFolderBeginning) &&
                         name.size() == kFolderBeginning.size() + kRandomPart.size();
    if (is_ours && remove_if_left_over(each->path().string())) --most;
  }
}

// Between its making and its locking another program may take the folder for one that is left over.
// That is seen afterwards, and another one is made.
ScratchFolder::ScratchFolder() {
  const std::string base = folder_for_scratch();
  constexpr int kRemoved = 8, kTries = 100;
  static const bool has_looked = (remove_left_over_folders(base, kRemoved), true);
  static_cast<void>(has_looked);
  for (int i = 0; i < kTries; ++i)
    if (make(base)) return;
  throw SurroundingsError(
      message("no folder for programs can be made in {}: {}.", base, system_reason(EAGAIN)));
}

bool ScratchFolder::make(const std::string& base) {
  path_ = base + "/" + std::string(kFolderBeginning) + std::string(kRandomPart);
  if (::mkdtemp(path_.data()) == nullptr)
    throw SurroundingsError(
        message("no folder for programs can be made in {}: {}.", base, system_reason(errno)));
  lock_ = opened_folder(path_);
  const bool is_taken = ::flock(lock_.get(), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
  if (!is_taken && still_leads_to(path_, lock_)) return true;
  ::rmdir(path_.c_str());
  return false;
}

ScratchFolder::~ScratchFolder() { remove_tree(path_); }

}  // namespace attn
