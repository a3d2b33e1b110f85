#include "cli/terminal/terminal_keeper.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>

#include "base/message.hpp"

namespace attn {
namespace {

constexpr int kEndingSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

// A signal handler can reach nothing but globals.
termios kept_settings;
std::string_view farewell_text;
std::atomic<const std::string*> last_words = nullptr;
static_assert(std::atomic<const std::string*>::is_always_lock_free);
// Whoever waits for a key waits for this, too. A flag would not do: any thread may get the signal,
// those of the BLAS too, and then nothing wakes the one that waits.
int resize_pipe[2] = {-1, -1};

extern "C" void note_resize(int) {
  const int error = errno;
  static_cast<void>(!write(resize_pipe[1], "", 1));
  errno = error;
}

extern "C" void restore_and_die(int signal) {
  tcsetattr(STDIN_FILENO, TCSANOW, &kept_settings);
  write_to_terminal(farewell_text);
  write_last_words();
  std::signal(signal, SIG_DFL);
  raise(signal);
}

extern "C" void restore_and_stop(int signal) {
  termios ours;
  tcgetattr(STDIN_FILENO, &ours);
  tcsetattr(STDIN_FILENO, TCSANOW, &kept_settings);
  write_to_terminal(farewell_text);
  raise(SIGSTOP);
  tcsetattr(STDIN_FILENO, TCSANOW, &ours);
  note_resize(signal);
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigaction(signal, &action, nullptr);
}

// pipe2 with O_NONBLOCK and O_CLOEXEC, which not every system has.
bool open_pipe(int (&ends)[2]) {
  if (pipe(ends) != 0) return false;
  for (const int end : ends) {
    fcntl(end, F_SETFL, O_NONBLOCK);
    fcntl(end, F_SETFD, FD_CLOEXEC);
  }
  return true;
}

}  // namespace

void write_to_terminal(std::string_view text) {
  static_cast<void>(!write(STDOUT_FILENO, text.data(), text.size()));
}

void set_last_words(const std::string* text) { last_words = text; }

void write_last_words() {
  if (const std::string* const text = last_words) write_to_terminal(*text);
}

TerminalKeeper::TerminalKeeper(std::string_view farewell) {
  if (tcgetattr(STDIN_FILENO, &kept_settings) != 0)
    throw SurroundingsError(translated("the terminal cannot be read key by key."));
  farewell_text = farewell;
  for (const int signal : kEndingSignals) handle(signal, restore_and_die);
  handle(SIGTSTP, restore_and_stop);
  if (open_pipe(resize_pipe)) handle(SIGWINCH, note_resize);
}

TerminalKeeper::~TerminalKeeper() {
  for (const int signal : kEndingSignals) handle(signal, SIG_DFL);
  handle(SIGTSTP, SIG_DFL);
  handle(SIGWINCH, SIG_DFL);
  for (int& end : resize_pipe) {
    close(end);
    end = -1;
  }
}

const termios& TerminalKeeper::original_settings() const { return kept_settings; }

int TerminalKeeper::resize_file() { return resize_pipe[0]; }

void TerminalKeeper::take_resizes() {
  char byte = 0;
  while (read(resize_pipe[0], &byte, 1) == 1) continue;
}

}  // namespace attn
