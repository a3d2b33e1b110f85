#include "sandbox/process_tree.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <csignal>
#include <map>
#include <string_view>
#include <thread>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "sandbox/process_memory.hpp"

namespace attn {
namespace {

// What is small is read whole, and nothing of a process that is gone.
std::string text_of(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) return "";
  char bytes[4096];
  const ssize_t n = ::read(file, bytes, sizeof bytes);
  ::close(file);
  return n > 0 ? std::string(bytes, static_cast<std::size_t>(n)) : "";
}

std::vector<std::uint64_t> numbers_in(std::string_view text) {
  std::vector<std::uint64_t> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (at != end) {
    std::uint64_t number = 0;
    const auto [next, error] = std::from_chars(at, end, number);
    if (error == std::errc()) numbers.push_back(number);
    at = error == std::errc() ? next : at + 1;
  }
  return numbers;
}

double seconds_of(std::uint64_t ticks) {
  static const double per_second = static_cast<double>(::sysconf(_SC_CLK_TCK));
  return static_cast<double>(ticks) / per_second;
}

std::vector<ProcessFacts> all_processes() {
  std::vector<ProcessFacts> found;
  DIR* const folder = ::opendir("/proc");
  if (folder == nullptr) return found;
  while (const dirent* entry = ::readdir(folder)) {
    if (entry->d_name[0] < '0' || entry->d_name[0] > '9') continue;
    const ProcessFacts facts =
        parse_process_line(text_of(std::string("/proc/") + entry->d_name + "/stat"));
    if (facts.process > 0) found.push_back(facts);
  }
  ::closedir(folder);
  return found;
}

}  // namespace

ProcessFacts parse_process_line(const std::string& line) {
  // The name, in parentheses, may hold anything, parentheses and blanks included.
  const std::size_t name = line.find('('), rest = line.rfind(") ");
  if (name == std::string::npos || rest == std::string::npos || rest + 3 >= line.size()) return {};
  const auto before = numbers_in(std::string_view(line).substr(0, name));
  const auto numbers = numbers_in(std::string_view(line).substr(rest + 3));
  // A minus before a number is passed over: those that may have one are not used here.
  constexpr std::size_t kParent = 0, kUser = 10, kThreads = 16, kStart = 18;
  if (before.empty() || numbers.size() <= kStart) return {};
  ProcessFacts facts{.process = static_cast<pid_t>(before.front()),
                     .parent = static_cast<pid_t>(numbers[kParent]),
                     .state = line[rest + 2],
                     .n_threads = static_cast<unsigned>(numbers[kThreads])};
  const std::uint64_t own = numbers[kUser] + numbers[kUser + 1];
  facts.own_cpu_seconds = seconds_of(own);
  facts.cpu_seconds = seconds_of(own + numbers[kUser + 2] + numbers[kUser + 3]);
  facts.start = numbers[kStart];
  return facts;
}

std::vector<ProcessFacts> processes_below(pid_t root, const std::vector<pid_t>& spared) {
  std::multimap<pid_t, ProcessFacts> children;
  for (const ProcessFacts& facts : all_processes()) children.emplace(facts.parent, facts);
  std::vector<ProcessFacts> found;
  std::vector<pid_t> open{root};
  while (!open.empty()) {
    const auto [first, last] = children.equal_range(open.back());
    open.pop_back();
    for (auto child = first; child != last; ++child) {
      if (std::find(spared.begin(), spared.end(), child->second.process) != spared.end()) continue;
      found.push_back(child->second);
      open.push_back(child->second.process);
    }
  }
  ProcessMemory memory;
  for (ProcessFacts& facts : found) facts.memory_bytes = memory.bytes_of(facts.process);
  return found;
}

ProcessUse use_of(const std::vector<ProcessFacts>& processes) {
  ProcessUse use;
  for (const ProcessFacts& one : processes) {
    use.n_threads += one.n_threads;
    use.memory_bytes += one.memory_bytes;
  }
  return use;
}

double ComputedTime::add(const std::vector<ProcessFacts>& processes) {
  double with_children = 0.0, own = 0.0;
  for (const ProcessFacts& one : processes) {
    own_[{one.process, one.start}] = one.own_cpu_seconds;
    with_children += one.cpu_seconds;
  }
  for (const auto& [process, seconds] : own_) own += seconds;
  // Whoever was waited for is in both, whoever never was in one of them.
  return std::max(with_children, own);
}

void adopt_orphans() {
#ifdef __linux__
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

void end_processes_below_us(const std::vector<pid_t>& spared) {
  constexpr auto kPatience = std::chrono::seconds(5);
  const auto give_up = std::chrono::steady_clock::now() + kPatience;
  while (true) {
    const std::vector<ProcessFacts> left = processes_below(::getpid(), spared);
    if (left.empty()) return;
    for (const ProcessFacts& facts : left) ::kill(facts.process, SIGKILL);
    for (const ProcessFacts& facts : left)
      if (facts.parent == ::getpid()) ::waitpid(facts.process, nullptr, WNOHANG);
    if (std::chrono::steady_clock::now() > give_up) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace attn
