#include "cli/terminal/raw_terminal.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>

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

}  // namespace attn
