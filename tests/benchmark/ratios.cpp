#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "benchmark/attention_input.hpp"
#include "benchmark/interleaved.hpp"
#include "benchmark/modes.hpp"
#include "benchmark/stages_kept.hpp"
#include "benchmark/surroundings.hpp"
#include "kernels/openblas/query_tile.hpp"
#include "measure/workload.hpp"

namespace attn {
namespace {

constexpr arma::uword kHeads = 8, kWidth = 64;
constexpr bool kHasDevice = ATTN_HAS_DEVICE;
constexpr double kBytesInMiB = 1024.0 * 1024.0;

struct RatioSettings {
  int n_rounds = 15;
  std::string only;      // of the lines, those with this in their name
  bool is_tiny = false;  // every n and the product 128 times smaller: shows that it works
};

// What a line must reach and should; 0 where nobody has said.
struct Goal {
  double at_least = 0, aim = 0;
};

struct Ceiling {
  Timer timer;
  double flop;
};

template <class Real>
using SharedInput = std::shared_ptr<AttentionInput<Real>>;

class RatioTable {
 public:
  explicit RatioTable(const RatioSettings& settings) : settings_(settings) {}

  void print() const {
    for (const auto& [name, value] : surroundings()) fmt::print("{}: {}\n", name, value);
    fmt::print("rounds: {}\n\n", settings_.n_rounds);
    print_cells("", {"at least", "aim", "measured", "middle half", "the two of it"});
    fmt::print("| --- | ---: | ---: | ---: | --- | --- |\n");
    // First, while nothing that was freed before can be used again.
    memory();
    for (const arma::uword n : {2048, 4096, 8192}) share<float>(n, {.at_least = 0.75, .aim = 0.9});
    against_stages();
    causal();
    one_small_head();
    // Nobody has set these a goal.
    share<float>(512);
    for (const arma::uword n : {2048, 4096}) share<double>(n);
    window();
    two_threads();
    product();
  }

 private:
  void memory() const {
    const SharedInput<float> input = input_of<float>(16384, kHeads);
    const std::string name = name_of("extra memory in MiB, without the output", *input);
    if (!is_wanted(name)) return;
    const FusedOptions options = options_for(*input);
    const auto bytes =
        peak_extra_bytes([&] { fused_attention(input->Q, input->K, input->V, options); });
    if (!bytes) return print_cells(name, {"64", "16", "not known", "", ""});
    const double output = static_cast<double>(input->Q.n_elem) * sizeof(float);
    const double extra = static_cast<double>(*bytes);
    print_cells(name, {"64", "16", fmt::format("{:.1f}", (extra - output) / kBytesInMiB), "",
                       fmt::format("{:.1f} MiB with it", extra / kBytesInMiB)});
  }

  // Products as fast as they get: on the device, or by the BLAS with threads of its own.
  template <class Real>
  Ceiling ceiling() const {
    const auto product = std::make_shared<ProductInput<Real>>(sized(kHasDevice ? 8192 : 2048));
    if (!kHasDevice) return {timer([product] { product->multiply(); }), product->flop()};
    return {[n = product->A.n_rows] { return product_seconds<Real>(n); }, product->flop()};
  }

  template <class Real>
  void share(arma::uword n, const Goal& goal = {}) const {
    const SharedInput<Real> input = input_of<Real>(n, kHeads);
    const Ceiling products = ceiling<Real>();
    const double flop = attention_flop(*input);
    compare(name_of("share of the ceiling", *input), goal, fused(input), products.timer,
            flop / products.flop, [=](const Comparison& result) {
              return fmt::format("{:.1f}, {:.1f} GFLOP/s", flop / result.first * 1e-9,
                                 products.flop / result.second * 1e-9);
            });
  }

  void against_stages() const {
    const SharedInput<float> input = input_of<float>(4096, kHeads);
    compare(name_of("stages kept in Armadillo / fused", *input), {.at_least = 8, .aim = 10},
            fused(input), timer([input] { stages_in_armadillo(*input); }));
    compare(name_of("Armadillo, one head at a time / fused", *input), {}, fused(input),
            timer([input] { one_head_at_a_time(*input); }));
  }

  void causal() const {
    const SharedInput<float> input = input_of<float>(4096, kHeads);
    compare(name_of("full / causal", *input), {.at_least = 1.7, .aim = 1.9},
            fused(input, {.causal = true}), fused(input));
  }

  void window() const {
    const SharedInput<float> input = input_of<float>(4096, kHeads);
    VisibleKeys visible{.causal = true};
    visible.window = sized(512);
    compare(name_of("full / causal, window 512", *input), {}, fused(input, visible), fused(input));
  }

