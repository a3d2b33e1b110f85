#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <string>

#include "benchmark/attention_input.hpp"
#include "benchmark/extra_memory.hpp"
#include "benchmark/interleaved.hpp"
#include "benchmark/modes.hpp"
#include "benchmark/stages_kept.hpp"
#include "benchmark/surroundings.hpp"

namespace attn {
namespace {

constexpr arma::uword kHeads = 8, kWidth = 64;
constexpr bool kHasDevice = ATTN_HAS_DEVICE;
constexpr double kMiB = 1024.0 * 1024.0;

struct Settings {
  int n_rounds = 15;
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

class Table {
 public:
  explicit Table(const Settings& settings) : settings_(settings) {}

  void print() const {
    for (const auto& [name, value] : surroundings()) fmt::print("{}: {}\n", name, value);
    fmt::print("rounds: {}\n\n", settings_.n_rounds);
    fmt::print("{:<58}{:>9}{:>7}{:>10}  {:<17}{}\n", "", "at least", "aim", "measured",
               "middle half", "first, second [ms]");
    // First, while nothing that was freed before can be used again.
    memory();
    for (const arma::uword n : {2048, 4096, 8192}) share<float>(n, {.at_least = 0.75, .aim = 0.9});
    against_stages();
    causal();
    one_small_head();
    fmt::print("\n");
    share<float>(512, {});
    for (const arma::uword n : {2048, 4096}) share<double>(n, {});
    window();
    two_threads();
    product();
  }

 private:
  void memory() const {
    const SharedInput<float> input = input_of<float>(16384, kHeads);
    const FusedOptions options = options_for(*input);
    const auto bytes =
        extra_memory([&] { fused_attention(input->Q, input->K, input->V, options); });
    const double output = static_cast<double>(input->Q.n_elem) * sizeof(float);
    const std::string name = name_of("extra memory, output not counted", *input);
    if (!bytes) return fmt::print("{:<58}  the system does not tell\n", name);
    fmt::print("{:<58}{:>9}{:>7}{:>7.1f} MiB  with the output {:.1f} MiB\n", name, "64", "16",
               (*bytes - output) / kMiB, *bytes / kMiB);
  }

  // Products as fast as they get: on the device, or by the BLAS with threads of its own.
  template <class Real>
  Ceiling ceiling() const {
    const auto product = std::make_shared<ProductInput<Real>>(sized(kHasDevice ? 8192 : 2048));
    if (!kHasDevice) return {timer([product] { product->multiply(); }), product->flop()};
    return {[n = product->A.n_rows] { return product_seconds<Real>(n); }, product->flop()};
  }

  template <class Real>
  void share(arma::uword n, const Goal& goal) const {
    const SharedInput<Real> input = input_of<Real>(n, kHeads);
    const Ceiling products = ceiling<Real>();
    const Comparison result = interleaved(fused(input), products.timer, settings_.n_rounds);
    const double factor = attention_flop(*input) / products.flop;
    print_line(name_of("share of the ceiling", *input), goal, result, factor);
    fmt::print("{:<58}{:.1f} of {:.1f} GFLOP/s\n", "", attention_flop(*input) / result.first * 1e-9,
               products.flop / result.second * 1e-9);
  }

  void against_stages() const {
    const SharedInput<float> input = input_of<float>(4096, kHeads);
    print_line(name_of("stages kept in Armadillo / fused", *input), {.at_least = 8, .aim = 10},
               interleaved(fused(input), timer([input] { stages_in_armadillo(*input); }),
                           (settings_.n_rounds + 1) / 2));
    print_line(name_of("Armadillo, one head at a time / fused", *input), {},
               interleaved(fused(input), timer([input] { one_head_at_a_time(*input); }),
                           (settings_.n_rounds + 1) / 2));
  }

  void causal() const {
    const SharedInput<float> input = input_of<float>(4096, kHeads);
    print_line(name_of("full / causal", *input), {.at_least = 1.7, .aim = 1.9},
               interleaved(fused(input, {.causal = true}), fused(input), settings_.n_rounds));
  }

  void window() const {
    const SharedInput<float> input = input_of<float>(4096, kHeads);
    VisibleKeys visible{.causal = true};
    visible.window = sized(512);
    print_line(name_of("full / causal with a window of 512", *input), {},
               interleaved(fused(input, visible), fused(input), settings_.n_rounds));
  }

  void one_small_head() const {
    const auto input = std::make_shared<AttentionInput<float>>(attention_input<float>(64, 1, 64));
    const auto doubles =
        std::make_shared<AttentionInput<double>>(attention_input<double>(64, 1, 64));
    const Goal goal{.at_least = 1.0, .aim = 1.5};
    print_line(name_of("stages kept in Armadillo / fused", *input), goal,
               interleaved(fused(input), timer([input] { stages_in_armadillo(*input); }),
                           settings_.n_rounds));
    print_line(name_of("stages kept by core / fused", *doubles), goal,
               interleaved(fused(doubles), timer([doubles] { stages_of_core(*doubles); }),
                           settings_.n_rounds));
  }

  void two_threads() const {
    const SharedInput<float> input = input_of<float>(2048, kHeads);
    print_line(name_of("one thread / two threads", *input), {},
               interleaved(fused(input, {}, 2), fused(input, {}, 1), settings_.n_rounds));
  }

  void product() const {
    const auto input = std::make_shared<ProductInput<float>>(sized(2048));
    print_line(fmt::format("the BLAS's product / matrix_product, float, n = {}", input->A.n_rows),
               {},
               interleaved(timer([input] { matrix_product(input->A, input->B); }),
                           timer([input] { input->multiply(); }), settings_.n_rounds));
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

  static void print_line(const std::string& name, const Goal& goal, const Comparison& result,
                         double factor = 1) {
    const auto wanted = [](double value) { return value > 0 ? fmt::format("{:g}", value) : ""; };
    fmt::print("{:<58}{:>9}{:>7}{:>10.3f}  {:<17}{:.3f}, {:.3f}\n", name, wanted(goal.at_least),
               wanted(goal.aim), result.ratio * factor,
               fmt::format("{:.3f} to {:.3f}", result.lower * factor, result.upper * factor),
               result.first * 1e3, result.second * 1e3);
    std::fflush(stdout);
  }

  Settings settings_;
};

}  // namespace

int run_ratios(int argc, char** argv) {
  Settings settings;
  CLI::App app("The table of docs/performance.md, 8 heads x 64", "ratios");
  app.add_option("--rounds", settings.n_rounds, "how often each line is measured");
  app.add_flag("--tiny", settings.is_tiny, "much smaller, to see that it works");
  CLI11_PARSE(app, argc, argv);
  settings.n_rounds = std::max(1, settings.n_rounds);
  Table(settings).print();
  return 0;
}

}  // namespace attn
