#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "benchmark/modes.hpp"
#include "benchmark/surroundings.hpp"
#include "kernels/machine.hpp"

namespace {

int run_google_benchmark(int argc, char** argv) {
  for (const auto& [name, value] : attn::surroundings()) benchmark::AddCustomContext(name, value);
  attn::register_benchmarks();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

}  // namespace

// attn_benchmarks [--benchmark_...]     each kernel by itself
// attn_benchmarks ratios [--help]       the table of docs/performance.md
// attn_benchmarks serve [--help]        for tests/benchmark/peers.py
// attn_benchmarks learn [--help]        for tests/benchmark/learning_peers.py
// attn_benchmarks model [--help]        for tests/benchmark/model_peers.py
int main(int argc, char** argv) try {
  const std::string_view mode = argc > 1 ? argv[1] : "";
  attn::require_room_for_products();
  if (mode == "learn") return attn::run_learn(argc - 1, argv + 1);
  if (mode == "model") return attn::run_model_pass(argc - 1, argv + 1);
  // What attn is held against multiplies by OpenBLAS as other programs do: with all its threads.
  const attn::BlasThreads as_elsewhere(attn::usual_threads());
  if (mode == "ratios") return attn::run_ratios(argc - 1, argv + 1);
  if (mode == "serve") return attn::run_serve(argc - 1, argv + 1);
  return run_google_benchmark(argc, argv);
} catch (const std::exception& failure) {
  fmt::print(stderr, "attn_benchmarks: {}\n", failure.what());
  return 1;
}
