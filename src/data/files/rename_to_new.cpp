#include "data/files/rename_to_new.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>

namespace attn {
namespace {

// What the kernel itself refuses, nobody can come between. ENOSYS: it has no such call.
#if defined(__linux__)
int rename_in_kernel(const char* from, const char* to) {
  return ::renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE);
}
#elif defined(__APPLE__)
int rename_in_kernel(const char* from, const char* to) {
  return ::renamex_np(from, to, RENAME_EXCL);
}
#else
int rename_in_kernel(const char*, const char*) {
  errno = ENOSYS;
  return -1;
}
#endif

}  // namespace

// Not every file system can: a hard link refuses a taken name too, and where there are none either,
// looking first is the best that is left.
bool rename_to_new(const std::string& from, const std::string& to) {
  if (rename_in_kernel(from.c_str(), to.c_str()) == 0) return true;
  if (errno != EINVAL && errno != ENOSYS && errno != ENOTSUP) return false;
  if (::link(from.c_str(), to.c_str()) == 0) return ::unlink(from.c_str()) == 0;
  if (errno == EEXIST) return false;
  struct stat facts {};
  if (::lstat(to.c_str(), &facts) == 0) {
    errno = EEXIST;
    return false;
  }
  return ::rename(from.c_str(), to.c_str()) == 0;
}

}  // namespace attn
