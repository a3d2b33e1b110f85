#include "data/files/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/system_reason.hpp"
#include "data/files/limits.hpp"

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
      message("{}: an ordinary file was expected, but this is a folder, pipe or device. Save the "
              "data to a file and give its path.",
              path));
}

void require_within(const std::string& path, std::uintmax_t size, std::uintmax_t limit) {
  if (size <= limit) return;
  throw InputError(
      message("{}: the file is too large: it has {} bytes, and at most {} bytes ({} MiB) are read "
              "in this format. Give a smaller part of it.",
              path, size, limit, limit / kMiB));
}

/// Reads to the end, or one byte beyond the limit if the file is longer than it claimed.
std::string read_bytes(const File& file, std::uintmax_t limit) {
  std::string bytes;
  bytes.reserve(file.size() + 1);  // one more, so that the end is noticed without growing
  while (bytes.size() <= limit) {
    const std::size_t before = bytes.size();
    const std::size_t room = std::max<std::size_t>(bytes.capacity() - before, 1);
    bytes.resize(before + std::min<std::uintmax_t>({room, kChunk, limit + 1 - before}));
    const std::size_t got = file.read_some(before, bytes.data() + before, bytes.size() - before);
    bytes.resize(before + got);
    if (got == 0) break;
  }
  return bytes;
}

}  // namespace

File::File(const std::string& path) : path_(path) {
  // Looked at before it is opened, because opening a device can already act on it; and looked at
  // again afterwards, because another program may have put something else there.
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) refuse_unreadable(path, errno);
  require_ordinary(path, facts);
  descriptor_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (!descriptor_.is_open() || ::fstat(descriptor_.get(), &facts) != 0) {
    refuse_unreadable(path, errno);
  }
  require_ordinary(path, facts);
  size_ = static_cast<std::uintmax_t>(facts.st_size);
}

std::size_t File::read_some(std::uintmax_t offset, char* into, std::size_t count) const {
  while (true) {
    const ssize_t got = ::pread(descriptor_.get(), into, count, static_cast<off_t>(offset));
    if (got >= 0) return static_cast<std::size_t>(got);
    if (errno != EINTR) refuse_unreadable(path_, errno);
  }
}

std::string File::bytes(std::uintmax_t offset, std::size_t count) const {
  std::string bytes(count, '\0');
  for (std::size_t done = 0; done < count;) {
    const std::size_t got = read_some(offset + done, bytes.data() + done, count - done);
    if (got == 0) {
      throw InputError(
          message("{}: the file ended while it was read. Another program may be writing it: wait "
                  "until it is done.",
                  path_));
    }
    done += got;
  }
  return bytes;
}

std::string file_bytes(const std::string& path, std::uintmax_t size_limit) {
  const File file(path);
  require_within(path, file.size(), size_limit);
  std::string bytes = read_bytes(file, size_limit);
  require_within(path, bytes.size(), size_limit);
  return bytes;
}

std::string read_file(const std::string& path, std::uintmax_t size_limit) {
  std::string bytes = file_bytes(path, size_limit);
  if (bytes.empty()) {
    throw InputError(
        message("{}: the file is empty. Write a matrix into it, or give another file.", path));
  }
  return bytes;
}

}  // namespace attn
