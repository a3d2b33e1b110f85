#include "base/share_work.hpp"

#include <sched.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <vector>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("share_work: every task is done once, whatever the number of threads",
          "[base][threads]") {
  for (const unsigned n_threads : {0U, 1U, 2U, 3U, 16U})
    for (const std::size_t n_tasks :
         {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{100}}) {
      CAPTURE(n_threads, n_tasks);
      std::vector<std::atomic<int>> done(n_tasks);
      std::atomic<unsigned> most_worker = 0;
      share_work(n_tasks, n_threads, [&](std::size_t task, unsigned worker) {
        ++done[task];
        unsigned known = most_worker;
        while (known < worker && !most_worker.compare_exchange_weak(known, worker)) {
        }
      });
      for (const auto& times : done) CHECK(times == 1);
      CHECK(most_worker < std::max(1U, n_threads));
    }
}

TEST_CASE("share_work: a failure reaches the caller, and what has not begun is left out",
          "[base][threads]") {
  for (const unsigned n_threads : {1U, 3U}) {
    std::atomic<int> begun = 0;
    CHECK_THROWS_MATCHES(share_work(1000, n_threads,
                                    [&](std::size_t task, unsigned) {
                                      ++begun;
                                      if (task == 0) throw std::runtime_error("task 0");
                                    }),
                         std::runtime_error, Message("task 0"));
    if (n_threads == 1) CHECK(begun == 1);
  }
}

TEST_CASE("share_work: the caller may go on using every processor it could use before",
          "[base][threads]") {
  cpu_set_t before, after;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  // Tasks this short are over before the other threads have been placed.
  for (int i = 0; i < 300; ++i) share_work(2, 2, [](std::size_t, unsigned) {});
  REQUIRE(sched_getaffinity(0, sizeof after, &after) == 0);
  CHECK(CPU_EQUAL(&before, &after));
}
