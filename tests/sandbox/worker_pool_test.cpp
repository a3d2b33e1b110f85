#include "sandbox/worker_pool.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

#include "sandbox/launch.hpp"
#include "sandbox/run_program.hpp"
#include "support/catch.hpp"
#include "support/temporary_folder.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

Job job_of(std::size_t number, std::function<std::string()> work, double most_seconds = 60.0) {
  return {number, std::move(work), most_seconds};
}

std::map<std::size_t, JobResult> all_results(WorkerPool& pool, std::vector<Job> jobs) {
  std::map<std::size_t, JobResult> results;
  std::size_t next = 0;
  while (next < jobs.size() || !pool.is_idle()) {
    while (next < jobs.size() && pool.has_room()) pool.start(std::move(jobs[next++]));
    if (const auto result = pool.next()) results.emplace(result->number, *result);
  }
  return results;
}

TEST_CASE("WorkerPool: every job has its own result, however many work at once") {
  for (const std::size_t n_workers : {1, 3, 20}) {
    WorkerPool pool(n_workers);
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < 10; ++i)
      jobs.push_back(job_of(i, [i] { return std::string(i * 100000, 'a') + std::to_string(i); }));
    const auto results = all_results(pool, std::move(jobs));
    REQUIRE(results.size() == 10);
    for (const auto& [number, result] : results) {
      REQUIRE(result.result);
      CHECK(result.result->size() == number * 100000 + 1);
      CHECK(result.result->ends_with(std::to_string(number)));
    }
  }
}

TEST_CASE("WorkerPool: a job that fails says why, and the others go on") {
  WorkerPool pool(2);
  std::vector<Job> jobs;
  jobs.push_back(job_of(0, []() -> std::string { throw std::runtime_error("no luck"); }));
  jobs.push_back(job_of(1, []() -> std::string {
    ::raise(SIGKILL);
    return "";
  }));
  jobs.push_back(job_of(2, []() -> std::string { ::_exit(7); }));
  jobs.push_back(job_of(3, [] { return std::string("well"); }));
  // As a program does that ends who started its keeper, where nothing keeps it from that.
  jobs.push_back(job_of(4, [] {
    RunRequest request;
    request.command = {"sh", "-c", "kill -TERM $(cut -d' ' -f4 /proc/$PPID/stat); sleep 5"};
    return run_program(request).out;
  }));
  const auto results = all_results(pool, std::move(jobs));
  CHECK(results.at(0).reason == "no luck");
  CHECK(results.at(1).reason == "the process that graded it ended by signal 9.");
  CHECK(results.at(2).reason == "the process that graded it ended with exit code 7.");
  CHECK(results.at(3).result == "well");
  CHECK(results.at(4).reason == "the process that graded it ended by signal 15.");
  for (const std::size_t failed : {0, 1, 2, 4}) CHECK(!results.at(failed).result);
}

TEST_CASE("WorkerPool: a job that takes too long is ended with what it started") {
  WorkerPool pool(1);
  std::vector<Job> jobs;
  jobs.push_back(job_of(
      0,
      [] {
        RunRequest request;
        request.command = {"sh", "-c", "sleep 300 & sleep 300"};
        request.limits.wall_seconds = 300.0;
        run_program(request);
        return std::string("never");
      },
      0.5));
  const auto results = all_results(pool, std::move(jobs));
  CHECK(results.at(0).reason == "it took longer than all its limits together.");
  CHECK(processes_below(::getpid()).empty());
}

