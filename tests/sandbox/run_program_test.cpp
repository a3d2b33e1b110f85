#include "sandbox/run_program.hpp"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "sandbox/launch.hpp"
#include "sandbox/worker_pool.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

RunRequest shell(const std::string& script, Isolation isolation) {
  RunRequest request;
  request.command = {"sh", "-c", script};
  request.isolation = isolation;
  request.limits.wall_seconds = 30.0;
  request.limits.cpu_seconds = 10.0;
  return request;
}

// Those that work here: each fact must hold for both.
std::vector<Isolation> isolations() {
  std::vector<Isolation> all{Isolation::limits};
  if (strongest_isolation() == Isolation::bubblewrap) all.push_back(Isolation::bubblewrap);
  return all;
}

void require_nothing_left() { CHECK(processes_below(::getpid()).empty()); }

TEST_CASE("run_program: input, output and standard error") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("cat; echo aside >&2; exit 3", isolation);
    request.input = "some\ninput\n";
    const RunResult result = run_program(request);
    CHECK(result.ending == Ending::exited);
    CHECK(result.exit_code == 3);
    CHECK(result.out == "some\ninput\n");
    CHECK(result.err == "aside\n");
    require_nothing_left();
  }
}

TEST_CASE("run_program: much is printed before much is read") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("head -c 300000 /dev/zero | tr '\\0' x; cat", isolation);
    request.input = std::string(500000, 'y');
    const RunResult result = run_program(request);
    CHECK(result.out.size() == 800000);
    CHECK(result.ending == Ending::exited);
  }
}

TEST_CASE("run_program: input that nobody reads") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("echo done", isolation);
    request.input = std::string(1 << 20, 'y');
    CHECK(run_program(request).out == "done\n");
  }
}

TEST_CASE("run_program: while others have the processors its time does not go by") {
  const std::size_t n_others = 3 * std::max(std::thread::hardware_concurrency(), 1U);
  std::vector<pid_t> others;
  for (std::size_t i = 0; i < n_others; ++i) {
    others.push_back(::fork());
    if (others.back() > 0) continue;
    ::setsid();  // else all of them together get what one program gets
    ::alarm(30);
    for (volatile unsigned long n = 0;;) n = n + 1;
  }
  RunRequest request =
      shell("n=0; while [ $n -lt 200000 ]; do n=$((n+1)); done; echo done", Isolation::limits);
  request.limits.wall_seconds = 0.5;
  const RunResult result = run_program(request);
  CHECK(result.out == "done\n");
  INFO(result.wall_seconds << " s, computed " << result.cpu_seconds << " s");
  CHECK(result.ending == Ending::exited);
  for (const pid_t other : others) {
    ::kill(other, SIGKILL);
    ::waitpid(other, nullptr, 0);
  }
}

TEST_CASE("run_program: what waits for ever is ended, deaf to signals or not") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("trap '' TERM INT HUP XCPU; sleep 1000", isolation);
    request.limits.wall_seconds = 0.5;
    const RunResult result = run_program(request);
    CHECK(result.ending == Ending::wall_time);
    CHECK(result.wall_seconds < 10.0);
    require_nothing_left();
  }
}

TEST_CASE("run_program: what computes for ever is ended, in several processes or one") {
  for (const Isolation isolation : isolations())
    for (const std::string script :
         {"while :; do :; done", "for i in 1 2 3; do (while :; do :; done) & done; wait"}) {
      RunRequest request = shell(script, isolation);
      request.limits.cpu_seconds = 0.5;
      CHECK(run_program(request).ending == Ending::cpu_time);
      require_nothing_left();
    }
}

TEST_CASE("run_program: endless output is cut, endless errors are not held against it") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("yes", isolation);
    request.limits.output_bytes = 1000;
    const RunResult result = run_program(request);
    CHECK(result.ending == Ending::output);
    CHECK(result.out.size() == 1000);
    const RunResult noisy =
        run_program(shell("head -c 1000000 /dev/zero | tr '\\0' x >&2; echo right", isolation));
    CHECK(noisy.out == "right\n");
    CHECK(noisy.ending == Ending::exited);
    CHECK_THAT(noisy.err, ContainsSubstring("\n... 934464 bytes ...\n"));
    CHECK(noisy.err.size() < kKeptErrors + 100);
  }
}

