#include "sandbox/call_filter.hpp"

#include <cerrno>

#ifdef __linux__
#include <linux/filter.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <memory>
#endif

#include "base/system.hpp"
#include "sandbox/pipe.hpp"

namespace attn {

#ifdef __linux__
namespace {

constexpr int kRefusedCalls[] = {
    // Memory that belongs to no process, or to none that shows it: what is detached, discarded or
    // sent to somebody else is still there.
    SCMP_SYS(shmget),
    SCMP_SYS(msgget),
    SCMP_SYS(semget),
    SCMP_SYS(mq_open),
    SCMP_SYS(memfd_create),
    SCMP_SYS(memfd_secret),
    SCMP_SYS(vmsplice),
    SCMP_SYS(io_uring_setup),
    SCMP_SYS(bpf),
    SCMP_SYS(perf_event_open),
    SCMP_SYS(inotify_init),
    SCMP_SYS(inotify_init1),
    SCMP_SYS(fanotify_init),
    SCMP_SYS(add_key),
    SCMP_SYS(request_key),
    SCMP_SYS(keyctl),
    // Other processes.
    SCMP_SYS(ptrace),
    SCMP_SYS(process_vm_readv),
    SCMP_SYS(process_vm_writev),
    SCMP_SYS(process_madvise),
    SCMP_SYS(pidfd_getfd),
    SCMP_SYS(kcmp),
    SCMP_SYS(userfaultfd),
    // Another view of the machine: a file system that is mounted in a namespace of one's own lies
    // in
    // memory, too.
    SCMP_SYS(unshare),
    SCMP_SYS(setns),
    SCMP_SYS(chroot),
    SCMP_SYS(pivot_root),
    SCMP_SYS(mount),
    SCMP_SYS(umount2),
    SCMP_SYS(open_tree),
    SCMP_SYS(move_mount),
    SCMP_SYS(mount_setattr),
    SCMP_SYS(fsopen),
    SCMP_SYS(fspick),
    SCMP_SYS(fsmount),
    SCMP_SYS(open_by_handle_at),
    // The machine itself, where limits are all that stands before it.
    SCMP_SYS(swapon),
    SCMP_SYS(swapoff),
    SCMP_SYS(quotactl),
    SCMP_SYS(acct),
    SCMP_SYS(reboot),
    SCMP_SYS(kexec_load),
    SCMP_SYS(kexec_file_load),
    SCMP_SYS(init_module),
    SCMP_SYS(finit_module),
    SCMP_SYS(delete_module),
    SCMP_SYS(iopl),
    SCMP_SYS(ioperm),
    SCMP_SYS(syslog),
    SCMP_SYS(settimeofday),
    SCMP_SYS(clock_settime),
};

using FilterInMaking = std::unique_ptr<void, decltype(&seccomp_release)>;

bool refuse_calls(scmp_filter_ctx filter) {
  for (const int call : kRefusedCalls)
    if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), call, 0) != 0) return false;
  // Once no process shows it any more, its pages are counted nowhere. mmap2 is the mmap of machines
  // of 32 bits.
  constexpr scmp_datum_t kShared = MAP_SHARED | MAP_ANONYMOUS;
  for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mmap2)})
    if (seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), call, 1,
                         scmp_arg_cmp{3, SCMP_CMP_MASKED_EQ, kShared, kShared}) != 0)
      return false;
  return true;
}

std::string made_filter() {
  const FilterInMaking filter(seccomp_init(SCMP_ACT_ALLOW), seccomp_release);
  const Descriptor file(::memfd_create("filter", MFD_CLOEXEC));
  if (!filter || !file.is_open() ||
      seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0 ||
      !refuse_calls(filter.get()) || seccomp_export_bpf(filter.get(), file.get()) != 0)
    refuse_process();
  std::string bytes(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)), '\0');
  if (::pread(file.get(), bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size()))
    refuse_process();
  return bytes;
}

}  // namespace

const std::string& call_filter() {
  static const std::string filter = made_filter();
  return filter;
}

bool enter_call_filter(const std::string& filter) {
  // The kernel only reads it, but takes no pointer to what is const.
  auto* const bytes = const_cast<char*>(filter.data());
  const sock_fprog program{static_cast<unsigned short>(filter.size() / sizeof(sock_filter)),
                           reinterpret_cast<sock_filter*>(bytes)};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

#else

const std::string& call_filter() {
  static const std::string none;
  return none;
}

bool enter_call_filter(const std::string&) {
  errno = ENOSYS;
  return false;
}

#endif

}  // namespace attn
