#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <string>

#include "benchmark/attention_input.hpp"
#include "benchmark/modes.hpp"
#include "benchmark/stages_kept.hpp"
#include "benchmark/surroundings.hpp"
#include "measure/workload.hpp"

namespace attn {
namespace {

template <class Real>
constexpr const char* kName = sizeof(Real) == 4 ? "float" : "double";

// The operations per second that the largest products reach, measured once: the ceiling.
template <class Real>
double ceiling(unsigned n_threads) {
  constexpr double kProduct = 2048;
  static double by_threads[3] = {};
  double& rate = by_threads[std::min(n_threads, 2U)];
  if (rate == 0)
    rate = 2 * kProduct * kProduct * kProduct /
           product_seconds<Real>(static_cast<arma::uword>(kProduct), n_threads);
  return rate;
}

// Repeats a run, and says how fast that was and which share of the ceiling. The ceiling was
// measured some time before; `attn_benchmarks ratios` measures it beside each time.
template <class Real>
void measure(benchmark::State& state, const std::function<void()>& run, double flop,
             unsigned n_threads = 0) {
  using benchmark::Counter;
  using Clock = std::chrono::steady_clock;
  constexpr double kWorthComparing = 1e8;  // less than that is over in no time
  const double most = flop < kWorthComparing ? 0 : ceiling<Real>(n_threads);
  const Clock::time_point start = Clock::now();
  for (auto _ : state) run();
  const std::chrono::duration<double> taken = Clock::now() - start;
  state.counters["FLOP/s"] = Counter(flop, Counter::kIsIterationInvariantRate);
  if (most > 0)
    state.counters["share"] = flop * static_cast<double>(state.iterations()) / taken.count() / most;
}

struct Case {
  std::string name;
  arma::uword n = 0, n_heads = 8, d_head = 64;
  VisibleKeys visible{};
  unsigned n_threads = 0;
  TileSizes tiles{};
};

template <class Real>
void fused(benchmark::State& state, const Case& about) {
  const auto input = attention_input<Real>(about.n, about.n_heads, about.d_head);
  FusedOptions options = options_for(input, about.visible);
  options.n_threads = about.n_threads;
  options.tiles = about.tiles;
  const auto run = [&] { fused_attention(input.Q, input.K, input.V, options); };
  measure<Real>(state, run, attention_flop(input, about.visible), about.n_threads);
  constexpr arma::uword kMeasurable = 4096;
  if (about.n < kMeasurable) return;
  if (const auto bytes = peak_extra_bytes(run))
    state.counters["extra_MiB"] = static_cast<double>(*bytes) / (1024 * 1024);  // with the output
}

// One of the ways that keep whole matrices.
template <class Real>
void stages(benchmark::State& state, const Case& about,
            const std::function<void(const AttentionInput<Real>&)>& way) {
  const auto input = attention_input<Real>(about.n, about.n_heads, about.d_head);
  measure<Real>(
      state, [&] { way(input); }, attention_flop(input));
  pause_for_blas();
}

template <class Real>
void product(benchmark::State& state, arma::uword m, arma::uword k, arma::uword n,
             unsigned n_threads) {
  const arma::Mat<Real> A(m, k, arma::fill::randn), B(k, n, arma::fill::randn);
  const double flop =
      2.0 * static_cast<double>(m) * static_cast<double>(k) * static_cast<double>(n);
  measure<Real>(
      state, [&] { matrix_product(A, B, n_threads); }, flop, n_threads);
}

auto* announce(const std::string& name, const std::function<void(benchmark::State&)>& run) {
  return benchmark::RegisterBenchmark(name.c_str(), run)
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

template <class Real>
void announce_fused(const std::string& group, const Case& about) {
  announce(fmt::format("{}/{}/{}/{}x{}/n:{}", group, kName<Real>, about.name, about.n_heads,
                       about.d_head, about.n),
           [about](benchmark::State& state) { fused<Real>(state, about); });
}

template <class Real>
void announce_sizes() {
  VisibleKeys causal{.causal = true}, window{.causal = true};
  window.window = 512;
  announce_fused<Real>("fused", {.name = "full", .n = 64, .n_heads = 1});
  for (arma::uword n = 64; n <= 16384; n *= 2) {
    announce_fused<Real>("fused", {.name = "full", .n = n});
    announce_fused<Real>("fused", {.name = "causal", .n = n, .visible = causal});
    announce_fused<Real>("fused", {.name = "window512", .n = n, .visible = window});
  }
}

// Up to 4096: there all stages of all heads take 1.5 GiB in float and twice that in double.
void announce_stages() {
  for (arma::uword n = 64; n <= 4096; n *= 2)
    for (const arma::uword n_heads : {1, 8}) {
      if (n_heads == 1 && n > 64) continue;
      const Case about{.name = "", .n = n, .n_heads = n_heads};
      const std::string size = fmt::format("{}x64/n:{}", n_heads, n);
      announce("stages/double/core/" + size, [about](benchmark::State& state) {
        stages<double>(state, about, [](const auto& input) { stages_of_core(input); });
      });
      announce("stages/float/armadillo/" + size, [about](benchmark::State& state) {
        stages<float>(state, about, [](const auto& input) { stages_in_armadillo(input); });
      });
      announce("stages/float/one_head_at_a_time/" + size, [about](benchmark::State& state) {
        stages<float>(state, about, [](const auto& input) { one_head_at_a_time(input); });
      });
    }
}

void announce_tiles() {
  for (const arma::uword n_queries : {48, 96, 192, 384, 768})
    for (const arma::uword n_keys : {32, 64, 128, 256, 512, 1024})
      announce_fused<float>("tiles", {.name = fmt::format("{}x{}", n_queries, n_keys),
                                      .n = 4096,
                                      .tiles = {.n_queries = n_queries, .n_keys = n_keys}});
}

template <class Real>
void announce_threads() {
  for (const arma::uword n : {512, 2048, 4096})
    for (const unsigned n_threads : {1U, 2U})
      announce_fused<Real>("threads", {.name = std::to_string(n_threads),
                                       .n = n,
                                       .n_heads = 8,
                                       .d_head = 64,
                                       .visible = {},
                                       .n_threads = n_threads});
}

template <class Real>
void announce_products() {
  struct Size {
    const char* name;
    arma::uword m, k, n;
  };
  for (const Size& size : {Size{"square", 2048, 2048, 2048}, Size{"square", 512, 512, 512},
                           Size{"projection", 512, 512, 512}, Size{"projection", 4096, 512, 512},
                           Size{"projection", 16384, 512, 512}})
    for (const unsigned n_threads : {1U, 2U})
      announce(fmt::format("product/{}/{}/{}x{}x{}/threads:{}", kName<Real>, size.name, size.m,
                           size.k, size.n, n_threads),
               [size, n_threads](benchmark::State& state) {
                 product<Real>(state, size.m, size.k, size.n, n_threads);
               });
}

}  // namespace

void register_benchmarks() {
  announce_sizes<float>();
  announce_sizes<double>();
  announce_stages();
  announce_tiles();
  announce_threads<float>();
  announce_threads<double>();
  announce_products<float>();
  announce_products<double>();
}

}  // namespace attn
