#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <sstream>
#include <thread>

#include "sandbox/launch.hpp"
#include "sandbox/run_program.hpp"

#ifdef __linux__
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/sysmacros.h>
#endif

namespace attn {

namespace {

// A file of /proc, about `most` bytes of it; absent where it is kept from us, "" of a process that
// is gone.
std::optional<std::string> proc_text(const std::string& path, std::size_t most) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 65536> part;
  ssize_t n = 0;
  while (file.is_open() && text.size() < most &&
         (n = ::read(file.get(), part.data(), part.size())) > 0)
    text.append(part.data(), static_cast<std::size_t>(n));
  const bool is_kept = (!file.is_open() || n < 0) && (errno == EACCES || errno == EPERM);
  return is_kept ? std::nullopt : std::optional(std::move(text));
}

// The same of a file that is small; "" where it cannot be read.
std::string text_of(const std::string& path) { return proc_text(path, SIZE_MAX).value_or(""); }

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

namespace {

// Where the kernel keeps memory that processes share and no file holds, as a device.
std::string device_of_shared_memory() {
#ifdef __linux__
  struct stat facts {};
  const Descriptor file(::memfd_create("device", MFD_CLOEXEC));
  if (file.is_open() && ::fstat(file.get(), &facts) == 0)
    return fmt::format("{:02x}:{:02x}", major(facts.st_dev), minor(facts.st_dev));
#endif
  return "";
}

// Some 25,000 mappings, of all processes together.
constexpr std::size_t kMostOfMaps = 2 << 20;

// What is left of a line of maps behind the device: a number and a name.
std::string_view name_behind(std::string_view rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of("0123456789 "), rest.size()));
  return rest;
}

}  // namespace

std::uint64_t bytes_of_mappings(const std::string& maps, const std::string& device) {
  constexpr std::uint64_t kOfMapping = 256;
  const std::string word = " " + device + " ";
  for (std::size_t at = maps.find(word); at != maps.npos; at = maps.find(word, at + 1)) {
    const std::size_t from = at + word.size(), end = std::min(maps.find('\n', from), maps.size());
    // Files of this kind are ours: what a program reads.
    if (!name_behind(std::string_view(maps).substr(from, end - from)).starts_with("/memfd:"))
      return ProcessMemory::kBeyondCount;
  }
  return kOfMapping * static_cast<std::uint64_t>(std::count(maps.begin(), maps.end(), '\n'));
}

std::uint64_t ProcessMemory::bytes_of(pid_t process) {
  static const std::string shared = device_of_shared_memory();
  const std::string folder = "/proc/" + std::to_string(process);
  const std::string status = text_of(folder + "/status");
  const auto bytes = [&status](const char* name) { return proc_bytes(status, name).value_or(0); };
  std::uint64_t own = bytes("RssAnon") + bytes("RssShmem");
  if (own == 0) own = bytes("VmRSS");  // where the system does not tell them apart
  own += bytes("VmSwap") + bytes("HugetlbPages") + bytes("VmPTE");
  // Who hides what it has mapped may have used all of it.
  const std::optional<std::string> maps =
      proc_text(folder + "/maps", kMostOfMaps - std::min(n_of_maps_, kMostOfMaps));
  own += maps ? bytes_of_mappings(*maps, shared) : bytes("VmSize");
  n_of_maps_ += maps ? maps->size() : 0;
  // Whoever reads them is busy as long, and sees nothing else.
  return n_of_maps_ < kMostOfMaps ? own + bytes_of_sockets(folder) : kBeyondCount;
}

// What is sent through a socket and was not read yet belongs to nobody.
std::uint64_t ProcessMemory::bytes_of_sockets(const std::string& process_folder) {
  constexpr std::uint64_t kOfSocket = 512 << 10;
  constexpr std::string_view kBeginning = "socket:";
  const Descriptor files = folder_within(AT_FDCWD, process_folder + "/fd");
  std::uint64_t bytes = 0;
  for (const std::string& name : names_within(files.get())) {
    std::array<char, 64> target;
    const ssize_t n = ::readlinkat(files.get(), name.c_str(), target.data(), target.size());
    const std::string_view text(target.data(), static_cast<std::size_t>(std::max<ssize_t>(n, 0)));
    if (text.starts_with(kBeginning) && seen_sockets_.emplace(text).second) bytes += kOfSocket;
  }
  return bytes;
}

namespace {

constexpr std::string_view kGroupBeginning = "attn-run-";

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
    const auto [top, own] =
        places_of_control_groups(text_of("/proc/self/mountinfo"), text_of("/proc/self/cgroup"));
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
         static_cast<double>(number_behind(text_of(path_ + "/cpu.stat"), "usage_usec"));
}

bool ControlGroup::limits_memory() const {
  return !path_.empty() && ::access((path_ + "/memory.max").c_str(), W_OK) == 0;
}

bool ControlGroup::ran_out_of_memory() const {
  return !path_.empty() && number_behind(text_of(path_ + "/memory.events"), "oom_kill") > 0;
}

void ControlGroup::end_all() const {
  if (!path_.empty()) tell(path_ + "/cgroup.kill", "1");
}

}  // namespace attn
