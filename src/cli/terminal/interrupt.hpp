#pragma once

#include <array>
#include <csignal>

namespace attn {

/// What a program that was interrupted ends with: 128 and the signal, so kInterrupted for Ctrl-C.
int exit_code_of_signal(int signal);

/// From now on Ctrl-C ends the program with kInterrupted, on a line of its own, wherever it waits.
/// Where a file is being written, that comes first. A program that was started without Ctrl-C
/// (nohup) stays so.
void leave_at_interrupt();

/// Whether Ctrl-C also erases the line on standard error where the cursor is: it only says how far
/// we were.
void erase_line_at_interrupt(bool erase);

/// While it lives, Ctrl-C, a termination and a hang-up end nothing but are taken note of, so that
/// work can stop where it is whole. A second one leaves at once, as after leave_at_interrupt(). One
/// at a time.
class InterruptNote {
 public:
  InterruptNote();
  ~InterruptNote();
  InterruptNote(const InterruptNote&) = delete;
  InterruptNote& operator=(const InterruptNote&) = delete;

  bool is_there() const;

  /// What the program that was interrupted last ends with: 128 and the signal, so kInterrupted for
  /// Ctrl-C.
  static int exit_code();

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace attn
