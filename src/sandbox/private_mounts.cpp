#include "sandbox/private_mounts.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>

#ifdef __linux__
#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <iterator>
#include <string_view>
#endif

namespace attn {
namespace {

#ifdef __linux__
// Those that bubblewrap shows (its --dev).
constexpr const char* kDevices[] = {"/dev/null",   "/dev/zero",    "/dev/full",
                                    "/dev/random", "/dev/urandom", "/dev/tty"};

bool write_to(const char* file, std::string_view text) {
  const int opened = ::open(file, O_WRONLY | O_CLOEXEC);
  if (opened < 0) return false;
  const bool is_told =
      ::write(opened, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  ::close(opened);
  return is_told;
}

// What a mount has is kept: in a namespace of a user most of it may not be taken away.
unsigned long flags_of_mount(const char* path) {
  struct statvfs facts {};
  if (::statvfs(path, &facts) != 0) return 0;
  constexpr std::pair<unsigned long, unsigned long> kFlags[] = {
      {ST_NOSUID, MS_NOSUID},   {ST_NODEV, MS_NODEV},           {ST_NOEXEC, MS_NOEXEC},
      {ST_NOATIME, MS_NOATIME}, {ST_NODIRATIME, MS_NODIRATIME}, {ST_RELATIME, MS_RELATIME}};
  unsigned long flags = 0;
  for (const auto& [shown, flag] : kFlags)
    if ((facts.f_flag & shown) != 0) flags |= flag;
  return flags;
}

// What is written to a device goes into no file, so it is writable none the less.
bool make_read_only(const char* device) {
  if (::mount(device, device, nullptr, MS_BIND, nullptr) != 0) return errno == ENOENT;
  const unsigned long flags = MS_REMOUNT | MS_BIND | MS_RDONLY | flags_of_mount(device);
  return ::mount(nullptr, device, nullptr, flags, nullptr) == 0;
}
#endif

// What files in memory take of the kernel beside their bytes is counted nowhere else.
constexpr unsigned kMostFiles = 10'000;

}  // namespace

PrivateMounts::PrivateMounts(const std::string& scratch, const Limits& limits)
    : scratch_(scratch),
      files_(files_in(scratch)),
      shared_(shared_in(scratch)),
      options_(fmt::format("mode=0700,size={},nr_inodes={}", limits.scratch_bytes, kMostFiles)),
      users_(fmt::format("{0} {0} 1\n", ::geteuid())),
      groups_(fmt::format("{0} {0} 1\n", ::getegid())) {}

#ifdef __linux__
bool PrivateMounts::enter() const {
  return ::unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 &&
         // Only who may not change groups may say which ones there are.
         write_to("/proc/self/setgroups", "deny") && write_to("/proc/self/uid_map", users_) &&
         write_to("/proc/self/gid_map", groups_) &&
         std::all_of(std::begin(kDevices), std::end(kDevices), make_read_only) &&
         ::mount("scratch", scratch_.c_str(), "tmpfs", MS_NOSUID | MS_NODEV, options_.c_str()) ==
             0 &&
         ::mkdir(files_.c_str(), 0700) == 0 && ::mkdir(shared_.c_str(), 0700) == 0;
}
#else
bool PrivateMounts::enter() const {
  errno = ENOSYS;
  return false;
}
#endif

}  // namespace attn
