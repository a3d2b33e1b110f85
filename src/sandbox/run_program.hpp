#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/named.hpp"
#include "sandbox/isolation.hpp"
#include "sandbox/limits.hpp"

namespace attn {

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
