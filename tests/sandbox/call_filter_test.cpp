#include "sandbox/call_filter.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <functional>

#include "support/catch.hpp"

namespace attn {
namespace {

// errno of a call that a process makes behind the filter; 0 where it succeeds.
int error_behind_filter(const std::function<long()>& call) {
  const std::string filter = call_filter();
  const pid_t process = ::fork();
  if (process == 0) {
    if (!enter_call_filter(filter)) ::_exit(255);
    ::_exit(call() == -1 ? errno : 0);
  }
  int status = 0;
  ::waitpid(process, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

long mapped(int flags) {
  const void* const place = ::mmap(nullptr, 4096, PROT_READ, flags, -1, 0);
  return place == MAP_FAILED ? -1 : 0;
}

TEST_CASE("call_filter: what cannot be counted is not there") {
  CHECK(error_behind_filter([] { return ::shmget(IPC_PRIVATE, 4096, 0600); }) == ENOSYS);
  CHECK(error_behind_filter([] { return ::memfd_create("x", 0); }) == ENOSYS);
  CHECK(error_behind_filter([] { return mapped(MAP_SHARED | MAP_ANONYMOUS); }) == EPERM);
  CHECK(error_behind_filter([] { return mapped(MAP_PRIVATE | MAP_ANONYMOUS); }) == 0);
}

TEST_CASE("call_filter: other processes, keys and namespaces are out of reach") {
  for (const long number :
       {SYS_ptrace, SYS_process_vm_writev, SYS_pidfd_getfd, SYS_keyctl, SYS_bpf, SYS_userfaultfd,
        SYS_perf_event_open, SYS_io_uring_setup, SYS_unshare, SYS_mount, SYS_kexec_load})
    CHECK(error_behind_filter([number] { return ::syscall(number, 0, 0, 0, 0, 0); }) == ENOSYS);
  CHECK(error_behind_filter([] { return ::syscall(SYS_getppid) > 0 ? 0 : -1; }) == 0);
}

#ifdef __x86_64__
TEST_CASE("call_filter: calls of another architecture end a program") {
  constexpr long kOfX32 = 0x40000000;
  CHECK(error_behind_filter([] { return ::syscall(kOfX32 + SYS_getpid); }) == -SIGSYS);
}
#endif

}  // namespace
}  // namespace attn