TEST_CASE("run_program: errors are output where the limits say so") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("yes >&2", isolation);
    request.limits = kCompileLimits;
    const RunResult result = run_program(request);
    CHECK(result.ending == Ending::output);
    CHECK(result.cpu_seconds < kCompileLimits.cpu_seconds);
    request.command.back() = "head -c 60000 /dev/zero >&2";
    CHECK(run_program(request).ending == Ending::exited);
  }
}

TEST_CASE("run_program: of errors the end is kept") {
  for (const Isolation isolation : isolations()) {
    const RunResult result =
        run_program(shell("echo first >&2; seq 100000 >&2; echo last >&2", isolation));
    CHECK(result.err.starts_with("first\n1\n2\n"));
    CHECK(result.err.ends_with("\n99999\n100000\nlast\n"));
  }
}

TEST_CASE("run_program: memory is limited, and that of children counts") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("head -c 400m /dev/zero | tail | sleep 20", isolation);
    request.limits.memory_bytes = 100 << 20;
    CHECK(run_program(request).ending == Ending::memory);
    require_nothing_left();
  }
}

TEST_CASE("run_program: memory counts that no page of a process shows") {
  // Of a device, whose pages stay when they are discarded. A page that was only read takes a part
  // of a table. What is sent and not read belongs to nobody.
  for (const std::string script :
       {"file = os.open('/dev/zero', os.O_RDWR)\nheld = [mmap.mmap(file, 4096)]",
        "held = mmap.mmap(-1, 200 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x4000)\n"
        "held.madvise(15)\n"
        "for at in range(0, 200 << 30, 2 << 20): held[at]",
        "for i in range(10):\n"
        "  if os.fork() == 0:\n"
        "    pairs = [socket.socketpair() for j in range(20)]\n"
        "    time.sleep(20)"})
    for (const Isolation isolation : isolations()) {
      RunRequest request = shell("", isolation);
      request.command = {"python3", "-c",
                         "import mmap, os, socket, time\n" + script + "\ntime.sleep(20)"};
      request.limits.memory_bytes = 128 << 20;
      const RunResult result = run_program(request);
      INFO(script << "\n" << result.err);
      CHECK(result.ending == Ending::memory);
      require_nothing_left();
    }
}

TEST_CASE("run_program: processes are limited") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("while :; do sleep 20 & done", isolation);
    request.limits.n_threads = 20;
    CHECK(run_program(request).ending == Ending::threads);
    require_nothing_left();
  }
}

TEST_CASE("run_program: a process left behind does not hold up a right answer") {
  for (const Isolation isolation : isolations()) {
    // It keeps standard output open, in a session of its own.
    const RunResult result =
        run_program(shell("setsid sh -c 'sleep 1000' & echo right", isolation));
    CHECK(result.out == "right\n");
    CHECK(result.ending == Ending::exited);
    CHECK(result.wall_seconds < 15.0);
    require_nothing_left();
  }
}

TEST_CASE("run_program: processes that were there before go on") {
  const pid_t kept = ::fork();
  if (kept == 0) ::pause();
  RunRequest request = shell("true", Isolation::limits);
  request.limits.n_threads = 1;
  CHECK(run_program(request).ending == Ending::exited);
  CHECK(::kill(kept, 0) == 0);
  end_processes_below_us();
}

TEST_CASE("run_program: in bubblewrap no setting of the kernel can be opened for writing") {
  if (strongest_isolation() != Isolation::bubblewrap) return;
  const RunResult result = run_program(
      shell("find /proc/sys -type f | while read f; do (: >> $f) 2>/dev/null && echo $f; done; "
            "unshare --user true 2>/dev/null && echo unshared",
            Isolation::bubblewrap));
  CHECK(result.out == "");
}

TEST_CASE("run_program: its input is nowhere, and nobody changes it") {
  for (const Isolation isolation : isolations()) {
    RunRequest request =
        shell("readlink /proc/self/fd/0; (echo x > /proc/self/fd/0) 2>/dev/null; cat", isolation);
    request.input = "given\n";
    CHECK(run_program(request).out == "/memfd:input (deleted)\ngiven\n");
  }
}

TEST_CASE("run_program: a signal is told as such") {
  for (const Isolation isolation : isolations()) {
    const RunResult result = run_program(shell("kill -SEGV $$", isolation));
    CHECK(result.ending == Ending::signalled);
    CHECK(result.signal == SIGSEGV);
    // Here bubblewrap does not tell it from `exit 139`.
    CHECK(result.exit_code == (isolation == Isolation::bubblewrap ? 139 : 0));
  }
}

