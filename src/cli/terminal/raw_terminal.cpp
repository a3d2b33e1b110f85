#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <string_view>

#include "base/message.hpp"
#include "cli/terminal/keys.hpp"
#include "cli/terminal/terminal.hpp"

namespace attn {

namespace {

constexpr int kEscapeWaitMs = 50;  // the rest of an arrow key's sequence follows at once
constexpr std::string_view kHideCursor = "\033[?25l", kShowCursor = "\033[?25h\n";

constexpr int kNoByte = -1, kResized = -2, kTimeIsOver = -3;
constexpr int kForEver = -1;  // milliseconds

// The next byte of input, or kNoByte if the terminal is gone, or kTimeIsOver after so many
// milliseconds. Between two keys a new size of the terminal is told, too: kResized.
int read_byte(int timeout, bool is_between_keys = false) {
  pollfd sources[] = {{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                      {.fd = TerminalKeeper::resize_file(), .events = POLLIN, .revents = 0}};
  const nfds_t n_sources = is_between_keys ? 2 : 1;
  int n_ready = 0;
  do {
    n_ready = poll(sources, n_sources, timeout);
  } while (n_ready < 0 && errno == EINTR);
  if (n_ready < 0) return kNoByte;
  if (n_ready == 0) return kTimeIsOver;
  unsigned char byte = 0;
  if (sources[1].revents != 0) {
    TerminalKeeper::take_resizes();  // many need one new screen
    return kResized;
  }
  return read(STDIN_FILENO, &byte, 1) == 1 ? byte : kNoByte;
}

// The keys that a terminal numbers, by the first digit: "5~" is PgUp.
Key numbered_key(int digit) {
  switch (digit) {
    case '1':
    case '7':
      return Key::first;
    case '4':
    case '8':
      return Key::last;
    case '5':
      return Key::page_up;
    case '6':
      return Key::page_down;
    default:
      return Key::other;
  }
}

// After an escape: an arrow key, or the escape key by itself.
Key read_escape() {
  const int kind = read_byte(kEscapeWaitMs);
  if (kind < 0) return Key::escape;
  if (kind != '[' && kind != 'O') return Key::other;
  int byte = read_byte(kEscapeWaitMs);
  const int first = byte;
  while (byte >= '0' && byte <= ';') byte = read_byte(kEscapeWaitMs);  // modifiers
  switch (byte) {
    case '~':
      return numbered_key(first);
    case 'Z':  // Tab backwards
      return Key::back;
    case 'A':
      return Key::up;
    case 'B':
      return Key::down;
    case 'C':
      return Key::right;
    case 'D':
      return Key::left;
    case 'H':
      return Key::first;
    case 'F':
      return Key::last;
    default:
      return Key::other;
  }
}

Key key_of(int byte) {
  switch (byte) {
    case ' ':
    case '\n':
    case '\r':
    case '\t':
    case 'n':
      return Key::next;
    case 'b':
    case 0x7F:
    case '\b':
      return Key::back;
    case 'g':
      return Key::first;
    case 'G':
      return Key::last;
    case '[':
      return Key::previous_group;
    case ']':
      return Key::next_group;
    case 'e':
      return Key::explain;
    case 'v':
      return Key::view;
    case 'h':
      return Key::left;
    case 'j':
      return Key::down;
    case 'k':
      return Key::up;
    case 'l':
      return Key::right;
    case '$':
      return Key::row_end;
    case '?':
      return Key::help;
    case 'q':
    case 0x04:  // Ctrl-D
      return Key::quit;
    case 0x03:  // Ctrl-C
      return Key::interrupt;
    case 0x1A:  // Ctrl-Z
      return Key::suspend;
    case '\033':
      return read_escape();
    default:
      return Key::other;
  }
}

KeyPress press_of(int byte) {
  if (byte == kResized) return {Key::resized};
  if (byte == kNoByte) return {Key::quit};
  const bool is_visible = byte > ' ' && byte < 0x7F;
  const char letter = is_visible ? static_cast<char>(byte) : '\0';
  if (byte >= '0' && byte <= '9') return {Key::digit, static_cast<unsigned>(byte - '0'), letter};
  return {key_of(byte), 0, letter};
}

}  // namespace

KeyPress next_key_press() { return press_of(read_byte(kForEver, true)); }

RawTerminal::RawTerminal() : keeper_(kShowCursor) { enter(); }

RawTerminal::~RawTerminal() { leave(); }

void RawTerminal::enter() {
  termios settings = keeper_.original_settings();
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);  // keys pressed before now count
  write_to_terminal(kHideCursor);
}

void RawTerminal::leave() {
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &keeper_.original_settings());
  write_to_terminal(kShowCursor);
}

void RawTerminal::suspend() {
  leave();
  kill(0, SIGSTOP);  // the whole job, as Ctrl-Z does: a script that waits for us has to stop too
  enter();
}

void RawTerminal::lend(const std::function<void()>& use) {
  leave();
  use();
  enter();
}

KeyPress RawTerminal::read_key() { return next_key_press(); }

std::optional<KeyPress> RawTerminal::read_key_within(std::chrono::milliseconds time) {
  const int byte = read_byte(std::max(0, static_cast<int>(time.count())), true);
  if (byte == kTimeIsOver) return std::nullopt;
  return press_of(byte);
}

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

namespace {

volatile std::sig_atomic_t erases_line = 0;

constexpr int kSignalBase = 128;  // what a shell adds to the signal that ended a program
static_assert(kSignalBase + SIGINT == kInterrupted);

extern "C" void leave(int signal) {
  if (erases_line)
    static_cast<void>(::write(STDERR_FILENO, kEraseLine.data(), kEraseLine.size()) > 0);
  // Where even this fails there is nobody left to tell.
  if (::isatty(STDOUT_FILENO)) static_cast<void>(::write(STDOUT_FILENO, "\n", 1) == 1);
  write_last_words();
  ::_exit(kSignalBase + signal);
}

volatile std::sig_atomic_t was_interrupted = 0;

extern "C" void note_interrupt(int signal) {
  if (was_interrupted) leave(signal);
  was_interrupted = signal;
}

// A program that was started without Ctrl-C, or so that it outlives its terminal, stays so.
void handle_unless_ignored(int signal, void (*handler)(int)) {
  struct sigaction before {};
  if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) return;
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  ::sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

int exit_code_of_signal(int signal) { return kSignalBase + signal; }

void leave_at_interrupt() { handle_unless_ignored(SIGINT, leave); }

void erase_line_at_interrupt(bool erase) { erases_line = erase ? 1 : 0; }

InterruptNote::InterruptNote() {
  was_interrupted = 0;
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], nullptr, &before_[i]);
    handle_unless_ignored(kSignals[i], note_interrupt);
  }
}

InterruptNote::~InterruptNote() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
}

bool InterruptNote::is_there() const { return was_interrupted != 0; }

int InterruptNote::exit_code() { return exit_code_of_signal(was_interrupted); }

}  // namespace attn
