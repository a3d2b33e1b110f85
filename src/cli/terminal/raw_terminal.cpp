#include "cli/terminal/raw_terminal.hpp"

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <string_view>

#include "base/error.hpp"
#include "base/message.hpp"

namespace attn {
namespace {

constexpr int kEscapeWaitMs = 50;  // the rest of an arrow key's sequence follows at once
constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
constexpr std::string_view kHideCursor = "\033[?25l", kShowCursor = "\033[?25h\n";

// A signal handler can reach nothing but globals.
termios original_settings;
// A resize writes a byte here. A flag would not do: any thread may get the signal, those of the
// BLAS too, and then nothing wakes the one that waits for a key.
int resize_pipe[2] = {-1, -1};

constexpr int kNoByte = -1, kResized = -2;

void write_escape(std::string_view text) {
  // A terminal that is gone needs no cursor.
  static_cast<void>(!write(STDOUT_FILENO, text.data(), text.size()));
}

extern "C" void restore_and_die(int signal) {
  tcsetattr(STDIN_FILENO, TCSANOW, &original_settings);
  write_escape(kShowCursor);
  std::signal(signal, SIG_DFL);
  raise(signal);
}

extern "C" void note_resize(int) {
  const int error = errno;
  static_cast<void>(!write(resize_pipe[1], "", 1));
  errno = error;
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

// The next byte of input, or kNoByte if none comes: the terminal is gone, or the time (in
// milliseconds, -1: wait for ever) is over. A wait for ever also ends with kResized.
int read_byte(int timeout) {
  pollfd sources[] = {{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0},
                      {.fd = resize_pipe[0], .events = POLLIN, .revents = 0}};
  const nfds_t n_sources = timeout < 0 ? 2 : 1;
  int n_ready = 0;
  do {
    n_ready = poll(sources, n_sources, timeout);
  } while (n_ready < 0 && errno == EINTR);
  if (n_ready <= 0) return kNoByte;
  unsigned char byte = 0;
  if (sources[1].revents != 0) {
    while (read(resize_pipe[0], &byte, 1) == 1) continue;  // many resizes need one new screen
    return kResized;
  }
  return read(STDIN_FILENO, &byte, 1) == 1 ? byte : kNoByte;
}

// After an escape: an arrow key, or the escape key by itself.
Key read_escape() {
  const int kind = read_byte(kEscapeWaitMs);
  if (kind < 0) return Key::quit;
  if (kind != '[' && kind != 'O') return Key::other;
  int byte = read_byte(kEscapeWaitMs);
  while (byte >= '0' && byte <= ';') byte = read_byte(kEscapeWaitMs);  // modifiers
  switch (byte) {
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
    case '?':
    case 'h':
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

}  // namespace

RawTerminal::RawTerminal() {
  if (tcgetattr(STDIN_FILENO, &original_settings) != 0)
    throw SurroundingsError(translated("the terminal cannot be read key by key."));
  for (const int signal : kSignals) handle(signal, restore_and_die);
  if (open_pipe(resize_pipe)) handle(SIGWINCH, note_resize);
  enter();
}

RawTerminal::~RawTerminal() {
  leave();
  for (const int signal : kSignals) handle(signal, SIG_DFL);
  handle(SIGWINCH, SIG_DFL);
  for (int& end : resize_pipe) {
    close(end);
    end = -1;
  }
}

void RawTerminal::enter() {
  termios settings = original_settings;
  settings.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | ISIG);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &settings);  // keys pressed before now count
  write_escape(kHideCursor);
}

void RawTerminal::leave() {
  tcsetattr(STDIN_FILENO, TCSAFLUSH, &original_settings);
  write_escape(kShowCursor);
}

void RawTerminal::suspend() {
  leave();
  kill(0, SIGSTOP);  // the whole job, as Ctrl-Z does: a script that waits for us has to stop too
  enter();
}

KeyPress RawTerminal::read_key() {
  const int byte = read_byte(-1);
  if (byte == kResized) return {Key::resized};
  if (byte == kNoByte) return {Key::quit};
  if (byte >= '1' && byte <= '9') return {Key::digit, static_cast<unsigned>(byte - '0')};
  return {key_of(byte)};
}

}  // namespace attn