TEST_CASE("run_program: an exit code that no crash has is an exit code") {
  for (const Isolation isolation : isolations()) {
    const RunResult result = run_program(shell("exit 200", isolation));
    CHECK(result.ending == Ending::exited);
    CHECK(result.exit_code == 200);
  }
  CHECK(run_program(shell("exit 139", Isolation::limits)).ending == Ending::exited);
}

TEST_CASE("run_program: asked to end, it ends the program and all that it started") {
  for (const Isolation isolation : isolations()) {
    const InterruptionHold hold;
    std::thread asks([] {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      ::kill(::getpid(), SIGTERM);
    });
    int signal = 0;
    const auto start = std::chrono::steady_clock::now();
    try {
      run_program(shell("setsid sleep 1000 & sleep 1000", isolation));
    } catch (const Interrupted& interrupted) {
      signal = interrupted.signal;
    }
    asks.join();
    CHECK(signal == SIGTERM);
    CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(10));
    require_nothing_left();
  }
}

TEST_CASE("run_program: asked to end before, it does not begin") {
  const InterruptionHold hold;
  std::raise(SIGHUP);
  CHECK_THROWS_AS(run_program(shell("true", Isolation::limits)), Interrupted);
}

TEST_CASE("run_program: what a program writes beside itself is not there in its next run") {
  const TemporaryFolder folder;
  folder.file("own", "mine\n");
  for (const Isolation isolation : isolations()) {
    RunRequest request =
        shell("cd {folder}; cat own; ls | wc -l; (echo x > more; echo x > own) 2>/dev/null; true",
              isolation);
    request.program_folder = folder.path().string();
    CHECK(run_program(request).out == "mine\n1\n");
    CHECK(run_program(request).out == "mine\n1\n");
  }
}

TEST_CASE("run_program: standard error is the same in every run, wherever it runs") {
  const TemporaryFolder folder;
  folder.file("own", "mine\n");
  for (const Isolation isolation : isolations()) {
    // In limits alone the first is where the program was built, and not where it is run.
    const std::string built =
        isolation == Isolation::limits ? folder.path().string() : kProgramFolder;
    RunRequest request =
        shell("echo " + built + "/own {folder}/own $HOME/x >&2; cat {folder}/none", isolation);
    request.program_folder = folder.path().string();
    const std::string err = run_program(request).err;
    CHECK(err.starts_with("/program/own /program/own /tmp/x\n"));
    CHECK_THAT(err, ContainsSubstring("/program/none"));
    request.may_write_program = true;
    CHECK(run_program(request).err == err);
  }
}

TEST_CASE("run_program: Python goes through a set in the same order every time") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("", isolation);
    request.command = {"python3", "-c", "print({'a', 'b', 'c', 'd', 'e', 'f', 'g'})"};
    const std::string first = run_program(request).out;
    CHECK(first.size() > 20);
    for (int i = 0; i < 3; ++i) CHECK(run_program(request).out == first);
  }
}

TEST_CASE("run_program: in bubblewrap an interpreter below the scratch's place is found") {
  if (strongest_isolation() != Isolation::bubblewrap) return;
  // Where this machine has its temporary folders: /tmp, most often.
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "bin");
  fs::create_symlink("/bin/sh", folder.path() / "bin" / "mysh");
  RunRequest request = shell("echo works", Isolation::bubblewrap);
  request.command.front() = folder.path("bin/mysh");
  CHECK(run_program(request).out == "works\n");
}

TEST_CASE("run_program: what cannot be started") {
  const TemporaryFolder folder;
  const std::string lost = folder.file("lost", "#!/no/such/interpreter\n");
  fs::permissions(lost, fs::perms::owner_all);
  for (const Isolation isolation : isolations())
    for (const std::string& program : {std::string("no-such-program-anywhere"), lost}) {
      RunRequest request;
      request.command = {program};
      request.isolation = isolation;
      const RunResult result = run_program(request);
      CHECK(result.ending == Ending::not_started);
      CHECK_FALSE(result.reason.empty());
    }
}

