// A program that somebody else wrote, run within limits.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "base/system.hpp"

namespace attn {

/// The most that a program may use, together with everything that it starts.
struct Limits {
  double wall_seconds = 20.0;  ///< more than it computes: others compute, too
  double cpu_seconds = 5.0;
  std::uint64_t memory_bytes = std::uint64_t{1} << 30;
  std::uint64_t output_bytes = 1 << 20;    ///< to standard output
  bool are_errors_output = false;          ///< whether that holds for standard error, too; it is
                                           ///< read without end else, and kept in part
  std::uint64_t file_bytes = 16 << 20;     ///< in one file
  std::uint64_t scratch_bytes = 64 << 20;  ///< in all files; kept where the isolation can
  unsigned n_threads = 64;                 ///< of all its processes together
};

/// A run that waits for a processor that others have may take so many times its wall time.
constexpr double kMostWaiting = 10.0;

/// Those of a compiler. Whatever it prints on standard error is for a person to read.
inline constexpr Limits kCompileLimits{.wall_seconds = 30.0,
                                       .cpu_seconds = 10.0,
                                       .output_bytes = 64 << 10,
                                       .are_errors_output = true,
                                       .file_bytes = 64 << 20};

/// What stands between a program and the machine.
enum class Isolation {
  bubblewrap,  ///< a read-only system, a scratch of its own, no network, no sight of other
               ///< processes
  limits,      ///< time, memory, output and processes are limited, and nothing else
};
inline constexpr Named<Isolation> kIsolations[] = {{Isolation::bubblewrap, "bubblewrap"},
                                                   {Isolation::limits, "limits"}};

/// The strongest isolation that works here. Tried, not asked for: a kernel may have what it needs
/// and forbid it.
Isolation strongest_isolation();

/// Why bubblewrap does not work here, and what helps, as sentences; "" where it does.
const std::string& bubblewrap_trouble();
/// The same, of what came of trying it, and of the kernel's settings below a folder (/proc/sys).
std::string bubblewrap_trouble(const std::string& said, const std::string& settings);

/// What a program finds around it inside bubblewrap.
struct SandboxView {
  std::string program_folder;          ///< its files, seen as kProgramFolder
  bool may_write_program = false;      ///< so that a compiler can leave its result there
  std::vector<std::string> visible{};  ///< beside the folders of the system: an interpreter's own
  std::vector<std::string> hidden{};   ///< files and folders in these that are not seen
  std::string scratch{};               ///< a folder that PrivateMounts has prepared
};

/// Where the program's files are seen inside bubblewrap, and where it may write.
inline constexpr const char* kProgramFolder = "/program";
inline constexpr const char* kScratchFolder = "/tmp";

/// The options of bubblewrap for a command that is to run inside it, as start_process starts it.
std::vector<std::string> bubblewrap_options(const SandboxView& view);

/// Whether a file belongs to the folders of the system, which every program sees.
bool is_of_system(const std::string& path);

/// A program on this machine, and what it takes to run it where only the system is seen.
struct FoundProgram {
  std::string path{};                 ///< absolute; "" where there is none
  std::vector<std::string> places{};  ///< its own, where it is not of the system: files and folders
  std::string search_path{};          ///< for it: the folder that it was found in, and the system's
};

/// Where every program of the system is found.
constexpr const char* kSystemPath = "/usr/local/bin:/usr/bin:/bin";

/// Finds a program by its name, as a shell does, or by its path.
FoundProgram found_program(const std::string& name);

/// The folder in which this process may make control groups (cgroup v2): the top of that file
/// system, or else our own group in it, if somebody gave us that. "" where there is none. Groups
/// that were left behind there are removed.
std::string control_groups();
/// The same, of the texts of /proc/self/mountinfo and /proc/self/cgroup; only by their words.
/// First the top, then our own group.
std::pair<std::string, std::string> places_of_control_groups(const std::string& mounts,
                                                             const std::string& own);

/// A control group for one program and all that it starts. The kernel counts what these compute to
/// the last child, and ends all of them at once; where it was told to keep memory and processes of
/// groups within limits, it does that, too. A program in it is watched none the less.
class ControlGroup {
 public:
  /// A group in a folder of control groups; none where that is "", or none can be made.
  ControlGroup(const std::string& folder, const Limits& limits);
  ~ControlGroup();
  ControlGroup(const ControlGroup&) = delete;
  ControlGroup& operator=(const ControlGroup&) = delete;

