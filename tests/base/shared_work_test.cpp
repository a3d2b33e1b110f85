#include <pthread.h>
#include <sched.h>

#include <atomic>

#include "base/system.hpp"
#include "support/catch.hpp"

TEST_CASE("Threads: every task is done once, whatever the number of threads") {
  for (const unsigned n_threads : {1U, 2U, 3U, 8U}) {
    Threads threads(n_threads);
    CHECK(threads.n_threads() == n_threads);
    for (const std::size_t n_tasks : {0U, 1U, 2U, 7U, 100U}) {
      CAPTURE(n_threads, n_tasks);
      std::vector<std::atomic<int>> done(n_tasks);
      std::atomic<unsigned> most_worker = 0;
      threads.share(n_tasks, [&](std::size_t task, unsigned worker) {
        ++done[task];
        unsigned known = most_worker;
        while (known < worker && !most_worker.compare_exchange_weak(known, worker)) {
        }
      });
      CHECK(std::all_of(done.begin(), done.end(), [](const auto& times) { return times == 1; }));
      CHECK(most_worker < n_threads);
    }
  }
}

TEST_CASE("Threads: round after round, and each is over before the next") {
  Threads threads(3);
  std::vector<std::size_t> numbers(13);
  constexpr std::size_t kRounds = 2000;
  bool all_right = true;
  for (std::size_t round = 1; round <= kRounds; ++round) {
    threads.share(numbers.size(), [&](std::size_t task, unsigned) { numbers[task] += task; });
    // Read without a lock: the round is over.
    for (std::size_t i = 0; i < numbers.size(); ++i) all_right &= numbers[i] == round * i;
  }
  CHECK(all_right);
}

TEST_CASE("Threads: what a task throws is thrown again, and the next round is as ever") {
  for (const unsigned n_threads : {1U, 3U}) {
    Threads threads(n_threads);
    CHECK_THROWS_WITH(threads.share(20,
                                    [](std::size_t task, unsigned) {
                                      if (task == 13) throw std::runtime_error("thirteen");
                                    }),
                      "thirteen");
    std::atomic<int> n_done = 0;
    threads.share(20, [&](std::size_t, unsigned) { ++n_done; });
    CHECK(n_done == 20);
  }
}

TEST_CASE("Threads: come and go") {
  std::atomic<int> n_done = 0;
  for (int i = 0; i < 50; ++i) {
    Threads idle(4);
    if (i % 2 == 0) idle.share(5, [&](std::size_t, unsigned) { ++n_done; });
  }
  CHECK(n_done == 25 * 5);
}

#ifdef __GLIBC__
TEST_CASE("Threads: where no thread can be started, those that there are do the work") {
  pthread_attr_t usual, huge;
  REQUIRE(pthread_getattr_default_np(&usual) == 0);
  REQUIRE(pthread_attr_init(&huge) == 0);
  // No address space holds such a stack.
  REQUIRE(pthread_attr_setstacksize(&huge, std::size_t{1} << 50) == 0);
  REQUIRE(pthread_setattr_default_np(&huge) == 0);
  {
    Threads threads(4);
    CHECK(threads.n_threads() == 1);
    int n_done = 0;
    threads.share(5, [&](std::size_t, unsigned) { ++n_done; });
    CHECK(n_done == 5);
  }
  pthread_setattr_default_np(&usual);
  pthread_attr_destroy(&huge);
  pthread_attr_destroy(&usual);
}
#endif

TEST_CASE("share_work: every task is done once, whatever the number of threads") {
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

TEST_CASE("share_work: a failure reaches the caller, and what has not begun is left out") {
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

TEST_CASE("share_work: the caller may go on using every processor it could use before") {
  cpu_set_t before, after;
  REQUIRE(sched_getaffinity(0, sizeof before, &before) == 0);
  // Tasks this short are over before the other threads have been placed.
  for (int i = 0; i < 300; ++i) share_work(2, 2, [](std::size_t, unsigned) {});
  REQUIRE(sched_getaffinity(0, sizeof after, &after) == 0);
  CHECK(CPU_EQUAL(&before, &after));
}
