#include "kernels/machine.hpp"

#include <cblas.h>
#include <sys/mman.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <vector>

#include "base/message.hpp"

namespace attn {

namespace {

constexpr const char* kOpenBlasThreads = "OPENBLAS_NUM_THREADS";

// What the surroundings ask for; set before constructors of objects run, so no object itself.
int asked_threads = 0;
const char* asked_of_openblas = nullptr;

// OpenBLAS starts a thread for each processor before main, whether or not there will be a product,
// and one that finds no memory asks for it without end. So it finds that one thread is asked for:
// functions with a priority come before its own.
[[gnu::constructor(101)]] void hold_openblas_to_one_thread() {
  asked_of_openblas = std::getenv(kOpenBlasThreads);
  for (const char* name : {kOpenBlasThreads, "GOTO_NUM_THREADS", "OMP_NUM_THREADS"})
    if (const char* value = std::getenv(name); value && asked_threads <= 0)
      asked_threads = std::atoi(value);
  setenv(kOpenBlasThreads, "1", 1);
}

// For the programs that are started from here.
void give_variable_back() {
  if (asked_of_openblas)
    setenv(kOpenBlasThreads, asked_of_openblas, 1);
  else
    unsetenv(kOpenBlasThreads);
}

// Whether the system would give OpenBLAS what so many threads take, and a little for the rest.
bool has_room_for(unsigned n_threads) {
  const std::size_t n_bytes = n_threads * (std::size_t{128} << 20) + (std::size_t{32} << 20);
  void* const room =
      mmap(nullptr, n_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return room != MAP_FAILED && munmap(room, n_bytes) == 0;
}

}  // namespace

unsigned usual_threads() {
  const int most = std::max(1, openblas_get_num_procs());
  return threads_with_room(
      static_cast<unsigned>(asked_threads > 0 ? std::min(asked_threads, most) : most));
}

unsigned threads_with_room(unsigned n_threads) {
  while (n_threads > 1 && !has_room_for(n_threads)) --n_threads;
  return n_threads;
}

void require_room_for_products() {
  give_variable_back();
  openblas_set_num_threads(1);  // where OpenBLAS is a shared library, it was there before us
  if (has_room_for(1)) return;
  throw SurroundingsError(
      translated("the limit on memory leaves less than 160 MiB of address space, which products of "
                 "matrices need. Raise it: ulimit -v shows it in KiB, ulimit -v unlimited takes it "
                 "away."));
}

BlasThreads::BlasThreads(unsigned n_threads) : n_threads_before_(openblas_get_num_threads()) {
  // More threads than processors only stand in each other's way, and OpenBLAS's wait by spinning.
  openblas_set_num_threads(std::min(static_cast<int>(n_threads), openblas_get_num_procs()));
}

BlasThreads::~BlasThreads() { openblas_set_num_threads(n_threads_before_); }

unsigned threads_worth(double n_operations, unsigned n_threads) {
  constexpr double kWorthAThread = 4e6;  // a thread takes longer to start than fewer of them do
  const double most = n_threads ? n_threads : usual_threads();
  return threads_with_room(
      static_cast<unsigned>(std::clamp(n_operations / kWorthAThread, 1.0, most)));
}

double seconds_now() {
  const auto since = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(since).count();
}

Timing timed(const std::function<void()>& run, const TimingRules& rules,
             const std::function<double()>& now) {
  for (int i = 0; i < rules.n_warm_ups; ++i) run();
  std::vector<double> taken;
  double total = 0;
  const auto is_enough = [&] {
    const int n_runs = static_cast<int>(taken.size());
    return n_runs >= rules.most_runs || (n_runs >= rules.min_runs && total >= rules.min_seconds) ||
           (n_runs >= rules.fewest_runs && total >= rules.enough_seconds);
  };
  while (!is_enough()) {
    const double start = now();
    run();
    taken.push_back(now() - start);
    total += taken.back();
  }
  std::sort(taken.begin(), taken.end());
  return {.median = taken[taken.size() / 2],
          .least = taken.front(),
          .n_runs = static_cast<int>(taken.size())};
}

}  // namespace attn