TEST_CASE("run_program: a scratch of its own, gone afterwards, and nothing of our environment") {
  ::setenv("ATTN_SECRET_OF_THE_GRADER", "1", 1);
  for (const Isolation isolation : isolations()) {
    const RunResult first = run_program(shell(
        "echo state > \"$HOME/x\"; pwd; echo \"$HOME $TMPDIR\"; env | grep -c SECRET", isolation));
    const std::string home = first.out.substr(0, first.out.find('\n'));
    CHECK(first.out == home + "\n" + home + " " + home + "\n0\n");
    const RunResult second = run_program(shell("ls \"$HOME\"", isolation));
    CHECK(second.out.empty());
  }
  ::unsetenv("ATTN_SECRET_OF_THE_GRADER");
}

TEST_CASE("run_program: a large file is refused") {
  for (const Isolation isolation : isolations()) {
    RunRequest request = shell("head -c 3m /dev/zero > big; wc -c < big", isolation);
    request.limits.file_bytes = 1 << 20;
    CHECK(run_program(request).out == "1048576\n");
  }
}

TEST_CASE("run_program: in bubblewrap nothing is seen, reached or written but what it may") {
  if (strongest_isolation() != Isolation::bubblewrap) return;
  const TemporaryFolder folder;
  folder.file("program", "mine\n");
  const TemporaryFolder secret;
  secret.file("answer", "42\n");
  RunRequest request =
      shell("cat /program/program; cat " + secret.path("answer") +
                "; echo x > /program/new; echo x > /usr/new; ls /home /root /etc/passwd; "
                "ls /proc | grep -c '^[0-9]'; kill -9 " +
                std::to_string(::getpid()) +
                "; (echo > /dev/tcp/127.0.0.1/22); cat /proc/net/route | wc -l; ls /usr/share/doc "
                "| wc -l",
            Isolation::bubblewrap);
  request.program_folder = folder.path().string();
  request.hidden = {"/usr/share/doc"};
  const RunResult result = run_program(request);
  // Its own file; the few processes of its own; the head line of the routes, and no route; nothing
  // of what is hidden.
  REQUIRE(result.out.starts_with("mine\n"));
  CHECK_FALSE(contains(result.out, "42"));
  CHECK(result.out.ends_with("\n1\n0\n"));
  CHECK_FALSE(fs::exists(folder.path() / "new"));
  CHECK(fs::exists(secret.path() / "answer"));
  const std::string n_processes = result.out.substr(5, result.out.find('\n', 5) - 5);
  CHECK(std::stoi(n_processes) < 6);
}

TEST_CASE("is_of_system: a folder beside a system folder is not in it") {
  CHECK(is_of_system("/usr/bin/python3"));
  CHECK(is_of_system("/usr"));
  CHECK_FALSE(is_of_system("/usrlocal/bin/python3"));
  CHECK_FALSE(is_of_system("/home/mia/python3"));
}

TEST_CASE("bubblewrap_options: what is hidden comes after what shows it") {
  const auto words =
      bubblewrap_options({.program_folder = "/somewhere", .hidden = {"/usr/share/doc"}});
  const auto hidden = std::find(words.begin(), words.end(), "/usr/share/doc");
  REQUIRE(hidden != words.end());
  CHECK(*(hidden - 1) == "--tmpfs");
  CHECK(hidden > std::find(words.begin(), words.end(), "/usr"));
}

TEST_CASE("bubblewrap_options: what is not seen is not named") {
  const TemporaryFolder folder;
  const std::string path = folder.path().string();
  const auto names = [&path](const SandboxView& view) {
    const auto words = bubblewrap_options(view);
    return std::find(words.begin(), words.end(), path) != words.end();
  };
  CHECK_FALSE(names({.hidden = {path}}));
  CHECK(names({.visible = {folder.path().parent_path().string()}, .hidden = {path}}));
}

TEST_CASE("bubblewrap_options: what is hidden may be named by a link, and so may what shows it") {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "real" / "course");
  fs::create_directory_symlink(folder.path() / "real", folder.path() / "link");
  fs::create_directory_symlink(folder.path() / "real" / "course", folder.path() / "shortcut");
  const std::string real = folder.path("real"), link = folder.path("link");
  const auto hides = [](const SandboxView& view, const std::string& place) {
    const auto words = bubblewrap_options(view);
    const std::vector<std::string> hidden{"--tmpfs", place};
    return std::search(words.begin(), words.end(), hidden.begin(), hidden.end()) != words.end();
  };
  CHECK(hides({.visible = {real}, .hidden = {link + "/course"}}, real + "/course"));
  CHECK(hides({.visible = {link}, .hidden = {real + "/course"}}, link + "/course"));
  CHECK(hides({.visible = {real}, .hidden = {folder.path("shortcut")}}, real + "/course"));
  CHECK(hides({.visible = {link}, .hidden = {real}}, link));
}

