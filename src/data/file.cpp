#include "data/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "core/error.hpp"
#include "core/message.hpp"
#include "core/system_reason.hpp"
#include "data/limits.hpp"

namespace attn {
namespace {

constexpr std::size_t kChunk = kMiB;

[[noreturn]] void refuse_unreadable(const std::string& path, int error) {
  if (error == ENOENT || error == ENOTDIR) {
    throw InputError(
        message("{}: there is no such file. Check the spelling and the folder.", path));
  }
  throw InputError(
      message("{}: the file cannot be read: {}. Check its permissions, or give another file.", path,
              system_reason(error)));
}

void require_ordinary(const std::string& path, const struct stat& facts) {
  if (S_ISREG(facts.st_mode)) return;
  throw InputError(
      message("{}: an ordinary file was expected, and this is a folder, pipe or device. Save the "
              "data to a file and give its path.",
              path));
}

void require_within(const std::string& path, std::uintmax_t size, std::uintmax_t limit) {
  if (size <= limit) return;
  throw InputError(
      message("{}: the file is too large: it has {} bytes, and at most {} bytes ({} MiB) are read "
              "in this format. Give a smaller part of it; .npy holds the largest matrices.",
              path, size, limit, limit / kMiB));
}

/// Closes the file on every way out.
struct OpenFile {
  explicit OpenFile(int opened) : descriptor(opened) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor >= 0) ::close(descriptor);
  }
  const int descriptor;
};

/// Reads to the end, or one byte beyond the limit if the file is longer than it claimed.
std::string read_bytes(const std::string& path, int descriptor, std::uintmax_t expected,
                       std::uintmax_t limit) {
  std::string bytes;
  bytes.reserve(expected + 1);  // one more, so that the end is noticed without growing
  while (bytes.size() <= limit) {
    const std::size_t before = bytes.size();
    const std::size_t room = std::max<std::size_t>(bytes.capacity() - before, 1);
    bytes.resize(before + std::min<std::uintmax_t>({room, kChunk, limit + 1 - before}));
    const ssize_t got = ::read(descriptor, bytes.data() + before, bytes.size() - before);
    bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got == 0) break;
    if (got < 0 && errno != EINTR) refuse_unreadable(path, errno);
  }
  return bytes;
}

}  // namespace

std::string read_file(const std::string& path, std::uintmax_t size_limit) {
  // Looked at before it is opened, because opening a device can already act on it; and looked at
  // again afterwards, because another program may have put something else there.
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) refuse_unreadable(path, errno);
  require_ordinary(path, facts);
  const OpenFile file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (file.descriptor < 0 || ::fstat(file.descriptor, &facts) != 0) refuse_unreadable(path, errno);
  require_ordinary(path, facts);

  const auto claimed = static_cast<std::uintmax_t>(facts.st_size);
  require_within(path, claimed, size_limit);
  std::string bytes = read_bytes(path, file.descriptor, claimed, size_limit);
  require_within(path, bytes.size(), size_limit);
  if (bytes.empty()) {
    throw InputError(
        message("{}: the file is empty. Write a matrix into it, or give another file.", path));
  }
  return bytes;
}

}  // namespace attn
