#pragma once

#include <termios.h>

#include <string>
#include <string_view>

namespace attn {

/// While it lives, a signal that ends the program (SIGINT, SIGTERM, SIGHUP, SIGQUIT) first puts the
/// terminal back as it was and writes `farewell`; one that stops it (SIGTSTP) does so too, and
/// takes up the settings of before when the program goes on. There is one at a time.
class TerminalKeeper {
 public:
  /// `farewell` must live as long.
  /// Errors: SurroundingsError if standard input is no terminal.
  explicit TerminalKeeper(std::string_view farewell);
  ~TerminalKeeper();
  TerminalKeeper(const TerminalKeeper&) = delete;
  TerminalKeeper& operator=(const TerminalKeeper&) = delete;

  const termios& original_settings() const;

  /// A file that can be read from when the screen has to be drawn anew, because the terminal has
  /// another size or was given back to us; -1 where there is none.
  static int resize_file();

  /// Takes note of it: resize_file() waits for the next time.
  static void take_resizes();
};

/// What is written last if a signal ends the program, where something waits for it: below the
/// farewell, or below the line that Ctrl-C left. It must live until another takes its place; null
/// is none.
void set_last_words(const std::string* text);

/// Writes them; safe in a signal handler.
void write_last_words();

/// Writes it past all buffers. A terminal that is gone needs nothing.
void write_to_terminal(std::string_view text);

}  // namespace attn
