#include "kernels/clock.hpp"

#include <cmath>
#include <vector>

#include "support/catch.hpp"

using namespace attn;

namespace {

// A clock that a run moves on by the next of some times; the last one goes on for ever.
class FakeClock {
 public:
  explicit FakeClock(std::vector<double> seconds) : seconds_(std::move(seconds)) {}

  void run() {
    now_ += seconds_[std::min(n_runs_, seconds_.size() - 1)];
    ++n_runs_;
  }
  Timing timed(const TimingRules& rules) {
    return attn::timed([this] { run(); }, rules, [this] { return now_; });
  }
  std::size_t n_runs() const { return n_runs_; }

 private:
  std::vector<double> seconds_;
  std::size_t n_runs_ = 0;
  double now_ = 0;
};

}  // namespace

TEST_CASE("timed: the middle and the least, without what warmed up", "[kernels][clock]") {
  FakeClock clock({100, 100, 3, 1, 2, 5, 4});
  const Timing timing = clock.timed({.n_warm_ups = 2, .min_runs = 5, .enough_seconds = 1000});
  CHECK(timing.n_runs == 5);
  CHECK(timing.median == Approx(3));
  CHECK(timing.least == Approx(1));
}

TEST_CASE("timed: goes on for the least time", "[kernels][clock]") {
  FakeClock clock({0.0625});
  CHECK(clock.timed({.n_warm_ups = 0, .min_runs = 3, .min_seconds = 1}).n_runs == 16);
}

TEST_CASE("timed: stops at the most runs", "[kernels][clock]") {
  FakeClock clock({0.001});
  CHECK(clock.timed({.n_warm_ups = 1, .most_runs = 40, .min_seconds = 1}).n_runs == 40);
  CHECK(clock.n_runs() == 41);
}

TEST_CASE("timed: what takes long runs less often", "[kernels][clock]") {
  FakeClock clock({10});
  CHECK(clock.timed({.n_warm_ups = 0, .min_runs = 9, .fewest_runs = 3}).n_runs == 3);
}

TEST_CASE("timed: a ceiling runs twice to warm up and then seven times", "[kernels][clock]") {
  int n_runs = 0;
  const double seconds = timed([&n_runs] { ++n_runs; }, kCeilingRules).least;
  CHECK(n_runs == 9);
  CHECK(seconds >= 0);
  CHECK(std::isfinite(seconds));
  FakeClock slow({10});
  CHECK(slow.timed(kCeilingRules).n_runs == 7);
}

TEST_CASE("seconds_now: never goes backwards", "[kernels][clock]") {
  const double before = seconds_now();
  CHECK(seconds_now() >= before);
}
