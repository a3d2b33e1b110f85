#include "sandbox/launch.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/message.hpp"

#ifdef __linux__
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>

#include <algorithm>
#include <iterator>
#include <memory>
#endif

namespace attn {

namespace {

void limit(int resource, rlim_t most) {
  const rlimit bounds{most, most};
  ::setrlimit(static_cast<decltype(RLIMIT_CPU)>(resource), &bounds);
}

void take_own_session() {
  ::setsid();
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
#ifdef __linux__
  // No namespace covers the keys of a session: they are whose who grades, and stay for the next.
  ::syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, nullptr);
#endif
  for (const int signal : {SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGXCPU, SIGXFSZ})
    ::signal(signal, SIG_DFL);
}

void take_limits(const Launch& launch) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  ::personality(ADDR_NO_RANDOMIZE);
#endif
  // Few: what is on its way in sockets, and sockets that are on their way, is bounded by it.
  constexpr rlim_t kFiles = 64;
  limit(RLIMIT_CPU, static_cast<rlim_t>(launch.limits.cpu_seconds) + 2);
  limit(RLIMIT_FSIZE, launch.limits.file_bytes);
  limit(RLIMIT_NOFILE, kFiles);
  limit(RLIMIT_CORE, 0);
}

constexpr int kBeyond = 10;

int out_of_the_way(int file) { return file < 0 ? -1 : ::fcntl(file, F_DUPFD, kBeyond); }

void put_at(int number, int file) { file < 0 ? ::close(number) : ::dup2(file, number); }

[[noreturn]] void refuse_to_start(int failure) {
  const int error = errno;
  (void)!::write(failure, &error, sizeof error);
  ::_exit(127);
}

// After a fork: only plain system calls.
[[noreturn]] void become(const Launch& launch, char* const* words, char* const* variables) {
  if (launch.group >= 0) (void)!::write(launch.group, "0", 1);
  take_own_session();
  take_limits(launch);
  ::dup2(launch.input, STDIN_FILENO);
  ::dup2(launch.out, STDOUT_FILENO);
  ::dup2(launch.err, STDERR_FILENO);
  // First away from the numbers that they or another one are to have.
  const int failure = ::fcntl(launch.failure, F_DUPFD_CLOEXEC, kBeyond);
  const int status = out_of_the_way(launch.status), options = out_of_the_way(launch.options),
            calls = out_of_the_way(launch.calls);
  put_at(kStatusDescriptor, status);
  put_at(kOptionsDescriptor, options);
  put_at(kFilterDescriptor, calls);
  // This one closes itself when the program begins.
  constexpr int kFailure = kFilterDescriptor + 1;
  ::dup2(failure, kFailure);
  ::fcntl(kFailure, F_SETFD, FD_CLOEXEC);
  close_from(kFailure + 1);
  if ((!launch.mounts || launch.mounts->enter()) && ::chdir(launch.folder.c_str()) == 0 &&
      (launch.filter.empty() || enter_call_filter(launch.filter)))
    ::execve(words[0], words, variables);
  refuse_to_start(kFailure);
}

}  // namespace

void close_from(int first) {
#ifdef __linux__
  if (::close_range(static_cast<unsigned>(first), ~0U, 0) == 0) return;
#endif
  for (int file = first; file < ::sysconf(_SC_OPEN_MAX); ++file) ::close(file);
}

pid_t start_process(Launch launch) {
  const std::vector<char*> words = pointers_to(launch.words);
  const std::vector<char*> variables = pointers_to(launch.variables);
  return start_keeper([&] {
    const pid_t program = ::fork();
    if (program < 0) refuse_to_start(launch.failure);
    if (program == 0) become(launch, words.data(), variables.data());
    return program;
  });
}

Pipe make_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) refuse_process();
  for (const int end : ends) ::fcntl(end, F_SETFD, FD_CLOEXEC);
  ::fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {Descriptor(ends[0]), Descriptor(ends[1])};
}

void refuse_process() {
  throw SurroundingsError(message("no program can be started: {}.", system_reason(errno)));
}

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

namespace {

// What the kernel sends where our parent has ended.
constexpr int kOrphaned = SIGTERM;

// Signals that wait until they are asked for: none comes in between.
sigset_t blocked_signals() {
  // What is ignored would never come, and nobody could ask how a child ended.
  ::signal(SIGCHLD, SIG_DFL);
  sigset_t signals;
  sigfillset(&signals);
  ::sigprocmask(SIG_SETMASK, &signals, nullptr);
  sigemptyset(&signals);
  sigaddset(&signals, SIGCHLD);
  sigaddset(&signals, kOrphaned);
  return signals;
}

// How the program ended, as waitpid tells it; as if it was killed where our parent ends before it.
int status_of_program(pid_t program, const sigset_t& signals) {
  for (int signal = 0; signal != kOrphaned; ::sigwait(&signals, &signal)) {
    int status = 0;
    for (pid_t ended; (ended = ::waitpid(-1, &status, WNOHANG)) > 0;)
      if (ended == program) return status;
  }
  return SIGKILL;
}

[[noreturn]] void end_with(int status) {
  if (!WIFSIGNALED(status)) ::_exit(WEXITSTATUS(status));
#ifdef __linux__
  // A core file of ours would say nothing of the program.
  ::prctl(PR_SET_DUMPABLE, 0);
#endif
  const int signal = WTERMSIG(status);
  ::signal(signal, SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  ::raise(signal);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::_exit(127);
}

[[noreturn]] void keep(const std::function<pid_t()>& start, pid_t parent) {
  // Away from the terminal, whose signals are for our parent.
  ::setsid();
  const sigset_t signals = blocked_signals();
  adopt_orphans();
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, kOrphaned);
#endif
  if (::getppid() != parent) ::_exit(127);
  const pid_t program = start();
  close_from(0);
  const int status = status_of_program(program, signals);
  end_processes_below_us();
  end_with(status);
}

}  // namespace

pid_t start_keeper(const std::function<pid_t()>& start) {
  const pid_t parent = ::getpid();
  const pid_t keeper = ::fork();
  if (keeper < 0) refuse_process();
  if (keeper == 0) keep(start, parent);
  return keeper;
}

}  // namespace attn
