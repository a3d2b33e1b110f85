#include "sandbox/interruption.hpp"

#include <csignal>

#include "support/catch.hpp"

namespace attn {
namespace {

volatile std::sig_atomic_t delivered_signal = 0;
extern "C" void deliver_signal(int signal) { delivered_signal = signal; }

TEST_CASE("InterruptionHold: a signal waits, and becomes an exception once") {
  std::signal(SIGTERM, deliver_signal);
  delivered_signal = 0;
  {
    const InterruptionHold hold;
    CHECK_FALSE(is_interrupted());
    std::raise(SIGTERM);
    CHECK(is_interrupted());
    int signal = 0;
    try {
      throw_if_interrupted();
    } catch (const Interrupted& interrupted) {
      signal = interrupted.signal;
    }
    CHECK(signal == SIGTERM);
    CHECK_NOTHROW(throw_if_interrupted());
  }
  CHECK(delivered_signal == 0);
  std::signal(SIGTERM, SIG_DFL);
}

TEST_CASE("InterruptionHold: what nobody took is delivered when the last one ends") {
  std::signal(SIGHUP, deliver_signal);
  delivered_signal = 0;
  {
    const InterruptionHold outer;
    {
      const InterruptionHold inner;
      std::raise(SIGHUP);
    }
    CHECK(delivered_signal == 0);
  }
  CHECK(delivered_signal == SIGHUP);
  std::signal(SIGHUP, SIG_DFL);
}

TEST_CASE("InterruptionHold: what was ignored stays so") {
  std::signal(SIGINT, SIG_IGN);
  {
    const InterruptionHold hold;
    std::raise(SIGINT);
    CHECK_FALSE(is_interrupted());
  }
  std::signal(SIGINT, SIG_DFL);
}

}  // namespace
}  // namespace attn