  // So small that every thread and every allocation shows; never made smaller.
  void one_small_head() const {
    const auto input = std::make_shared<AttentionInput<float>>(attention_input<float>(64, 1, 64));
    const auto doubles =
        std::make_shared<AttentionInput<double>>(attention_input<double>(64, 1, 64));
    const Goal goal{.at_least = 1.0, .aim = 1.5};
    compare(name_of("stages kept in Armadillo / fused", *input), goal, fused(input),
            timer([input] { stages_in_armadillo(*input); }));
    compare(name_of("stages kept by core / fused", *doubles), goal, fused(doubles),
            timer([doubles] { stages_of_core(*doubles); }));
  }

  void two_threads() const {
    const SharedInput<float> input = input_of<float>(2048, kHeads);
    compare(name_of("one thread / two threads", *input), {}, fused(input, {}, 2),
            fused(input, {}, 1));
  }

  void product() const {
    const auto input = std::make_shared<ProductInput<float>>(sized(2048));
    compare(fmt::format("the BLAS alone / matrix_product, float, n = {}", input->A.n_rows), {},
            timer([input] { matrix_product(input->A, input->B); }),
            timer([input] { input->multiply(); }));
  }

  arma::uword sized(arma::uword n) const {
    return settings_.is_tiny ? std::max<arma::uword>(n / 128, 16) : n;
  }

  template <class Real>
  SharedInput<Real> input_of(arma::uword n, arma::uword n_heads) const {
    return std::make_shared<AttentionInput<Real>>(attention_input<Real>(sized(n), n_heads, kWidth));
  }

  template <class Real>
  Timer fused(const SharedInput<Real>& input, const VisibleKeys& visible = {},
              unsigned n_threads = 0) const {
    FusedOptions options = options_for(*input, visible);
    options.n_threads = n_threads;
    return timer([input, options] { fused_attention(input->Q, input->K, input->V, options); });
  }

  template <class Real>
  static std::string name_of(const std::string& what, const AttentionInput<Real>& input) {
    return fmt::format("{}, {} {} x {}, n = {}", what, sizeof(Real) == 4 ? "float" : "double",
                       input.heads.n_heads, input.Q.n_cols / input.heads.n_heads, input.Q.n_rows);
  }

  static std::string times_of(const Comparison& result) {
    return fmt::format("{:.3f}, {:.3f} ms", result.first * 1e3, result.second * 1e3);
  }

  bool is_wanted(const std::string& name) const {
    return name.find(settings_.only) != std::string::npos;
  }

  // A line: the time of the second as a multiple of the first's, times a factor.
  void compare(const std::string& name, const Goal& goal, const Timer& first, const Timer& second,
               double factor = 1,
               const std::function<std::string(const Comparison&)>& note = times_of) const {
    if (!is_wanted(name)) return;
    const Comparison result = interleaved(first, second, settings_.n_rounds);
    const auto wanted = [](double value) { return value > 0 ? fmt::format("{:g}", value) : ""; };
    print_cells(
        name,
        {wanted(goal.at_least), wanted(goal.aim), fmt::format("{:.3f}", result.ratio * factor),
         fmt::format("{:.3f} to {:.3f}", result.lower * factor, result.upper * factor),
         note(result)});
  }

  // A row of a Markdown table.
  static void print_cells(const std::string& name, const std::array<std::string, 5>& cells) {
    fmt::print("| {:<60} | {:>8} | {:>4} | {:>9} | {:<16} | {} |\n", name, cells[0], cells[1],
               cells[2], cells[3], cells[4]);
    std::fflush(stdout);
  }

  RatioSettings settings_;
};

}  // namespace

int run_ratios(int argc, char** argv) {
  RatioSettings settings;
  std::string vectors;
  CLI::App app("The table of docs/performance.md, 8 heads x 64", "ratios");
  app.add_option("--rounds", settings.n_rounds, "how often each line is measured");
  app.add_option("--only", settings.only, "the lines with this in their name");
  app.add_option("--vectors", vectors, "hold our vector code to these instructions: AVX2");
  app.add_flag("--tiny", settings.is_tiny, "much smaller, to see that it works");
  CLI11_PARSE(app, argc, argv);
  if (!vectors.empty()) {
    if constexpr (kHasDevice)
      throw std::invalid_argument("--vectors is for processors: leave it out on a device");
    else
      hold_vectors_to(vectors);
  }
  settings.n_rounds = std::max(1, settings.n_rounds);
  RatioTable(settings).print();
  return 0;
}

}  // namespace attn