TEST_CASE("bubblewrap_options: what is shown below the scratch's place comes after it") {
  const auto words = bubblewrap_options({.visible = {"/tmp/env"}});
  const auto place = [&words](const std::string& word) {
    return std::find(words.begin(), words.end(), word);
  };
  CHECK(place("/tmp") < place("/tmp/env"));
}

TEST_CASE("strongest_isolation: what it says works") {
  RunRequest request;
  request.isolation = strongest_isolation();
  request.command = {"sh", "-c", "echo works"};
  const RunResult result = run_program(request);
  CHECK(result.out == "works\n");
  CHECK(result.exit_code == 0);
}

TEST_CASE(
    "bubblewrap_trouble: a system that keeps namespaces from users is named with its remedy") {
  const TemporaryFolder folder;
  const auto trouble = [&](const std::string& said) {
    return bubblewrap_trouble(said, folder.path().string());
  };
  const std::string apparmor = "kernel/apparmor_restrict_unprivileged_userns";
  CHECK(trouble("bwrap: setting up uid map: Permission denied\n") ==
        "bubblewrap may not make namespaces here (bwrap: setting up uid map: Permission denied): "
        "this system keeps them from its users. The command "
        "sysctl\u00a0kernel.apparmor_restrict_unprivileged_userns=0, run as root, allows them.");
  CHECK(trouble("bwrap: No such thing\nat all") ==
        "bubblewrap does not work here. It says: bwrap: No such thing");
  CHECK(trouble("") == "bubblewrap does not work here, and does not say why.");
  const std::string failed = "bwrap: Creating new namespace failed: Operation not permitted";
  CHECK(trouble(failed) == "bubblewrap does not work here. It says: " + failed);
  fs::create_directories(folder.path() / "kernel");
  fs::create_directories(folder.path() / "user");
  folder.file(apparmor, "0\n");
  folder.file("user/max_user_namespaces", "0\n");
  CHECK_THAT(trouble(failed), ContainsSubstring("sysctl\u00a0user.max_user_namespaces=15000"));
  folder.file(apparmor, "1\n");
  CHECK_THAT(trouble(failed),
             ContainsSubstring("sysctl\u00a0kernel.apparmor_restrict_unprivileged_userns=0"));
  CHECK_THAT(trouble("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted"),
             ContainsSubstring("run as root, allows them."));
  const std::string full = "bwrap: Can't mkdir parents for /tmp: No space left on device";
  CHECK(trouble(full) == "bubblewrap does not work here. It says: " + full);
}

TEST_CASE("found_program: a program of the system needs no folder of its own") {
  const FoundProgram program = found_program("sh");
  CHECK(std::filesystem::path(program.path).is_absolute());
  CHECK(program.places.empty());
}

TEST_CASE("found_program: what does not exist, or cannot be run, is none") {
  const TemporaryFolder folder;
  CHECK(found_program("no-such-program-anywhere").path.empty());
  CHECK(found_program(folder.file("text", "x")).path.empty());
  CHECK(found_program(folder.path().string()).path.empty());
}

// An empty program at a path within the folder.
std::string program_at(const TemporaryFolder& folder, const std::string& path) {
  std::filesystem::create_directories((folder.path() / path).parent_path());
  const std::string program = folder.file(path, "#!/bin/sh\n");
  ::chmod(program.c_str(), 0755);
  return program;
}

TEST_CASE(
    "found_program: an interpreter elsewhere brings its libraries, and not what lies beside") {
  const TemporaryFolder folder;
  const std::string python = program_at(folder, "env/bin/python");
  folder.file("env/answers.txt", "42");
  folder.file("env/pyvenv.cfg", "");
  for (const std::string part : {"env/lib", "env/share", "env/other"})
    std::filesystem::create_directories(folder.path() / part);
  const FoundProgram program = found_program(python);
  CHECK(program.path == python);
  CHECK(program.places == std::vector{folder.path("env/bin"), folder.path("env/lib"),
                                      folder.path("env/pyvenv.cfg"), folder.path("env/share")});
  CHECK(program.search_path.starts_with(folder.path("env/bin") + ":"));
}

