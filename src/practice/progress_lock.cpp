#include "practice/progress_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "core/error.hpp"
#include "core/message.hpp"
#include "core/system_reason.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenTries{10};
constexpr std::chrono::seconds kLongestWait{10};

[[noreturn]] void refuse(const std::string& path, int error) {
  throw SurroundingsError(
      message("{}: progress cannot be kept there: {}.", path, system_reason(error)));
}

// With the permissions that the XDG specification asks for.
void make_folder(const fs::path& folder) {
  if (folder.empty() || ::access(folder.c_str(), F_OK) == 0) return;
  make_folder(folder.parent_path());
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) refuse(folder.string(), errno);
}

// Some network file systems have no locks; there the last writer wins, as without us.
bool has_no_locks(int error) {
  return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP || error == EINVAL;
}

}  // namespace

ProgressLock::ProgressLock(const std::string& progress_path) {
  make_folder(fs::path(progress_path).parent_path());
  const std::string path = progress_path + ".lock";
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);
  if (descriptor_ < 0) refuse(path, errno);
  const auto end = std::chrono::steady_clock::now() + kLongestWait;
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && !has_no_locks(errno)) {
    const int error = errno;
    const bool is_taken = error == EWOULDBLOCK || error == EINTR;
    if (is_taken && std::chrono::steady_clock::now() < end) {
      std::this_thread::sleep_for(kBetweenTries);
      continue;
    }
    ::close(descriptor_);
    if (!is_taken) refuse(path, error);
    throw SurroundingsError(
        message("{}: another attn has been changing the progress for {} seconds.", path,
                kLongestWait.count()));
  }
}

ProgressLock::~ProgressLock() { ::close(descriptor_); }  // which lets go of the lock

}  // namespace attn
