#include "data/files/signal_hold.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

volatile std::sig_atomic_t delivered = 0;

}  // namespace

TEST_CASE("SignalHold: a signal waits until the end", "[data][signal_hold]") {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    CAPTURE(signal);
    delivered = 0;
    const auto before = std::signal(signal, [](int number) { delivered = number; });
    {
      const SignalHold hold;
      CHECK_FALSE(SignalHold::is_waited_for());
      std::raise(signal);
      CHECK(delivered == 0);
      CHECK(SignalHold::is_waited_for());
    }
    CHECK(delivered == signal);
    std::signal(signal, before);
  }
}

TEST_CASE("SignalHold: what ignores a signal goes on ignoring it", "[data][signal_hold]") {
  const auto before = std::signal(SIGHUP, SIG_IGN);  // as nohup does
  {
    const SignalHold hold;
    std::raise(SIGHUP);
    CHECK_FALSE(SignalHold::is_waited_for());
  }
  CHECK(std::signal(SIGHUP, before) == SIG_IGN);
}

TEST_CASE("SignalHold: no signal means nothing happens", "[data][signal_hold]") {
  delivered = 0;
  const auto before = std::signal(SIGINT, [](int number) { delivered = number; });
  { const SignalHold hold; }
  CHECK(delivered == 0);
  std::signal(SIGINT, before);
}
