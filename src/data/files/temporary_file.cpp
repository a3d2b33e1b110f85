#include "data/files/temporary_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <string_view>

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kBeginning = ".attn-part-";
constexpr std::string_view kUnlockedBeginning = ".attn-";  // beside progress, of older versions
constexpr std::size_t kRandomLetters = 6;
constexpr std::time_t kAgeOfUnlocked = 60;  // seconds; nobody writes for as long without a change
constexpr int kMostTries = 100;

bool is_name(std::string_view name, std::string_view beginning) {
  if (!name.starts_with(beginning) || name.size() != beginning.size() + kRandomLetters)
    return false;
  name.remove_prefix(beginning.size());
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; });
}

bool is_locked_by_another(int error) { return error == EWOULDBLOCK || error == EINTR; }

/// Closes on every way out.
struct Opened {
  explicit Opened(int opened) : descriptor(opened) {}
  ~Opened() {
    if (descriptor >= 0) ::close(descriptor);
  }
  Opened(const Opened&) = delete;
  Opened& operator=(const Opened&) = delete;

  const int descriptor;
};

// Whether the name still leads to the file that was opened: another program may have been quicker.
bool is_still(const std::string& path, const struct stat& opened) {
  struct stat named {};
  return ::lstat(path.c_str(), &named) == 0 && named.st_dev == opened.st_dev &&
         named.st_ino == opened.st_ino;
}

// For writing if that is allowed, because a network file system locks no other.
int opened_to_lock(const std::string& path) {
  constexpr int kFlags = O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  const int descriptor = ::open(path.c_str(), O_RDWR | kFlags);
  return descriptor < 0 ? ::open(path.c_str(), O_RDONLY | kFlags) : descriptor;
}

void remove_if_left_over(const std::string& path, bool has_lock) {
  const Opened file(opened_to_lock(path));
  struct stat facts {};
  if (file.descriptor < 0 || ::fstat(file.descriptor, &facts) != 0) return;
  if (!S_ISREG(facts.st_mode) || facts.st_uid != ::geteuid() || facts.st_nlink != 1) return;
  if (!has_lock && std::time(nullptr) - facts.st_mtime < kAgeOfUnlocked) return;
  if (::flock(file.descriptor, LOCK_EX | LOCK_NB) != 0) return;  // its writer lives, or no locks
  if (is_still(path, facts)) ::unlink(path.c_str());
}

}  // namespace

// Between its making and its locking another program may take the new file for a leftover. That is
// seen afterwards, and another one is made.
TemporaryFile::TemporaryFile(const std::string& folder) {
  for (int n = 0; n < kMostTries && !make(folder) && descriptor_ >= 0; ++n) {
    ::unlink(path_.c_str());
    ::close(descriptor_);
    ::close(lock_);
    descriptor_ = lock_ = -1;
    errno = EAGAIN;
  }
}

TemporaryFile::~TemporaryFile() {
  if (lock_ >= 0) ::close(lock_);
}

// Whether it is there, and locked where that can be. Without a descriptor, errno says why not.
bool TemporaryFile::make(const std::string& folder) {
  path_ = folder + "/" + std::string(kBeginning) + std::string(kRandomLetters, 'X');
  descriptor_ = ::mkostemp(path_.data(), O_CLOEXEC);
  if (descriptor_ < 0) return false;
  lock_ = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && is_locked_by_another(errno)) return false;
  struct stat facts {};
  return ::fstat(descriptor_, &facts) == 0 && is_still(path_, facts);
}

void remove_leftovers(const std::string& folder) {
  std::error_code error;
  // Elsewhere, a file of that name may be anybody's.
  const bool is_of_progress = fs::exists(fs::path(folder) / "progress.json", error);
  for (fs::directory_iterator each(folder, error), end; !error && each != end;
       each.increment(error)) {
    const std::string name = each->path().filename().string();
    const bool has_lock = is_name(name, kBeginning);
    if (has_lock || (is_of_progress && is_name(name, kUnlockedBeginning)))
      remove_if_left_over(each->path().string(), has_lock);
  }
}

}  // namespace attn
