#include "sandbox/interruption.hpp"

#include <array>
#include <csignal>

namespace attn {
namespace {

constexpr std::array kWaitingSignals = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};

volatile std::sig_atomic_t waiting_signal = 0;
int n_interruption_holds = 0;
std::array<struct sigaction, kWaitingSignals.size()> actions_before{};

extern "C" void let_wait(int signal) { waiting_signal = signal; }

int taken_signal() {
  const int signal = waiting_signal;
  waiting_signal = 0;
  return signal;
}

}  // namespace

InterruptionHold::InterruptionHold() {
  if (n_interruption_holds++ > 0) return;
  waiting_signal = 0;
  struct sigaction wait {};
  wait.sa_handler = let_wait;
  wait.sa_flags = SA_RESTART;
  ::sigemptyset(&wait.sa_mask);
  for (std::size_t i = 0; i < kWaitingSignals.size(); ++i) {
    ::sigaction(kWaitingSignals[i], nullptr, &actions_before[i]);
    if (actions_before[i].sa_handler != SIG_IGN) ::sigaction(kWaitingSignals[i], &wait, nullptr);
  }
}

InterruptionHold::~InterruptionHold() {
  if (--n_interruption_holds > 0) return;
  for (std::size_t i = 0; i < kWaitingSignals.size(); ++i)
    ::sigaction(kWaitingSignals[i], &actions_before[i], nullptr);
  if (const int signal = taken_signal()) ::raise(signal);
}

bool is_interrupted() { return waiting_signal != 0; }

void throw_if_interrupted() {
  if (const int signal = taken_signal()) throw Interrupted{signal};
}

}  // namespace attn
