#pragma once

#include <sys/types.h>
#include <termios.h>

#include <functional>
#include <string>
#include <vector>

#include "support/terminal_screen.hpp"

namespace attn {

/// A program in a terminal of its own, and the person before it.
class PseudoTerminal {
 public:
  /// Starts a shell command as run_command does, with TERM=xterm-256color besides, and
  /// without a pager, and dark.
  PseudoTerminal(const std::string& command, unsigned rows, unsigned columns);
  ~PseudoTerminal();
  PseudoTerminal(const PseudoTerminal&) = delete;
  PseudoTerminal& operator=(const PseudoTerminal&) = delete;

  void type(const std::string& keys);
  void resize(unsigned rows, unsigned columns);
  void answer_background(const std::string& answer);  ///< once it is asked
  void send(int signal);
  void hang_up();  ///< closes the terminal

  /// Waits until the screen looks as described; false if it does not within the time.
  bool wait_for(const std::function<bool(const TerminalScreen&)>& looks_right);
  bool wait_for(const std::string& part);

  /// Waits until the program stops (not: ends) or has ended; false if it does not within the time.
  bool wait_until_stopped();
  bool wait_until_ended();

  /// Waits for the end: the exit code, or 128 and the signal.
  /// Errors: std::runtime_error if there is none within the time.
  int exit_code();

  /// Whether its settings are those that the program found.
  bool is_set_up_as_before() const;
  const TerminalScreen& screen() const { return screen_; }

 private:
  bool read_some();  // waits a moment for output
  bool poll_status(int options);

  TerminalScreen screen_;
  int terminal_ = -1, program_side_ = -1;
  termios settings_before_{};
  pid_t process_ = 0;
  int exit_code_ = -1;
  bool has_stopped_ = false, has_ended_ = false;
};

}  // namespace attn
