#include "grading/report/write_reports.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/system_reason.hpp"
#include "data/files/signal_hold.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse_report(const fs::path& path, int error) {
  throw SurroundingsError(
      message("{0} cannot be written: {1}.", path.string(), system_reason(error)));
}

// Returns 0, or the number of the error.
int write_new(const fs::path& path, const std::string& bytes) {
  ::unlink(path.c_str());
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) return errno;
  int error = 0;
  for (std::size_t at = 0; at < bytes.size() && error == 0;) {
    const ssize_t n = ::write(file, bytes.data() + at, bytes.size() - at);
    if (n < 0 && errno != EINTR) error = errno;
    if (n > 0) at += static_cast<std::size_t>(n);
  }
  if (::close(file) != 0 && error == 0) error = errno;
  return error;
}

}  // namespace

void write_reports(const std::string& folder, const ReportFiles& files) {
  const SignalHold hold;
  for (const auto& [name, bytes] : files) {
    const fs::path path = fs::path(folder) / name, unfinished = path.string() + ".new";
    std::error_code error;
    fs::create_directories(path.parent_path(), error);
    if (error) refuse_report(path.parent_path(), error.value());
    if (const int failed = write_new(unfinished, bytes); failed != 0) {
      ::unlink(unfinished.c_str());
      refuse_report(path, failed);
    }
    if (::rename(unfinished.c_str(), path.c_str()) != 0) refuse_report(path, errno);
  }
}

}  // namespace attn
