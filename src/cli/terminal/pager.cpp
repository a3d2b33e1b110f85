#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

#include "base/system.hpp"
#include "base/text.hpp"
#include "cli/terminal/keys.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/text/text.hpp"

extern char** environ;

namespace attn {

namespace {

constexpr const char* kUsualPager = "less -RFX";
// What the shell has to read; anything else is a program and its arguments.
constexpr std::string_view kShellSigns = "|&;<>()$`\\\"'*?[#~=%";

bool is_off = false;

// A signal handler can reach nothing but globals.
volatile std::sig_atomic_t pager_process = 0;
volatile std::sig_atomic_t ending_signal = 0;

extern "C" void end_pager(int signal) {
  ending_signal = signal;
  if (pager_process > 0) kill(static_cast<pid_t>(pager_process), SIGTERM);
}

std::string pager_command() {
  for (const char* name : {"ATTN_PAGER", "PAGER"})
    if (const char* const value = std::getenv(name)) return value;
  return kUsualPager;
}

bool is_dumb() {
  const std::string_view name = environment("TERM");
  return name.empty() || name == "dumb";
}

std::vector<std::string> words_of(const std::string& command) {
  if (command.find_first_of(kShellSigns) != std::string::npos) return {"sh", "-c", command};
  return spaced_words(command);
}

// What lets less show colours and UTF-8 where nobody has said how it should work.
std::vector<std::string> variables_of_pager() {
  std::vector<std::string> variables;
  if (std::getenv("LESS") == nullptr) variables.emplace_back("LESS=RFX");
  if (std::getenv("LESSCHARSET") == nullptr) variables.emplace_back("LESSCHARSET=utf-8");
  if (std::getenv("LV") == nullptr) variables.emplace_back("LV=-c");
  return variables;
}

// What ends us ends the pager first.
const std::array<SignalHandler, 5> kSignalsOfPager{{{SIGINT, SIG_IGN},
                                                    {SIGQUIT, SIG_IGN},
                                                    {SIGTSTP, SIG_DFL},
                                                    {SIGTERM, end_pager},
                                                    {SIGHUP, end_pager}}};

class SignalsOfPager {
 public:
  SignalsOfPager() : signals_(kSignalsOfPager) {}
  ~SignalsOfPager() { pager_process = 0; }

 private:
  struct AtTheEnd {
    AtTheEnd() { ending_signal = 0; }
    ~AtTheEnd() {
      if (ending_signal != 0) raise(ending_signal);
    }
  } at_the_end_;  // once the signals do again what they did before
  SignalsMeanwhile signals_;
};

// A pager that was killed leaves the terminal as it needed it.
class SettingsOfTerminal {
 public:
  SettingsOfTerminal() : is_known_(tcgetattr(STDOUT_FILENO, &settings_) == 0) {}
  void put_back() const {
    if (is_known_) tcsetattr(STDOUT_FILENO, TCSANOW, &settings_);
  }

 private:
  termios settings_{};
  bool is_known_;
};

// Whether a pager was there to show it.
bool shown_by(const std::string& command, const std::string& text) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  for (const int end : ends) fcntl(end, F_SETFD, FD_CLOEXEC);
  const SettingsOfTerminal settings;
  const SignalsOfPager signals;
  const std::optional<pid_t> process = started({.words = words_of(command),
                                                .more_variables = variables_of_pager(),
                                                .input = ends[0],
                                                .handlers = kSignalsOfPager});
  close(ends[0]);
  if (process) {
    pager_process = *process;
    if (ending_signal != 0) kill(*process, SIGTERM);  // one that came before it was known
    write_all(ends[1], text);                         // less of it where the pager is left early
  }
  close(ends[1]);
  if (!process) return false;
  const int status = status_at_the_end(*process);
  if (WIFSIGNALED(status)) settings.put_back();
  return has_run(status);
}

// Whether the terminal is ours: a job in the background must not wait for keys.
bool is_in_front() { return tcgetpgrp(STDOUT_FILENO) == getpgrp(); }

bool needs_pager(const std::string& text) {
  if (is_off || !output_is_terminal() || is_dumb() || !is_in_front()) return false;
  const std::size_t height = terminal_height();
  return n_terminal_lines(text, terminal_width(), height) >= height;
}

}  // namespace

std::size_t n_terminal_lines(const std::string& text, unsigned columns, std::size_t enough) {
  std::size_t n = 0;
  for (std::size_t at = 0; at < text.size() && n < enough;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const unsigned width = visible_width(std::string_view(text).substr(at, end - at));
    n += width == 0 ? 1 : (width - 1) / columns + 1;
    at = end + 1;
  }
  return std::min(n, enough);
}

void turn_pager_off() { is_off = true; }

bool print_screen(const std::string& text) {
  const std::string command = pager_command();
  const bool names_none = command.empty() || command == "cat";
  if (!names_none && needs_pager(text) && shown_by(command, text)) return true;
  print_result(text);
  return false;
}

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

std::string editor_command() {
  for (const char* name : {"VISUAL", "EDITOR"})
    if (const std::string_view value = environment(name); !value.empty()) return std::string(value);
  return "vi";
}

// By the shell: the command may have arguments and quotes of its own.
bool edit_file(const std::string& path) {
  const std::array<SignalHandler, 3> keys{
      {{SIGINT, SIG_IGN}, {SIGQUIT, SIG_IGN}, {SIGTSTP, SIG_DFL}}};
  const SignalsMeanwhile signals(keys);
  const auto process = started(
      {.words = {"sh", "-c", editor_command() + " \"$@\"", "attn", path}, .handlers = keys});
  return process && has_run(status_at_the_end(*process));
}

}  // namespace attn
