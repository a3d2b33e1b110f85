#include "data/files/new_file.hpp"

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
#include <set>
#include <string_view>

#include "base/message.hpp"
#include "data/files/file.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;

/// The permissions of a new file, as every other program would give it.
mode_t new_file_mode() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return 0666 & ~mask;
}

/// These are links to whatever the program already has open, which may be a file: it must be
/// written into, not replaced.
bool is_standard_stream(const std::string& path) {
  return path == "/dev/stdout" || path == "/dev/stderr" || path.starts_with("/dev/fd/");
}

void require_permission(const Target& target) {
  const bool allowed = (!target.exists || ::access(target.path.c_str(), W_OK) == 0) &&
                       (target.direct || ::access(target.folder.c_str(), W_OK | X_OK) == 0);
  if (!allowed) fail_to_write(target.path, errno);
}

void require_folder(const Target& target) {
  struct stat facts {};
  if (::stat(target.folder.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode)) return;
  refuse_dangling_link(target.folder);
  throw InputError(
      message("{}: the folder {} does not exist. Create it first, or give another path.",
              target.path, target.folder));
}

Target target_at(const std::string& path) {
  Target target;
  target.path = path;
  target.real_path = path;
  struct stat facts {};
  target.exists = ::stat(path.c_str(), &facts) == 0;
  if (path.empty() || path.ends_with('/') || (target.exists && S_ISDIR(facts.st_mode))) {
    throw InputError(
        message("{}: this names a folder, but a file was expected. Add a file name.", path));
  }
  target.direct = target.exists && (!S_ISREG(facts.st_mode) || is_standard_stream(path));
  std::error_code ignored;
  if (target.exists) target.real_path = fs::canonical(path, ignored).string();
  if (target.real_path.empty()) target.real_path = path;
  target.folder = fs::path(target.real_path).parent_path().string();
  if (target.folder.empty()) target.folder = ".";
  if (!target.direct) require_folder(target);
  target.mode = target.exists ? facts.st_mode & 0777 : new_file_mode();
  return target;
}

}  // namespace

std::vector<Target> writable_targets(const std::vector<std::string>& paths, bool overwrite) {
  std::vector<Target> targets;
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    const Target target = target_at(path);
    std::error_code ignored;
    const auto whole =
        fs::weakly_canonical(fs::absolute(target.real_path, ignored), ignored).string();
    if (!seen.insert(whole.empty() ? path : whole).second) {
      throw InputError(message(
          "{}: this file is given twice to write to. Give each output its own path.", path));
    }
    if (target.exists && !target.direct && !overwrite) refuse_existing(path);
    require_permission(target);
    targets.push_back(target);
  }
  return targets;
}

void refuse_existing(const std::string& path) {
  throw InputError(
      message("{}: the file already exists. Give another path, or --force to replace it.", path));
}

void fail_to_write(const std::string& path, int error) {
  throw SurroundingsError(
      message("{}: the file cannot be written: {}. Free the disk, check the permissions, or give "
              "another path.",
              path, system_reason(error)));
}

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