TEST_CASE("WorkerPool: what jobs have started ends with whoever is killed") {
  adopt_orphans();
  const pid_t killed = ::fork();
  if (killed == 0) {
    WorkerPool pool(1);
    pool.start(job_of(0, [] {
      RunRequest request;
      request.command = {"sh", "-c", "trap '' TERM HUP INT; setsid sleep 60 & sleep 60"};
      return run_program(request).out;
    }));
    while (!pool.next()) continue;
    ::_exit(0);
  }
  const auto wait_until = [](std::size_t least, std::size_t most) {
    const auto is_so = [&](std::size_t n) { return n >= least && n <= most; };
    for (int i = 0; i < 500 && !is_so(processes_below(::getpid()).size()); ++i) {
      ::usleep(10'000);
      while (::waitpid(-1, nullptr, WNOHANG) > 0) continue;
    }
    return is_so(processes_below(::getpid()).size());
  };
  // The pool, its worker, the keeper, the shell and two that sleep.
  CHECK(wait_until(6, 6));
  ::kill(killed, SIGKILL);
  CHECK(wait_until(0, 0));
  end_processes_below_us();
}

TEST_CASE("WorkerPool: temporary files of jobs are gone with the pool") {
  std::optional<WorkerPool> pool;
  pool.emplace(2);
  std::vector<Job> jobs;
  for (std::size_t i = 0; i < 2; ++i)
    jobs.push_back(job_of(i, [i]() -> std::string {
      const fs::path folder = std::getenv("TMPDIR");
      fs::create_directories(folder / std::to_string(i) / "deep");
      if (i == 1) ::raise(SIGKILL);
      return folder.string();
    }));
  const auto results = all_results(*pool, std::move(jobs));
  REQUIRE(results.at(0).result);
  const fs::path folder = *results.at(0).result;
  CHECK(fs::exists(folder / "0"));
  pool.reset();
  CHECK(!fs::exists(folder));
}

TEST_CASE("WorkerPool: what runs is ended with the pool") {
  {
    WorkerPool pool(2);
    pool.start(job_of(0, [] {
      ::sleep(300);
      return std::string();
    }));
    CHECK(!pool.next());
    CHECK(!pool.is_idle());
  }
  CHECK(processes_below(::getpid()).empty());
}

volatile std::sig_atomic_t delivered_signal = 0;
extern "C" void deliver_signal(int signal) { delivered_signal = signal; }

TEST_CASE("InterruptionHold: a signal waits, and becomes an exception once") {
  std::signal(SIGTERM, deliver_signal);
  delivered_signal = 0;
  {
    const InterruptionHold hold;
    CHECK_FALSE(is_interrupted());
    std::raise(SIGTERM);
    CHECK(is_interrupted());
    int signal = 0;
    try {
      throw_if_interrupted();
    } catch (const Interrupted& interrupted) {
      signal = interrupted.signal;
    }
    CHECK(signal == SIGTERM);
    CHECK_NOTHROW(throw_if_interrupted());
  }
  CHECK(delivered_signal == 0);
  std::signal(SIGTERM, SIG_DFL);
}

TEST_CASE("InterruptionHold: what nobody took is delivered when the last one ends") {
  std::signal(SIGHUP, deliver_signal);
  delivered_signal = 0;
  {
    const InterruptionHold outer;
    {
      const InterruptionHold inner;
      std::raise(SIGHUP);
    }
    CHECK(delivered_signal == 0);
  }
  CHECK(delivered_signal == SIGHUP);
  std::signal(SIGHUP, SIG_DFL);
}

TEST_CASE("InterruptionHold: what was ignored stays so") {
  std::signal(SIGINT, SIG_IGN);
  {
    const InterruptionHold hold;
    std::raise(SIGINT);
    CHECK_FALSE(is_interrupted());
  }
  std::signal(SIGINT, SIG_DFL);
}

TEST_CASE("ScratchFolder: it is there for this user alone, and gone afterwards") {
  std::string path;
  {
    const ScratchFolder scratch;
    path = scratch.path();
    CHECK(fs::is_directory(path));
    CHECK((fs::status(path).permissions() & fs::perms::all) == fs::perms::owner_all);
  }
  CHECK_FALSE(fs::exists(path));
}

std::size_t n_folders_in(const fs::path& base) {
  std::size_t n = 0;
  for (const auto& entry : fs::directory_iterator(base)) n += entry.is_directory();
  return n;
}

TEST_CASE("remove_left_over_folders: those that nobody has locked, and nothing else") {
  const TemporaryFolder base;
  for (const std::string name : {"attn-run-abcdef", "attn-run-ghijkl", "attn-run-longername",
                                 "mine", "attn-run-kept00", "attn-run-closed"})
    fs::create_directories(base.path() / name / "inside");
  ::chmod((base.path() / "attn-run-ghijkl").c_str(), 0);
  fs::create_directory_symlink(base.path() / "mine", base.path() / "attn-run-linked");
  base.file("attn-run-filexx", "mine");
  const Descriptor kept(::open(base.path("attn-run-kept00").c_str(), O_RDONLY | O_DIRECTORY));
  REQUIRE(::flock(kept.get(), LOCK_EX | LOCK_NB) == 0);
  remove_left_over_folders(base.path().string(), 1);
  CHECK(n_folders_in(base.path()) == 6);  // one of seven, the link counted
  remove_left_over_folders(base.path().string(), 8);
  for (const std::string name : {"attn-run-longername", "mine/inside", "attn-run-kept00/inside",
                                 "attn-run-linked", "attn-run-filexx"}) {
    INFO(name);
    CHECK(fs::exists(base.path() / name));
  }
  for (const std::string name : {"attn-run-abcdef", "attn-run-ghijkl", "attn-run-closed"}) {
    INFO(name);
    CHECK_FALSE(fs::exists(base.path() / name));
  }
}

TEST_CASE("ScratchFolder: while it is there nobody takes it for left over") {
  const ScratchFolder scratch;
  remove_left_over_folders(fs::path(scratch.path()).parent_path().string(), 8);
  CHECK(fs::exists(scratch.path()));
}

}  // namespace
}  // namespace attn
