#pragma once

#include <sys/types.h>

#include <csignal>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace attn {

/// What we do at a signal: SIG_IGN, SIG_DFL or a function of our own.
struct SignalHandler {
  int signal;
  void (*handler)(int);
};

/// While it lives, signals do what is said here; after that, what they did before. Keys that end or
/// stop a program so belong to the one that we wait for, which is in the same job.
class SignalsMeanwhile {
 public:
  explicit SignalsMeanwhile(std::span<const SignalHandler> handlers);
  ~SignalsMeanwhile();
  SignalsMeanwhile(const SignalsMeanwhile&) = delete;
  SignalsMeanwhile& operator=(const SignalsMeanwhile&) = delete;

 private:
  std::vector<std::pair<int, struct sigaction>> before_;
};

/// A program in the terminal of ours.
struct ChildProgram {
  std::vector<std::string> words;             ///< what PATH finds, and its arguments
  std::vector<std::string> more_variables{};  ///< "NAME=value", beside those of ours
  std::optional<int> input{};                 ///< what it reads; ours if there is none
  std::span<const SignalHandler> handlers{};  ///< of ours: it starts with those of every program
};

/// Starts it; nothing if there is no such program.
std::optional<pid_t> started(ChildProgram program);

/// Waits for its end.
int status_at_the_end(pid_t process);

/// Whether it ran: a shell that found no such program says so by its exit code.
bool has_run(int status);

}  // namespace attn
