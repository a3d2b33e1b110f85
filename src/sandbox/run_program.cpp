#include "sandbox/run_program.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>

#include "base/message.hpp"
#include "base/text.hpp"
#include "sandbox/launch.hpp"
#include "sandbox/worker_pool.hpp"

namespace attn {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

// A text as a file that is nowhere and that nobody can change: it can be read at any pace, and
// whoever writes before it reads waits for nobody.
Descriptor file_with(const std::string& text) {
  constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  const Descriptor writing(::memfd_create("input", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  Descriptor reading(
      writing.is_open()
          ? ::open(fmt::format("/proc/self/fd/{}", writing.get()).c_str(), O_RDONLY | O_CLOEXEC)
          : -1);
  if (!reading.is_open() || !write_all(writing.get(), text) ||
      ::fcntl(writing.get(), F_ADD_SEALS, kSeals) != 0)
    refuse_process();
  return reading;
}

Words variables_for(const std::string& path, const std::string& scratch) {
  return {"PATH=" + path, "HOME=" + scratch, "TMPDIR=" + scratch, "LANG=C.UTF-8", "LC_ALL=C.UTF-8",
          "PYTHONDONTWRITEBYTECODE=1",
          // In which order Python goes through a set must not hang on chance.
          "PYTHONHASHSEED=0",
          // Libraries start as many threads as there are processors, and count against its limit.
          "OMP_NUM_THREADS=1", "OPENBLAS_NUM_THREADS=1", "MKL_NUM_THREADS=1"};
}

/// A word and what stands in its place.
using Placeholder = std::pair<std::string, std::string>;

// What was put in is not looked through again: a file may be called like a placeholder.
std::string filled_in(std::string_view text, const std::vector<Placeholder>& placeholders) {
  std::string result;
  while (!text.empty()) {
    const auto found = std::find_if(
        placeholders.begin(), placeholders.end(),
        [text](const Placeholder& placeholder) { return text.starts_with(placeholder.first); });
    const bool is_word = found != placeholders.end();
    result += is_word ? std::string_view(found->second) : text.substr(0, 1);
    text.remove_prefix(is_word ? found->first.size() : 1);
  }
  return result;
}

/// One program while it runs.
class Running {
 public:
  // `others` are processes below us that were there before.
  Running(const Limits& limits, const ControlGroup& group, pid_t keeper, std::vector<pid_t> others,
          Pipe out, Pipe err)
      : limits_(limits),
        group_(group),
        keeper_(keeper),
        others_(std::move(others)),
        out_(std::move(out)),
        err_(std::move(err)),
        printed_(limits.output_bytes, 0),
        errors_(kKeptErrors / 4, kKeptErrors - kKeptErrors / 4) {
    out_.writing.close();
    err_.writing.close();
  }

  void watch(RunResult& result) {
    const Clock::time_point start = Clock::now();
    std::optional<Ending> ended_by_us;
    Clock::time_point next_look = start;
    bool is_over = false;
    while (!is_over && !ended_by_us && !is_interrupted()) {
      wait_for_output();
      read_output();
      is_over = has_ended();
      const Clock::time_point now = Clock::now();
      result.wall_seconds = std::chrono::duration<double>(now - start).count();
      if (has_printed_too_much())
        ended_by_us = Ending::output;
      else if (!is_over && now >= next_look) {
        ended_by_us = exceeded(result, now - next_look > kLate);
        // A look takes time itself, and more with many processes.
        next_look = Clock::now() + std::max<Clock::duration>(kPause, 10 * (Clock::now() - now));
      }
    }
    if (!is_over) ::kill(keeper_, SIGKILL);
    end(result, ended_by_us);
  }

 private:
  static constexpr auto kPause = std::chrono::milliseconds(10);
  static constexpr auto kLate = 5 * kPause;

  void wait_for_output() {
    pollfd files[2]{{out_.reading.get(), POLLIN, 0}, {err_.reading.get(), POLLIN, 0}};
    ::poll(files, 2, static_cast<int>(kPause.count()));
  }

  void read_output() {
    drain(out_.reading, printed_);
    drain(err_.reading, errors_);
  }

  bool has_printed_too_much() const {
    return printed_.is_cut() ||
           (limits_.are_errors_output && errors_.size() > limits_.output_bytes);
  }

  bool has_ended() const {
    siginfo_t info{};
    return ::waitid(P_PID, static_cast<id_t>(keeper_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
           info.si_pid == keeper_;
  }

  std::optional<Ending> exceeded(RunResult& result, bool is_late) {
    std::vector<ProcessFacts> processes = processes_below(::getpid(), others_);
    // The times of the children it waited for belong to the program; its memory is a copy of ours.
    result.cpu_seconds =
        std::max({result.cpu_seconds, computed_.add(processes), group_.cpu_seconds()});
    pass_time(result, is_late || may_wait(processes));
    std::erase_if(processes, [this](const ProcessFacts& one) { return one.process == keeper_; });
    const ProcessUse use = use_of(processes);
    if (result.cpu_seconds > limits_.cpu_seconds) return Ending::cpu_time;
    if (use.n_threads > limits_.n_threads) return Ending::threads;
    if (use.memory_bytes > limits_.memory_bytes) return Ending::memory;
    const bool takes_too_long = own_seconds_ > limits_.wall_seconds ||
                                result.wall_seconds > kMostWaiting * limits_.wall_seconds;
    return takes_too_long ? std::optional(Ending::wall_time) : std::nullopt;
  }

  // Whether one is ready to compute, be it the keeper that starts the program, or all have ended.
  static bool may_wait(const std::vector<ProcessFacts>& processes) {
    const auto is = [](char state) {
      return [state](const ProcessFacts& one) { return one.state == state; };
    };
    return std::any_of(processes.begin(), processes.end(), is('R')) ||
           std::all_of(processes.begin(), processes.end(), is('Z'));
  }

  // While it waits and others have the processors, its time does not go by; nor while they have
  // them so much that we look late.
  void pass_time(const RunResult& result, bool may_have_waited) {
    const double passed = result.wall_seconds - seen_wall_seconds_,
                 computed = result.cpu_seconds - seen_cpu_seconds_;
    own_seconds_ += may_have_waited ? std::min(passed, computed) : passed;
    seen_wall_seconds_ = result.wall_seconds;
    seen_cpu_seconds_ = result.cpu_seconds;
  }

  // More at once than the last look saw: one that ends soon may not have been looked at. Before it
  // was the program, its process was a copy of ours, as its keeper is.
  bool has_held_too_much(const rusage& use) const {
    constexpr std::uint64_t kKilobyte = 1024;
    rusage ours{};
    ::getrusage(RUSAGE_SELF, &ours);
    return group_.ran_out_of_memory() ||
           (use.ru_maxrss > ours.ru_maxrss &&
            static_cast<std::uint64_t>(use.ru_maxrss) * kKilobyte > limits_.memory_bytes);
  }

  void end(RunResult& result, const std::optional<Ending>& ended_by_us) {
    int status = 0;
    rusage use{};
    while (::wait4(keeper_, &status, 0, &use) < 0 && errno == EINTR) continue;
    group_.end_all();
    end_processes_below_us(others_);
    read_output();
    result.out = printed_.text();
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    result.cpu_seconds = std::max(
        {result.cpu_seconds, seconds(use.ru_utime) + seconds(use.ru_stime), group_.cpu_seconds()});
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
    result.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    result.ending = ended_by_us                                ? *ended_by_us
                    : has_printed_too_much()                   ? Ending::output
                    : has_held_too_much(use)                   ? Ending::memory
                    : result.cpu_seconds > limits_.cpu_seconds ? Ending::cpu_time
                    : result.signal != 0                       ? Ending::signalled
                                                               : Ending::exited;
    result.err = was_ended(result.ending) ? errors_.beginning() : errors_.text();
  }

  Limits limits_;
  const ControlGroup& group_;
  pid_t keeper_;
  std::vector<pid_t> others_;
  Pipe out_, err_;
  PrintedText printed_, errors_;
  ComputedTime computed_{};
  double own_seconds_ = 0.0;                                 // of the time that may go by
  double seen_wall_seconds_ = 0.0, seen_cpu_seconds_ = 0.0;  // at the last look
};

std::string all_of(Descriptor& from) {
  constexpr std::size_t kMost = 4096;
  PrintedText text(kMost, 0);
  drain(from, text);
  return text.text();
}

// bubblewrap ends as the program did, and with 128 more than the signal where one ended it; which
// of both it was it does not say anywhere. Where it could not start the program it says so with an
// exit code of its own, and does not report one.
void take_status_of_bubblewrap(const std::string& reported, RunResult& result) {
  if (result.ending != Ending::exited) return;
  if (reported.find("\"exit-code\"") == std::string::npos) {
    result.ending = Ending::not_started;
    result.reason = trimmed(result.err);
    return;
  }
  constexpr int kSignals = 128, kLast = 31;
  if (result.exit_code <= kSignals || result.exit_code > kSignals + kLast) return;
  result.signal = result.exit_code - kSignals;
  result.ending = Ending::signalled;
}

std::vector<pid_t> processes_of_now() {
  std::vector<pid_t> processes;
  for (const ProcessFacts& facts : processes_below(::getpid())) processes.push_back(facts.process);
  return processes;
}

/// One program and where it runs: a scratch, and the folder of its files.
class Surroundings {
 public:
  explicit Surroundings(const RunRequest& request)
      : request_(request), is_isolated_(request.isolation == Isolation::bubblewrap) {
    // Nothing but bubblewrap can show files that cannot be changed.
    if (!is_isolated_ && !request.may_write_program && !request.program_folder.empty())
      copy_program();
  }

  bool is_isolated() const { return is_isolated_; }
  const std::string& scratch() const { return scratch_.path(); }
  std::string seen_scratch() const { return is_isolated_ ? kScratchFolder : scratch_.path(); }

  // The command as the program's side of the wall writes it.
  Words command() const {
    Words words = request_.command;
    const std::string folder = seen_program_folder();
    std::vector<Placeholder> placeholders{{kFolderWord, folder}};
    for (const auto& [word, file] : request_.files)
      placeholders.emplace_back(word, folder + "/" + file);
    for (std::string& word : words) word = filled_in(word, placeholders);
    return words;
  }

  // What was printed, with the names that a program in bubblewrap would see.
  std::string with_usual_names(std::string text) const {
    if (is_isolated_) return text;
    if (copy_) replace_all(text, copy_->path(), kProgramFolder);
    // A program that was compiled knows where that was.
    if (!request_.program_folder.empty())
      replace_all(text, request_.program_folder, kProgramFolder);
    replace_all(text, scratch_.path(), kScratchFolder);
    return text;
  }

  // Bubblewrap's options, each with a null behind it.
  std::string bubblewrap(const std::vector<std::string>& visible) const {
    std::string all;
    for (const std::string& option : bubblewrap_options({.program_folder = request_.program_folder,
                                     .may_write_program = request_.may_write_program,
                                     .visible = visible,
                                     .hidden = request_.hidden,
                                     .scratch = scratch_.path()}))
      all += option + '\0';
    return all;
  }

 private:
  std::string seen_program_folder() const {
    return is_isolated_ ? kProgramFolder : copy_ ? copy_->path() : request_.program_folder;
  }

  void copy_program() {
    copy_.emplace();
    std::error_code error;
    fs::copy(request_.program_folder, copy_->path(),
             fs::copy_options::recursive | fs::copy_options::copy_symlinks, error);
    if (error)
      throw SurroundingsError(message("the program cannot be copied to {}: {}.", copy_->path(),
                                      system_reason(error.value())));
  }

  const RunRequest& request_;
  bool is_isolated_;
  ScratchFolder scratch_;
  std::optional<ScratchFolder> copy_;
};

RunResult not_started(const std::string& reason) {
  RunResult result;
  result.reason = reason;
  return result;
}

}  // namespace

RunResult run_program(const RunRequest& request) {
  throw_if_interrupted();
  const Surroundings surroundings(request);
  const bool is_isolated = surroundings.is_isolated();
  Words command = surroundings.command();
  // What was built in the program's own folder is seen in the sandbox alone.
  const bool is_own = is_isolated && command.front().starts_with(kProgramFolder);
  const FoundProgram program =
      is_own ? FoundProgram{.path = command.front(), .search_path = kSystemPath}
             : found_program(command.front());
  if (program.path.empty()) return not_started(message("there is no program {}.", command.front()));
  command.front() = program.path;

  Pipe out = make_pipe(), err = make_pipe(), failure = make_pipe(), status = make_pipe();
  const Descriptor input = file_with(request.input);
  Launch launch{.variables = variables_for(program.search_path, surroundings.seen_scratch()),
                .folder = surroundings.scratch(),
                .limits = request.limits,
                .input = input.get(),
                .out = out.writing.get(),
                .err = err.writing.get(),
                .failure = failure.writing.get()};
  Descriptor options, calls;
  if (is_isolated) {
    const std::string bubblewrap = found_program("bwrap").path;
    if (bubblewrap.empty()) return not_started(message("there is no program {}.", "bwrap"));
    // As words of the command they would tell the program what it must not see.
    options = file_with(surroundings.bubblewrap(program.places));
    calls = file_with(call_filter());
    launch.words = {bubblewrap, "--args", std::to_string(kOptionsDescriptor), "--"};
    launch.status = status.writing.get();
    launch.options = options.get();
    launch.calls = calls.get();
    launch.mounts.emplace(surroundings.scratch(), request.limits);
  } else {
    launch.filter = call_filter();
  }
  launch.words.insert(launch.words.end(), command.begin(), command.end());

  const ControlGroup group(control_groups(), request.limits);
  launch.group = group.entrance();
  std::vector<pid_t> others = processes_of_now();
  adopt_orphans();
  const pid_t keeper = start_process(std::move(launch));
  failure.writing.close();
  status.writing.close();
  RunResult result;
  Running(request.limits, group, keeper, std::move(others), std::move(out), std::move(err))
      .watch(result);
  throw_if_interrupted();
  result.err = surroundings.with_usual_names(std::move(result.err));
  int error = 0;
  if (::read(failure.reading.get(), &error, sizeof error) == static_cast<ssize_t>(sizeof error))
    return not_started(message("{} cannot be started: {}.", program.path, system_reason(error)));
  if (is_isolated) take_status_of_bubblewrap(all_of(status.reading), result);
  return result;
}

void PrintedText::append(std::string_view bytes) {
  size_ += bytes.size();
  const std::size_t taken = std::min(n_first_ - first_.size(), bytes.size());
  first_.append(bytes.substr(0, taken));
  last_.append(bytes.substr(taken));
  // Not at every byte: what is in front of a text is costly to take away.
  if (last_.size() > 2 * n_last_) last_.erase(0, last_.size() - n_last_);
}

std::string PrintedText::text() const {
  const std::string_view last =
      std::string_view(last_).substr(last_.size() - std::min(last_.size(), n_last_));
  if (!is_cut()) return first_ + std::string(last);
  if (n_last_ == 0) return first_;
  const std::string_view before = first_lines();
  const std::size_t begin = last.find('\n');
  const std::string_view after =
      begin == last.npos || begin + 1 == last.size() ? last : last.substr(begin + 1);
  return fmt::format("{}\n... {} bytes ...\n{}", before, size_ - before.size() - after.size(),
                     after);
}

std::string PrintedText::beginning() const {
  return is_cut() && n_last_ > 0 ? fmt::format("{}\n...\n", first_lines()) : text();
}

std::string_view PrintedText::first_lines() const {
  const std::string_view first = first_;
  return first.substr(0, std::min(first.rfind('\n'), first.size()));
}

void drain(Descriptor& from, PrintedText& into) {
  std::array<char, 65536> bytes;
  constexpr int kMostReads = 16;  // as much as the largest pipe holds
  for (int i = 0; i < kMostReads && from.is_open();) {
    const ssize_t n = ::read(from.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      from.close();
      return;
    }
    into.append({bytes.data(), static_cast<std::size_t>(n)});
    ++i;
  }
}

}  // namespace attn