TEST_CASE("found_program: where all programs of a user are, the user's data is not shown") {
  const TemporaryFolder folder;
  const std::string python = program_at(folder, ".local/bin/python");
  for (const std::string part : {".local/lib", ".local/share/private"})
    std::filesystem::create_directories(folder.path() / part);
  CHECK(found_program(python).places ==
        std::vector{folder.path(".local/bin"), folder.path(".local/lib")});
}

TEST_CASE("found_program: every link on the way is brought") {
  const TemporaryFolder folder;
  const std::string real = program_at(folder, "opt/py/real");
  for (const std::string part : {"a", "b"})
    std::filesystem::create_directories(folder.path() / part);
  std::filesystem::create_symlink("../opt/py/real", folder.path() / "b" / "python");
  std::filesystem::create_symlink("../b/python", folder.path() / "a" / "python");
  CHECK(found_program(folder.path("a/python")).places ==
        std::vector{folder.path("a"), folder.path("b"), folder.path("opt/py")});
}

TEST_CASE("found_program: a program without a lib beside it brings its own folder alone") {
  const TemporaryFolder folder;
  CHECK(found_program(program_at(folder, "tools/run")).places == std::vector{folder.path("tools")});
}

TEST_CASE("found_program: a program that lies in somebody's home brings nothing but itself") {
  const TemporaryFolder home;
  const std::string before = std::getenv("HOME") ? std::getenv("HOME") : "";
  ::setenv("HOME", home.path().c_str(), 1);
  const std::string tool = program_at(home, "tool");
  CHECK(found_program(tool).places == std::vector{tool});
  ::setenv("HOME", before.c_str(), 1);
}

using Places = std::pair<std::string, std::string>;

std::size_t n_groups(const std::string& folder) {
  std::size_t n = 0;
  for (const auto& entry : fs::directory_iterator(folder))
    n += entry.path().filename().string().starts_with("attn-run-" + std::to_string(::getpid()));
  return n;
}

TEST_CASE("places_of_control_groups: where version 2 is mounted, and our group in it") {
  const std::string first =
      "25 1 0:23 / /proc rw - proc proc rw\n"
      "30 1 0:26 / /sys/fs/cgroup/cpu rw - cgroup cgroup rw,cpu\n";
  CHECK(places_of_control_groups(first, "0::/\n") == Places{});
  const std::string both = first + "31 1 0:27 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw\n";
  CHECK(places_of_control_groups(both, "4:memory:/x\n0::/user.slice/mia\n") ==
        Places{"/sys/fs/cgroup", "/sys/fs/cgroup/user.slice/mia"});
  CHECK(places_of_control_groups(both, "0::/\n") == Places{"/sys/fs/cgroup", "/sys/fs/cgroup"});
  CHECK(places_of_control_groups(both, "") == Places{"/sys/fs/cgroup", "/sys/fs/cgroup"});
  for (const std::string hostile : {"", "\n", " - cgroup2 ", "x - cgroup2 y"})
    CHECK_NOTHROW(places_of_control_groups(hostile, hostile));
}

TEST_CASE("ControlGroup: without a place for it there is none, and nothing happens") {
  const TemporaryFolder folder;
  for (const std::string& place : {std::string(), folder.path("missing")}) {
    const ControlGroup group(place, {});
    CHECK(group.entrance() == -1);
    CHECK(group.cpu_seconds() == 0.0);
    CHECK_FALSE(group.ran_out_of_memory());
    group.end_all();
  }
}

TEST_CASE("ControlGroup: what is in it is counted and ended at once") {
  const std::string folder = control_groups();
  if (folder.empty()) return;  // most systems let only root make some
  {
    const ControlGroup group(folder, {});
    REQUIRE(group.entrance() >= 0);
    const pid_t process = ::fork();
    if (process == 0) {
      if (::write(group.entrance(), "0", 1) != 1) ::_exit(1);
      if (::fork() == 0) ::setsid();
      for (volatile unsigned long n = 0;;) n = n + 1;
    }
    for (int i = 0; i < 1000 && group.cpu_seconds() < 0.02; ++i) ::usleep(5000);
    group.end_all();
    int status = 0;
    REQUIRE(::waitpid(process, &status, 0) == process);
    // A system may let groups be made, and nobody enter them.
    if (!WIFEXITED(status)) CHECK(WTERMSIG(status) == SIGKILL);
    if (!WIFEXITED(status)) CHECK(group.cpu_seconds() >= 0.02);
    CHECK(n_groups(folder) == 1);
  }
  CHECK(n_groups(folder) == 0);
}

}  // namespace
}  // namespace attn
