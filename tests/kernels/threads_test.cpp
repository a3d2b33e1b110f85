#include <atomic>
#include <thread>

#include "base/system.hpp"
#include "kernels/fused_attention.hpp"
#include "network/models/small_models.hpp"
#include "network/optimizers/optimizers.hpp"
#include "support/catch.hpp"

// What several threads do at a time. The tests run this twice: with everything else, and as a
// program of its own, attn_thread_tests, in which ThreadSanitizer watches every access to memory.

namespace {

struct Problem {
  FusedOptions options;
  arma::uword n_q = 0, n_k = 0, d_k = 0, d_v = 0;
};

// More tiles than threads, of sizes that fit nowhere, and work enough for three threads.
Problem problem() {
  Problem problem{.options = {}, .n_q = 205, .n_k = 211, .d_k = 16, .d_v = 13};
  problem.options.heads = {.n_heads = 6, .n_kv_heads = 3};
  problem.options.scale = 0.25;
  problem.options.tiles = {.n_queries = 16, .n_keys = 24};
  return problem;
}

template <class Real>
bool are_equal(const arma::Mat<Real>& a, const arma::Mat<Real>& b) {
  return arma::size(a) == arma::size(b) && std::equal(a.begin(), a.end(), b.begin());
}

// Whether output and log-sum-exp of 2 and of 3 threads are, to the bit, those of one.
template <class Real>
void check_threads(Problem problem) {
  const HeadCounts heads = problem.options.heads;
  arma::arma_rng::set_seed(5);
  using Matrix = arma::Mat<Real>;
  const Matrix Q(problem.n_q, heads.n_heads * problem.d_k, arma::fill::randn);
  const Matrix K(problem.n_k, heads.n_kv_heads * problem.d_k, arma::fill::randn);
  const Matrix V(problem.n_k, heads.n_kv_heads * problem.d_v, arma::fill::randn);
  problem.options.n_threads = 1;
  Matrix sums_of_one;
  const Matrix one = fused_attention(Q, K, V, problem.options, &sums_of_one);
  for (const unsigned n_threads : {2U, 3U}) {
    CAPTURE(n_threads);
    problem.options.n_threads = n_threads;
    Matrix sums;
    const Matrix many = fused_attention(Q, K, V, problem.options, &sums);
    CHECK(are_equal(many, one));
    CHECK(are_equal(sums, sums_of_one));
  }
}

// What two steps of learning make of a model that is cut into pieces everywhere.
std::vector<float> parameters_learned(const TransformerSettings& settings, unsigned n_threads) {
  Batch<float> batch;
  batch.n_sequences = 48;
  batch.length = 16;
  const Draws draws(1, 2, 3);
  for (std::uint32_t i = 0; i < 48 * 16; ++i) {
    batch.tokens.push_back(draws.below(100, i));
    batch.targets.push_back(static_cast<std::int32_t>(draws.below(100, i + 10000)));
  }
  Workers workers(n_threads);
  Transformer<float> model(settings, 1);
  Optimizer<float> optimizer({}, model.parameters.size());
  for (std::uint64_t step = 0; step < 2; ++step) {
    loss_and_gradients(model, workers, batch, {true, 42, step});
    optimizer.step(workers, model.parameters, 0.01);
  }
  return model.parameters.values;
}

}  // namespace

TEST_CASE("share_work: what each thread wrote is there when it returns") {
  constexpr std::size_t kTasks = 200;
  for (const unsigned n_threads : {1U, 2U, 4U}) {
    std::vector<std::size_t> written(kTasks, 0), done(n_threads, 0);
    share_work(kTasks, n_threads, [&](std::size_t task, unsigned worker) {
      written[task] += task + 1;
      ++done[worker];
    });
    for (std::size_t task = 0; task < kTasks; ++task) REQUIRE(written[task] == task + 1);
    CHECK(std::accumulate(done.begin(), done.end(), std::size_t{0}) == kTasks);
  }
}

TEST_CASE("share_work: one of several failures is thrown when all threads are done") {
  std::atomic<int> n_running = 0;
  const auto task = [&](std::size_t i, unsigned) {
    ++n_running;
    std::this_thread::yield();
    --n_running;
    if (i % 3 == 1) throw std::runtime_error("task failed");
  };
  for (int round = 0; round < 20; ++round) {
    CHECK_THROWS_AS(share_work(50, 4, task), std::runtime_error);
    CHECK(n_running == 0);
  }
}

TEST_CASE("fused_attention: threads change no bit") {
  Problem all = problem();
  SECTION("every key") {}
  SECTION("causal") { all.options.visible.causal = true; }
  SECTION("a window and padding") {
    all.options.visible.window = 20;
    all.options.visible.n_padded = 7;
  }
  check_threads<double>(all);
  check_threads<float>(all);
}

TEST_CASE("fused_attention: threads that share a mask change no bit") {
  Problem masked = problem();
  Mask mask(masked.n_q, masked.n_k, arma::fill::ones);
  mask.row(17).zeros();
  mask.submat(40, 60, 80, 210).zeros();
  masked.options.visible.mask = &mask;
  check_threads<double>(masked);
  check_threads<float>(masked);
}

TEST_CASE("matrix_product: threads share the rows") {
  const arma::mat A(203, 150, arma::fill::randn), B(150, 301, arma::fill::randn);
  const arma::mat one = matrix_product(A, B, 1);
  for (const unsigned n_threads : {2U, 3U, 4U})
    CHECK(arma::approx_equal(matrix_product(A, B, n_threads), one, "absdiff", 1e-12));
}

TEST_CASE("Workers: what each thread wrote is there when they have shared") {
  constexpr std::size_t kTasks = 200;
  for (const unsigned n_threads : {1U, 2U, 4U}) {
    Workers workers(n_threads);
    std::vector<std::size_t> written(kTasks, 0), done(n_threads, 0);
    for (std::size_t round = 1; round <= 10; ++round) {
      workers.share(kTasks, [&](std::size_t task, unsigned worker) {
        written[task] += task;
        ++done[worker];
      });
      REQUIRE(std::accumulate(done.begin(), done.end(), std::size_t{0}) == kTasks * round);
      for (std::size_t task = 0; task < kTasks; ++task) REQUIRE(written[task] == task * round);
    }
  }
}

TEST_CASE("Network: threads that learn together change no bit") {
  TransformerSettings settings = text_settings();
  settings.vocabulary = settings.n_outputs = 100;
  settings.d_model = 96;
  settings.n_heads = settings.n_kv_heads = 4;
  settings.d_ff = 192;
  settings.longest = 16;
  const std::vector<float> of_one = parameters_learned(settings, 1);
  for (const unsigned n_threads : {2U, 3U})
    CHECK((parameters_learned(settings, n_threads) == of_one));
}