  /// Where a process writes 0 to be in it, with all that it starts from then on; -1 for none.
  int entrance() const { return entrance_.get(); }

  /// What all that were ever in it have computed; 0 where there is none.
  /// Units: seconds
  double cpu_seconds() const;
  /// Whether the kernel keeps what is in it within its memory: all of it, what no process shows
  /// included.
  bool limits_memory() const;
  /// Whether the kernel has ended something in it for want of memory.
  bool ran_out_of_memory() const;
  void end_all() const;

 private:
  std::string path_;
  Descriptor entrance_;
};

/// Why a program ended.
enum class Ending {
  exited,       ///< by itself, with an exit code
  signalled,    ///< by a signal, its own fault included
  wall_time,    ///< it was ended because it took too long
  cpu_time,     ///< the same, computing
  memory,       ///< it was ended because it held too much
  threads,      ///< because it had too many processes and threads
  output,       ///< because it printed too much
  not_started,  ///< there is no such program, or it cannot be run here
};
inline constexpr Named<Ending> kEndings[] = {
    {Ending::exited, "exited"},       {Ending::signalled, "signalled"},
    {Ending::wall_time, "wall_time"}, {Ending::cpu_time, "cpu_time"},
    {Ending::memory, "memory"},       {Ending::threads, "threads"},
    {Ending::output, "output"},       {Ending::not_started, "not_started"}};

/// Whether it was ended at a limit. What it did last then hangs on how fast the machine is.
constexpr bool was_ended(Ending ending) {
  return ending != Ending::exited && ending != Ending::signalled && ending != Ending::not_started;
}

/// A program to run, and within which bounds.
struct RunRequest {
  std::vector<std::string> command;  ///< what PATH finds, and its arguments; kFolderWord in them
                                     ///< is the program's folder as it is seen
  std::vector<std::pair<std::string, std::string>> files{};  ///< further such words, each with the
                                                             ///< file in that folder that it means
  std::string input{};                                       ///< what it reads on standard input
  Limits limits{};
  Isolation isolation = Isolation::limits;
  std::string program_folder{};       ///< its files
  bool may_write_program = false;     ///< for a compiler
  std::vector<std::string> hidden{};  ///< files and folders of the system that it must not see
};

/// What a program did.
struct RunResult {
  Ending ending = Ending::not_started;
  int exit_code = 0;         ///< where it exited
  int signal = 0;            ///< where a signal ended it; with an exit code where, as bubblewrap
                             ///< tells it, the program may have chosen that code itself
  std::string out{}, err{};  ///< what it printed; of `err` kKeptErrors bytes, the last among them
  double wall_seconds = 0.0, cpu_seconds = 0.0;
  std::string reason{};  ///< why it was not started
};
constexpr const char* kFolderWord = "{folder}";
constexpr std::size_t kKeptErrors = std::size_t{64} << 10;

/// Runs a program to its end, or ends it where it exceeds a limit: with SIGKILL, and with
/// everything that it started. Its environment is PATH, HOME, TMPDIR, LANG, what keeps libraries to
/// one thread and what keeps chance out; its working folder, HOME and TMPDIR are a scratch of its
/// own, gone afterwards. Outside bubblewrap its folder is a copy that is gone, too, and its
/// standard error names both as bubblewrap would.
///
/// Only one at a time may run in a process: what a program leaves behind becomes a child of ours,
/// and is ended with it.
///
/// Errors: SurroundingsError where no process or no scratch can be made; Interrupted.
RunResult run_program(const RunRequest& request);

}  // namespace attn
