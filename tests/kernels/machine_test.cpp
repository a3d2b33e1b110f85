#include "kernels/machine.hpp"

#include <cblas.h>
#include <sys/resource.h>

#include <armadillo>

#include "support/catch.hpp"

TEST_CASE("BlasThreads: what is usual stays what the surroundings say") {
  const unsigned usual = usual_threads();
  CHECK(usual >= 1);
  const BlasThreads threads(usual + 1);
  CHECK(usual_threads() == usual);
}

TEST_CASE("BlasThreads: until then OpenBLAS has one thread") {
  CHECK(openblas_get_num_threads() == 1);
}

namespace {

// What counts against RLIMIT_DATA now.
rlim_t bytes_of_data() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;)
    if (rlim_t kib = 0; word == "VmData:" && status >> kib) return kib << 10;
  return 0;
}

TEST_CASE("require_room_for_products: refuses where a limit leaves too little") {
  require_room_for_products();
  rlimit before{};
  REQUIRE(getrlimit(RLIMIT_DATA, &before) == 0);
  const rlimit little{bytes_of_data() + (rlim_t{64} << 20), before.rlim_max};
  std::string refusal;
  REQUIRE(setrlimit(RLIMIT_DATA, &little) == 0);
  try {
    require_room_for_products();
  } catch (const SurroundingsError& error) {
    refusal = error.what();
  }
  REQUIRE(setrlimit(RLIMIT_DATA, &before) == 0);
  CHECK_THAT(refusal, ContainsSubstring("leaves less than 160 MiB of address space"));
}

TEST_CASE("BlasThreads: OpenBLAS has its threads back afterwards") {
  const int before = openblas_get_num_threads();
  {
    const BlasThreads single(1);
    CHECK(openblas_get_num_threads() == 1);
  }
  CHECK(openblas_get_num_threads() == before);
}

TEST_CASE("BlasThreads: a product is the same with any number") {
  const arma::mat A = arma::randu(65, 33), B = arma::randu(33, 70);
  const arma::mat expected = A * B;
  for (const unsigned n_threads : {1U, 2U, 3U}) {
    const BlasThreads threads(n_threads);
    CHECK(arma::approx_equal(arma::mat(A * B), expected, "absdiff", 1e-12));
  }
}

TEST_CASE("divided_up: full shares and what is left") {
  CHECK(divided_up(0, 4) == 0);
  CHECK(divided_up(8, 4) == 2);
  CHECK(divided_up(9, 4) == 3);
  CHECK(divided_up(1, 4) == 1);
}

TEST_CASE("threads_worth: as many as have enough to do, and no more than allowed") {
  CHECK(threads_worth(0, 8) == 1);
  CHECK(threads_worth(1e6, 8) == 1);
  CHECK(threads_worth(13e6, 8) == 3);
  CHECK(threads_worth(1e12, 8) == 8);
  CHECK(threads_worth(1e12, 0) == usual_threads());
}

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

TEST_CASE("timed: the middle and the least, without what warmed up") {
  FakeClock clock({100, 100, 3, 1, 2, 5, 4});
  const Timing timing = clock.timed({.n_warm_ups = 2, .min_runs = 5, .enough_seconds = 1000});
  CHECK(timing.n_runs == 5);
  CHECK(timing.median == Approx(3));
  CHECK(timing.least == Approx(1));
}

TEST_CASE("timed: goes on for the least time") {
  FakeClock clock({0.0625});
  CHECK(clock.timed({.n_warm_ups = 0, .min_runs = 3, .min_seconds = 1}).n_runs == 16);
}

TEST_CASE("timed: stops at the most runs") {
  FakeClock clock({0.001});
  CHECK(clock.timed({.n_warm_ups = 1, .most_runs = 40, .min_seconds = 1}).n_runs == 40);
  CHECK(clock.n_runs() == 41);
}

TEST_CASE("timed: what takes long runs less often") {
  FakeClock clock({10});
  CHECK(clock.timed({.n_warm_ups = 0, .min_runs = 9, .fewest_runs = 3}).n_runs == 3);
}

TEST_CASE("timed: a ceiling runs twice to warm up and then seven times") {
  int n_runs = 0;
  const double seconds = timed([&n_runs] { ++n_runs; }, kCeilingRules).least;
  CHECK(n_runs == 9);
  CHECK(seconds >= 0);
  CHECK(std::isfinite(seconds));
  FakeClock slow({10});
  CHECK(slow.timed(kCeilingRules).n_runs == 7);
}

TEST_CASE("seconds_now: never goes backwards") {
  const double before = seconds_now();
  CHECK(seconds_now() >= before);
}

}  // namespace
