#include "sandbox/launch.hpp"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

#include "base/system.hpp"
#include "sandbox/run_program.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

#ifdef __linux__
#include <sys/personality.h>
#endif

#ifdef __linux__
#include <linux/fs.h>
#endif

namespace attn {
namespace {

/// What a process printed, and errno where it could not be started.
struct Started {
  std::string out;
  int error = 0;
};

Started started(const std::vector<std::string>& words) {
  Pipe out = make_pipe(), failure = make_pipe();
  const Descriptor nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  const pid_t process = start_process({.words = words,
                                       .variables = {"PATH=/usr/bin:/bin", "ONLY=this"},
                                       .folder = "/",
                                       .input = nothing.get(),
                                       .out = out.writing.get(),
                                       .err = nothing.get(),
                                       .failure = failure.writing.get()});
  out.writing.close();
  failure.writing.close();
  ::waitpid(process, nullptr, 0);
  PrintedText printed(1000, 0);
  drain(out.reading, printed);
  Started result{printed.text()};
  (void)!::read(failure.reading.get(), &result.error, sizeof result.error);
  return result;
}

TEST_CASE("start_process: its words, its folder, its environment and no files of ours") {
  const Descriptor ours(::open("/dev/null", O_RDONLY));  // it would be inherited
  const Started result = started(
      {"/bin/sh", "-c", "echo \"$1 $ONLY\"; pwd; ls /proc/self/fd | tr '\\n' ' '", "sh", "a b"});
  CHECK(result.error == 0);
  // The last is the folder that ls reads.
  CHECK(result.out == "a b this\n/\n0 1 2 3 ");
}

TEST_CASE("start_process: what cannot be started says why") {
  CHECK(started({"/no/such/program"}).error == ENOENT);
}

#ifdef __linux__
TEST_CASE("start_process: addresses do not hang on chance") {
  const int before = ::personality(0xffffffff);
  if (::personality(static_cast<unsigned>(before) | ADDR_NO_RANDOMIZE) == -1) return;
  ::personality(static_cast<unsigned>(before));
  const auto stack = [] { return started({"/bin/grep", "stack", "/proc/self/maps"}).out; };
  CHECK(stack() == stack());
}
#endif

TEST_CASE("make_pipe: nobody waits for what was not written yet") {
  const Pipe pipe = make_pipe();
  char byte = 'x';
  CHECK(::read(pipe.reading.get(), &byte, 1) == -1);
  CHECK(errno == EAGAIN);
  CHECK(::write(pipe.writing.get(), "y", 1) == 1);
  CHECK(::read(pipe.reading.get(), &byte, 1) == 1);
  CHECK(byte == 'y');
}

TEST_CASE("refuse_process: it says the system's reason") {
  errno = EACCES;
  CHECK_THROWS_WITH(refuse_process(), ContainsSubstring("ermission"));
}

RunResult in_bubblewrap(const std::string& script) {
  RunRequest request;
  request.command = {"sh", "-c", script};
  request.isolation = Isolation::bubblewrap;
  return run_program(request);
}

TEST_CASE("PrivateMounts: in bubblewrap files of the kernel stay as they are, and devices work") {
  if (strongest_isolation() != Isolation::bubblewrap) return;
  const std::string files =
      "/dev/null /dev/zero /dev/full /dev/random /dev/urandom /dev/tty /dev /proc/version";
  const RunResult result = in_bubblewrap(
      "for f in " + files +
      "; do chmod 600 $f; touch $f; touch -d 2001-02-03 $f; chown 1000 $f; done 2> errors; "
      "stat -c '%n %a %y' " +
      files +
      " | grep -E ' 600 | 2001'; (: >> /proc/1/mem) 2> errors && echo open; "
      "echo x > /dev/null; echo x 2> errors > /dev/full || head -c 3 /dev/zero | wc -c; "
      "head -c 3 /dev/urandom | wc -c; df --output=itotal /tmp | tail -1 | tr -d ' '");
  CHECK(result.out == "3\n3\n10000\n");
}

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

// What waitpid tells of a keeper whose program is a function.
int status_with(void (*program)()) {
  const pid_t keeper = start_keeper([program] {
    const pid_t process = ::fork();
    if (process == 0) {
      sigset_t none;
      sigemptyset(&none);
      ::sigprocmask(SIG_SETMASK, &none, nullptr);
      program();
      ::_exit(0);
    }
    return process;
  });
  int status = 0;
  CHECK(::waitpid(keeper, &status, 0) == keeper);
  return status;
}

TEST_CASE("start_keeper: it ends as its program does") {
  const int exited = status_with([] { ::_exit(7); });
  CHECK((WIFEXITED(exited) && WEXITSTATUS(exited) == 7));
  const int killed = status_with([] { (void)::raise(SIGKILL); });
  CHECK((WIFSIGNALED(killed) && WTERMSIG(killed) == SIGKILL));
  const int ended = status_with([] { (void)::raise(SIGUSR1); });
  CHECK((WIFSIGNALED(ended) && WTERMSIG(ended) == SIGUSR1));
}

TEST_CASE("start_keeper: a signal to end, which its program may send, ends both") {
  const int status = status_with([] {
    ::kill(::getppid(), SIGTERM);
    ::pause();
  });
  CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
}

TEST_CASE("start_keeper: what its program leaves behind ends before it does") {
  adopt_orphans();
  status_with([] {
    if (::fork() != 0) return;
    ::setsid();
    ::pause();
  });
  CHECK(processes_below(::getpid()).empty());
}

// Whether a process below us runs that was started with this word.
bool somebody_runs(const std::string& word) {
  for (const ProcessFacts& facts : processes_below(::getpid())) {
    std::ifstream line("/proc/" + std::to_string(facts.process) + "/cmdline", std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(line), {}};
    if (facts.state != 'Z' && text.find('\0' + word + '\0') != text.npos) return true;
  }
  return false;
}

bool comes_true(const std::function<bool()>& fact) {
  constexpr int kPatience = 3000;
  for (int i = 0; i < kPatience && !fact(); ++i) ::usleep(10'000);
  return fact();
}

TEST_CASE("start_keeper: where we are killed, a child that is deaf to signals ends as well") {
  adopt_orphans();
  const std::string word = "1234.5";
  for (const Isolation isolation : {Isolation::limits, strongest_isolation()}) {
    const pid_t grader = ::fork();
    if (grader == 0) {
      RunRequest request;
      request.isolation = isolation;
      request.limits.wall_seconds = 300.0;
      request.command = {
          "sh", "-c",
          "trap '' HUP INT QUIT USR1 USR2 PIPE ALRM TERM; setsid sleep " + word + " & sleep 1000"};
      run_program(request);
      ::_exit(0);
    }
    CHECK(comes_true([&] { return somebody_runs(word); }));
    ::kill(grader, SIGKILL);
    CHECK(::waitpid(grader, nullptr, 0) == grader);
    CHECK(comes_true([&] { return !somebody_runs(word); }));
    end_processes_below_us();
  }
}

TEST_CASE("PrintedText: what there is room for stays as it is") {
  PrintedText text(4, 6);
  for (const char* part : {"one\n", "two", "\n", "x\n"}) text.append(part);
  CHECK(text.text() == "one\ntwo\nx\n");
  CHECK(text.beginning() == text.text());
  CHECK_FALSE(text.is_cut());
}

TEST_CASE("PrintedText: whole lines of the beginning and of the end, and how much is missing") {
  PrintedText text(10, 12);
  for (int i = 1; i <= 9; ++i) text.append("line " + std::to_string(i) + "\n");
  CHECK(text.is_cut());
  CHECK(text.size() == 63);
  CHECK(text.text() == "line 1\n... 50 bytes ...\nline 9\n");
  CHECK(text.beginning() == "line 1\n...\n");
}

TEST_CASE("PrintedText: a line that is too long is cut") {
  PrintedText text(3, 3);
  text.append("abcdefgh");
  CHECK(text.text() == "abc\n... 2 bytes ...\nfgh");
}

TEST_CASE("PrintedText: the beginning alone") {
  PrintedText text(3, 0);
  text.append("abc");
  CHECK_FALSE(text.is_cut());
  text.append("d");
  CHECK(text.is_cut());
  CHECK(text.text() == "abc");
}

TEST_CASE("drain: all that is there, and then the end") {
  Pipe pipe = make_pipe();
  PrintedText text(100, 0);
  drain(pipe.reading, text);
  CHECK(text.size() == 0);
  REQUIRE(::write(pipe.writing.get(), "said", 4) == 4);
  drain(pipe.reading, text);
  CHECK(pipe.reading.is_open());
  pipe.writing.close();
  drain(pipe.reading, text);
  CHECK_FALSE(pipe.reading.is_open());
  CHECK(text.text() == "said");
}

// What a process holds that has done something and waits.
std::uint64_t bytes_after(const std::function<void()>& work) {
  Pipe ready = make_pipe();
  const pid_t process = ::fork();
  if (process == 0) {
    work();
    (void)!::write(ready.writing.get(), "x", 1);
    for (;;) ::pause();
  }
  for (char byte = 0; ::read(ready.reading.get(), &byte, 1) != 1;) ::usleep(1000);
  const std::uint64_t bytes = ProcessMemory().bytes_of(process);
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
  return bytes;
}

void* shared(std::size_t bytes) {
  return ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
}

TEST_CASE("ProcessMemory: shared memory without a file is beyond count, what is left of it, too") {
  CHECK(bytes_after([] {}) < ProcessMemory::kBeyondCount);
  constexpr std::size_t kPage = 4096;
  CHECK(bytes_after([] { ::munmap(shared(2 * kPage), kPage); }) >= ProcessMemory::kBeyondCount);
}

TEST_CASE("ProcessMemory: more mappings than can be looked through are beyond count") {
  constexpr std::size_t kPage = 4096, kPages = 60'000;
  const auto map_pages = [] {
    void* const start =
        ::mmap(nullptr, kPages * kPage, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (std::size_t i = 0; i < kPages; i += 2)
      ::mprotect(static_cast<char*>(start) + i * kPage, kPage, PROT_READ);
  };
  CHECK(bytes_after(map_pages) == ProcessMemory::kBeyondCount);
}

TEST_CASE("ProcessMemory: no such process") { CHECK(ProcessMemory().bytes_of(-5) == 0); }

TEST_CASE("bytes_of_mappings: a file of ours is no memory of a program, whatever a name says") {
  const std::string start = "7f00-7f10 rw-s 00000000 00:01 1028    ";
  CHECK(bytes_of_mappings(start + "/memfd:input (deleted)\n", "00:01") == 256);
  CHECK(bytes_of_mappings(start + "/usr/lib/a\n", "00:02") == 256);
  for (const std::string name : {"/dev/zero (deleted)", "[anon_shmem: /memfd:input]", ""})
    CHECK(bytes_of_mappings(start + name + "\n", "00:01") == ProcessMemory::kBeyondCount);
}

const std::string kLine =
    "4711 (a (strange) name) S 17 4711 4711 0 -1 4194560 100 0 0 0 250 50 100 0 20 0 3 0 12345 "
    "9000000 200 18446744073709551615";

TEST_CASE("parse_process_line: a name may hold parentheses") {
  const ProcessFacts facts = parse_process_line(kLine);
  CHECK(facts.process == 4711);
  CHECK(facts.parent == 17);
  CHECK(facts.state == 'S');
  CHECK(facts.n_threads == 3);
}

TEST_CASE("parse_process_line: time of children that were waited for counts") {
  const double ticks = static_cast<double>(::sysconf(_SC_CLK_TCK));
  CHECK(parse_process_line(kLine).cpu_seconds == Approx(400.0 / ticks));
  CHECK(parse_process_line(kLine).own_cpu_seconds == Approx(300.0 / ticks));
  CHECK(parse_process_line(kLine).start == 12345);
}

TEST_CASE("ComputedTime: what vanished counts on, and what was waited for counts once") {
  ComputedTime computed;
  const ProcessFacts parent{.process = 1, .own_cpu_seconds = 1.0, .cpu_seconds = 1.0, .start = 5};
  const ProcessFacts child{.process = 2, .own_cpu_seconds = 3.0, .cpu_seconds = 3.0, .start = 6};
  CHECK(computed.add({parent, child}) == 4.0);
  CHECK(computed.add({parent}) == 4.0);  // nobody asked how the child ended
  ProcessFacts who_waited = parent;
  who_waited.cpu_seconds = 4.5;
  CHECK(computed.add({who_waited}) == 4.5);
  // Its number is given to another one.
  ProcessFacts other = child;
  other.start = 7;
  CHECK(computed.add({parent, other}) == 7.0);
}

TEST_CASE("parse_process_line: what is no such line is nothing") {
  for (const std::string line : {"", "12 (x", "12 (x) ", "12 (x) S 1 2 3", ") (", "x (y) Z 1"})
    CHECK(parse_process_line(line).process == 0);
}

TEST_CASE("processes_below: a child and its child are found, and ended together") {
  adopt_orphans();
  const pid_t child = ::fork();
  if (child == 0) {
    if (::fork() == 0) {
      ::setsid();  // it would survive a signal to the group
      ::pause();
    }
    ::pause();
  }
  std::size_t n = 0;
  for (int i = 0; i < 200 && n < 2; ++i) {
    n = processes_below(::getpid()).size();
    ::usleep(5000);
  }
  CHECK(n == 2);
  end_processes_below_us();
  CHECK(processes_below(::getpid()).empty());
}

TEST_CASE("end_processes_below_us: what is spared stays") {
  const pid_t kept = ::fork();
  if (kept == 0) ::pause();
  const pid_t other = ::fork();
  if (other == 0) ::pause();
  end_processes_below_us({kept});
  const auto left = processes_below(::getpid());
  REQUIRE(left.size() == 1);
  CHECK(left.front().process == kept);
  end_processes_below_us();
}

TEST_CASE("use_of: processes add up") {
  const ProcessUse use =
      use_of({{.n_threads = 2, .memory_bytes = 10}, {.n_threads = 1, .memory_bytes = 5}});
  CHECK(use.n_threads == 3);
  CHECK(use.memory_bytes == 15);
}

namespace fs = std::filesystem;

TEST_CASE("remove_tree: folders without rights go, too") {
  const TemporaryFolder top;
  const fs::path folder = top.path() / "hostile";
  fs::create_directories(folder / "closed" / "inside");
  top.file("hostile/closed/inside/file", "x");
  ::chmod((folder / "closed" / "inside").c_str(), 0);
  ::chmod((folder / "closed").c_str(), 0);
  CHECK(remove_tree(folder.string()));
  CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("remove_tree: a tree of any depth goes") {
  const TemporaryFolder top;
  const fs::path folder = top.path() / "deep";
  fs::create_directory(folder);
  const fs::path before = fs::current_path();
  fs::current_path(folder);
  for (int i = 0; i < 3000; ++i) {
    REQUIRE(::mkdir("d", 0700) == 0);
    REQUIRE(::chdir("d") == 0);
  }
  fs::current_path(before);
  CHECK(remove_tree(folder.string()));
  CHECK_FALSE(fs::exists(folder));
}

TEST_CASE("remove_tree: a link goes, and what it points to stays") {
  const TemporaryFolder top;
  const std::string kept = top.file("kept", "mine");
  fs::create_directory(top.path() / "elsewhere");
  top.file("elsewhere/kept", "mine");
  const fs::path folder = top.path() / "hostile";
  fs::create_directory(folder);
  fs::create_symlink(kept, folder / "file");
  fs::create_directory_symlink(top.path() / "elsewhere", folder / "folder");
  CHECK(remove_tree(folder.string()));
  CHECK(fs::exists(kept));
  CHECK(fs::exists(top.path() / "elsewhere" / "kept"));
}

TEST_CASE("remove_tree: what is not there is gone already") {
  const TemporaryFolder top;
  CHECK(remove_tree(top.path("nothing")));
}

TEST_CASE("remove_tree: wide and deep at once, with hidden names") {
  const TemporaryFolder top;
  for (const std::string a : {"a", "b", ".c"})
    for (const std::string b : {"d", "..e", " "}) {
      fs::create_directories(top.path() / "wide" / a / b / "empty");
      for (const std::string file : {"f", "g"}) top.file("wide/" + a + "/" + b + "/" + file, "x");
    }
  CHECK(remove_tree(top.path("wide")));
  CHECK_FALSE(fs::exists(top.path() / "wide"));
}

#ifdef __linux__
// Whether a folder can be made one in which nothing changes, or an ordinary one again: root can.
bool keep_as_it_is(const fs::path& folder, bool keep) {
  const Descriptor open_folder(::open(folder.c_str(), O_RDONLY | O_DIRECTORY));
  int flags = 0;
  if (::ioctl(open_folder.get(), FS_IOC_GETFLAGS, &flags) != 0) return false;
  flags = keep ? flags | FS_IMMUTABLE_FL : flags & ~FS_IMMUTABLE_FL;
  return ::ioctl(open_folder.get(), FS_IOC_SETFLAGS, &flags) == 0;
}

TEST_CASE("remove_tree: what cannot go stays, and all else goes") {
  const TemporaryFolder top;
  const fs::path kept = top.path() / "hostile" / "kept";
  fs::create_directories(kept / "inside" / "more");
  fs::create_directories(top.path() / "hostile" / "other" / "more");
  if (!keep_as_it_is(kept, true)) return;
  CHECK_FALSE(remove_tree(top.path("hostile")));
  CHECK(fs::exists(kept / "inside"));
  CHECK_FALSE(fs::exists(top.path() / "hostile" / "other"));
  CHECK(keep_as_it_is(kept, false));
  CHECK(remove_tree(top.path("hostile")));
}
#endif

TEST_CASE("remove_tree: a link in its place is not followed") {
  const TemporaryFolder top;
  fs::create_directory(top.path() / "kept");
  fs::create_directory_symlink(top.path() / "kept", top.path() / "link");
  CHECK_FALSE(remove_tree(top.path("link")));
  CHECK(fs::exists(top.path() / "kept"));
}

}  // namespace
}  // namespace attn
