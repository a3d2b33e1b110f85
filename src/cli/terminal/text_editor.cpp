#include "cli/terminal/text_editor.hpp"

#include <spawn.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>

#include "base/environment.hpp"

extern char** environ;

namespace attn {
namespace {

constexpr int kCannotStart = 126;  // and 127: what the shell says of a program it cannot start

// While it lives the keys that end or stop a program belong to the editor, which is in the same
// job.
class KeysOfEditor {
 public:
  KeysOfEditor() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) {
      struct sigaction action {};
      action.sa_handler = kSignals[i] == SIGTSTP ? SIG_DFL : SIG_IGN;
      sigaction(kSignals[i], &action, &before_[i]);
    }
  }
  ~KeysOfEditor() {
    for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  }
  KeysOfEditor(const KeysOfEditor&) = delete;
  KeysOfEditor& operator=(const KeysOfEditor&) = delete;

  // The editor itself starts with those of every program.
  static sigset_t all() {
    sigset_t signals;
    sigemptyset(&signals);
    for (const int signal : kSignals) sigaddset(&signals, signal);
    return signals;
  }

 private:
  static constexpr std::array<int, 3> kSignals{SIGINT, SIGQUIT, SIGTSTP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

// By the shell: the command may have arguments and quotes of its own.
std::optional<pid_t> started_editor(std::string path) {
  std::string shell = "sh", option = "-c", command = editor_command() + " \"$@\"", name = "attn";
  std::array<char*, 6> words{shell.data(), option.data(), command.data(),
                             name.data(),  path.data(),   nullptr};
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  const sigset_t signals = KeysOfEditor::all();
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  pid_t process = 0;
  const int error = posix_spawn(&process, "/bin/sh", nullptr, &attributes, words.data(), environ);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? std::optional(process) : std::nullopt;
}

}  // namespace

std::string editor_command() {
  for (const char* name : {"VISUAL", "EDITOR"})
    if (const std::string_view value = environment(name); !value.empty()) return std::string(value);
  return "vi";
}

bool edit_file(const std::string& path) {
  const KeysOfEditor keys;
  const std::optional<pid_t> process = started_editor(path);
  if (!process) return false;
  int status = 0;
  while (waitpid(*process, &status, 0) < 0 && errno == EINTR) continue;
  return !WIFEXITED(status) || WEXITSTATUS(status) < kCannotStart;
}

}  // namespace attn
