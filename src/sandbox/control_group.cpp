#include "sandbox/control_group.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace attn {
namespace {

constexpr std::string_view kGroupBeginning = "attn-run-";

std::string text_of_file(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  char part[4096];
  for (ssize_t n; file.is_open() && (n = ::read(file.get(), part, sizeof part)) > 0;)
    text.append(part, static_cast<std::size_t>(n));
  return text;
}

// Into a file that is there: which ones are depends on what the group was given.
void tell(const std::string& path, const std::string& text) {
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.is_open()) static_cast<void>(write_all(file.get(), text));
}

// The number behind a word at the beginning of a line.
std::uint64_t number_behind(const std::string& text, const std::string& word) {
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::uint64_t number = 0;
    const std::string start = word + " ";
    if (line.starts_with(start))
      std::from_chars(line.data() + start.size(), line.data() + line.size(), number);
    if (number > 0) return number;
  }
  return 0;
}

// Whether a folder is a group of ours whose maker is no more.
bool is_left_over(const std::string& name) {
  if (!name.starts_with(kGroupBeginning)) return false;
  pid_t maker = 0;
  const char* const number = name.data() + kGroupBeginning.size();
  const auto [end, error] = std::from_chars(number, name.data() + name.size(), maker);
  return error == std::errc() && maker > 0 && ::kill(maker, 0) != 0 && errno == ESRCH;
}

void remove_left_over_groups(const std::string& folder) {
  const Descriptor open = folder_within(AT_FDCWD, folder);
  // Of one in which something still runs the kernel keeps the folder.
  for (const std::string& name : names_within(open.get()))
    if (is_left_over(name)) ::unlinkat(open.get(), name.c_str(), AT_REMOVEDIR);
}

bool can_make_groups(const std::string& folder) {
  return !folder.empty() && ControlGroup(folder, Limits{}).entrance() >= 0;
}

}  // namespace

std::pair<std::string, std::string> places_of_control_groups(const std::string& mounts,
                                                             const std::string& own) {
  std::string top;
  std::istringstream lines(mounts);
  for (std::string line; std::getline(lines, line) && top.empty();) {
    const std::size_t rest = line.find(" - cgroup2 ");
    if (rest == line.npos) continue;
    std::istringstream words(line);
    for (int i = 0; i < 5; ++i) words >> top;  // the fifth is the place
  }
  if (top.empty()) return {};
  std::istringstream groups(own);
  for (std::string line; std::getline(groups, line);)
    if (line.starts_with("0::/")) return {top, line == "0::/" ? top : top + line.substr(3)};
  return {top, top};
}

std::string control_groups() {
  static const std::string folder = [] {
    const auto [top, own] = places_of_control_groups(text_of_file("/proc/self/mountinfo"),
                                                     text_of_file("/proc/self/cgroup"));
    for (const std::string& each : {top, own}) {
      if (!can_make_groups(each)) continue;
      remove_left_over_groups(each);
      return each;
    }
    return std::string();
  }();
  return folder;
}

ControlGroup::ControlGroup(const std::string& folder, const Limits& limits) {
  static std::atomic<unsigned> n_made = 0;
  if (folder.empty()) return;
  const std::string path = fmt::format("{}/{}{}-{}", folder, kGroupBeginning, ::getpid(), ++n_made);
  if (::mkdir(path.c_str(), 0700) != 0) return;
  path_ = path;
  entrance_ = Descriptor(::open((path_ + "/cgroup.procs").c_str(), O_WRONLY | O_CLOEXEC));
  // What lies in its scratch is in memory, too. A few processes more are bubblewrap's own.
  constexpr unsigned kOfBubblewrap = 8;
  tell(path_ + "/memory.max", std::to_string(limits.memory_bytes + limits.scratch_bytes));
  tell(path_ + "/memory.swap.max", "0");
  tell(path_ + "/memory.oom.group", "1");
  tell(path_ + "/pids.max", std::to_string(limits.n_threads + kOfBubblewrap));
}

ControlGroup::~ControlGroup() {
  if (path_.empty()) return;
  end_all();
  constexpr int kTries = 100;
  for (int i = 0; i < kTries && ::rmdir(path_.c_str()) != 0 && errno == EBUSY; ++i) ::usleep(1000);
}

double ControlGroup::cpu_seconds() const {
  constexpr double kMicroseconds = 1e-6;
  if (path_.empty()) return 0.0;
  return kMicroseconds *
         static_cast<double>(number_behind(text_of_file(path_ + "/cpu.stat"), "usage_usec"));
}

bool ControlGroup::limits_memory() const {
  return !path_.empty() && ::access((path_ + "/memory.max").c_str(), W_OK) == 0;
}

bool ControlGroup::ran_out_of_memory() const {
  return !path_.empty() && number_behind(text_of_file(path_ + "/memory.events"), "oom_kill") > 0;
}

void ControlGroup::end_all() const {
  if (!path_.empty()) tell(path_ + "/cgroup.kill", "1");
}

}  // namespace attn
