#pragma once

#include <csignal>

namespace attn {

/// From now on Ctrl-C ends the program with kInterrupted, on a line of its own, wherever it waits.
/// Where a file is being written, that comes first. A program that was started without Ctrl-C
/// (nohup) stays so.
void leave_at_interrupt();

/// Whether Ctrl-C also erases the line on standard error where the cursor is: it only says how far
/// we were.
void erase_line_at_interrupt(bool erase);

/// While it lives, Ctrl-C ends nothing but is taken note of, so that work can stop where it is
/// whole. A second one leaves at once, as after leave_at_interrupt(). One at a time.
class InterruptNote {
 public:
  InterruptNote();
  ~InterruptNote();
  InterruptNote(const InterruptNote&) = delete;
  InterruptNote& operator=(const InterruptNote&) = delete;

  bool is_there() const;

 private:
  struct sigaction before_ {};
};

}  // namespace attn
