#include "practice/progress/state_files.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <filesystem>
#include <thread>

#include "base/message.hpp"
#include "base/system.hpp"
#include "data/files/write_file.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::milliseconds kBetweenTries{10};
constexpr std::chrono::milliseconds kSilentWait{300};
constexpr std::chrono::seconds kLongestWait{3};

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

// Some network file systems have no locks; there the last writer wins.
bool has_no_locks(int error) {
  return error == ENOLCK || error == ENOSYS || error == EOPNOTSUPP || error == EINVAL;
}

}  // namespace

std::string state_folder() {
  // The XDG specification: a relative path is to be ignored.
  if (const std::string state(environment("XDG_STATE_HOME")); state.starts_with('/'))
    return state + "/attn";
  if (const std::string home(environment("HOME")); home.starts_with('/'))
    return home + "/.local/state/attn";
  throw SurroundingsError(
      translated("progress is not kept: neither XDG_STATE_HOME nor HOME names a folder."));
}

std::string set_aside(const std::string& path) {
  constexpr int kMostDamaged = 1000;
  for (int n = 1; n <= kMostDamaged; ++n) {
    const std::string aside = path + (n == 1 ? ".damaged" : fmt::format(".damaged-{}", n));
    if (rename_to_new(path, aside)) return aside;
    if (errno != EEXIST)
      throw SurroundingsError(message("{}: the file is damaged and cannot be moved aside: {}.",
                                      path, system_reason(errno)));
  }
  throw SurroundingsError(
      message("{}: the file is damaged, and too many damaged ones lie beside it.", path));
}

StateLock::StateLock(const std::string& file, const WaitNotice& on_wait) {
  make_folder(fs::path(file).parent_path());
  const std::string path = file + ".lock";
  descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0600);
  if (descriptor_ < 0) refuse(path, errno);
  try {
    wait_for_the_other(path, on_wait);
  } catch (...) {
    ::close(descriptor_);
    throw;
  }
}

void StateLock::wait_for_the_other(const std::string& path, const WaitNotice& on_wait) {
  const auto start = std::chrono::steady_clock::now();
  bool is_told = !on_wait;
  while (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0 && !has_no_locks(errno)) {
    if (errno != EWOULDBLOCK && errno != EINTR) refuse(path, errno);
    const auto waited = std::chrono::steady_clock::now() - start;
    if (waited >= kLongestWait)
      throw SurroundingsError(
          message("progress could not be saved: another attn has held {} for {} seconds. It may be "
                  "stopped in the background; end it, then do this again.",
                  path, kLongestWait.count()));
    if (!is_told && waited >= kSilentWait) {
      is_told = true;
      on_wait(
          message("another attn is changing the progress and holds {}; waiting for it, {} "
                  "seconds at most.",
                  path, kLongestWait.count()));
    }
    std::this_thread::sleep_for(kBetweenTries);
  }
}

StateLock::~StateLock() { ::close(descriptor_); }  // which lets go of the lock

}  // namespace attn
