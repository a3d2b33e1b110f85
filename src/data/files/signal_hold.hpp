#pragma once

#include <array>
#include <csignal>

namespace attn {

/// While it lives, an interrupt, a termination or a hang-up waits: it is delivered afterwards, so
/// that a half-written file is never left behind. A file-size limit becomes an ordinary error.
/// Blocking the signals would not do: the threads of the matrix library would receive them.
class SignalHold {
 public:
  SignalHold();
  ~SignalHold();
  SignalHold(const SignalHold&) = delete;
  SignalHold& operator=(const SignalHold&) = delete;

  /// Whether a signal waits: whoever has much left to do gives up instead.
  static bool is_waited_for();

 private:
  static constexpr std::array kSignals = {SIGINT, SIGTERM, SIGHUP, SIGXFSZ};
  std::array<struct sigaction, kSignals.size()> before_{};
};

}  // namespace attn
