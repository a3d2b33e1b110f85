#include "cli/terminal/child_process.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>

#include "base/system.hpp"

extern char** environ;

namespace attn {
namespace {

std::vector<std::string> our_variables() {
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable)
    variables.emplace_back(*variable);
  return variables;
}

sigset_t set_of(std::span<const SignalHandler> handlers) {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  for (const SignalHandler& one : handlers) sigaddset(&signals, one.signal);
  return signals;
}

}  // namespace

SignalsMeanwhile::SignalsMeanwhile(std::span<const SignalHandler> handlers) {
  for (const auto& [signal, handler] : handlers) {
    struct sigaction action {
    }, before{};
    action.sa_handler = handler;
    sigaction(signal, &action, &before);
    before_.emplace_back(signal, before);
  }
}

SignalsMeanwhile::~SignalsMeanwhile() {
  for (const auto& [signal, action] : before_) sigaction(signal, &action, nullptr);
}

std::optional<pid_t> started(ChildProgram program) {
  if (program.words.empty()) return std::nullopt;
  std::vector<std::string> variables = our_variables();
  variables.insert(variables.end(), program.more_variables.begin(), program.more_variables.end());
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  if (program.input) posix_spawn_file_actions_adddup2(&files, *program.input, STDIN_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  const sigset_t signals = set_of(program.handlers);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int error = posix_spawnp(&process, program.words.front().c_str(), &files, &attributes,
                                 pointers_to(program.words).data(), pointers_to(variables).data());
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? std::optional(process) : std::nullopt;
}

int status_at_the_end(pid_t process) {
  int status = 0;
  while (waitpid(process, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

bool has_run(int status) {
  constexpr int kNotStarted = 126;  // and 127: what the shell says of a program it cannot start
  return !WIFEXITED(status) || WEXITSTATUS(status) < kNotStarted;
}

}  // namespace attn
