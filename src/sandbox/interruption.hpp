#pragma once

namespace attn {

/// Somebody asked us to end while a program ran: it has been ended, with all that it started.
/// Whoever catches this leaves, with 128 and the signal.
struct Interrupted {
  int signal = 0;
};

/// While one lives, Ctrl-C, Ctrl-\, a termination and a hang-up wait, so that no program and no
/// folder is left behind. The next run_program, or the one that is running, throws Interrupted;
/// where there is none the signal is delivered when the last of these ends. What was ignored stays
/// so.
class InterruptionHold {
 public:
  InterruptionHold();
  ~InterruptionHold();
  InterruptionHold(const InterruptionHold&) = delete;
  InterruptionHold& operator=(const InterruptionHold&) = delete;
};

/// Whether a signal waits.
bool is_interrupted();

/// Errors: Interrupted where a signal waits, which it does no longer then.
void throw_if_interrupted();

}  // namespace attn
