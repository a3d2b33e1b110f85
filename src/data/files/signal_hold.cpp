#include "data/files/signal_hold.hpp"

namespace attn {
namespace {

volatile std::sig_atomic_t held_signal = 0;

void remember(int signal) {
  if (signal != SIGXFSZ) held_signal = signal;
}

}  // namespace

SignalHold::SignalHold() {
  held_signal = 0;
  struct sigaction hold {};
  hold.sa_handler = remember;
  hold.sa_flags = SA_RESTART;
  ::sigemptyset(&hold.sa_mask);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    ::sigaction(kSignals[i], &hold, &before_[i]);
    // Nobody waits for a signal that would be ignored.
    if (before_[i].sa_handler == SIG_IGN && kSignals[i] != SIGXFSZ)
      ::sigaction(kSignals[i], &before_[i], nullptr);
  }
}

SignalHold::~SignalHold() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) ::sigaction(kSignals[i], &before_[i], nullptr);
  const int held = held_signal;
  held_signal = 0;
  if (held != 0) ::raise(held);
}

bool SignalHold::is_waited_for() { return held_signal != 0; }

}  // namespace attn
