#include "measure/workload.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

#include "base/system.hpp"
#include "core/attention.hpp"
#include "core/heads.hpp"
#include "core/mask.hpp"
#include "core/recurrent.hpp"
#include "costs/costs.hpp"
#include "kernels/fused_attention.hpp"
#include "kernels/machine.hpp"

#ifdef __linux__
#include <malloc.h>
#endif

namespace attn {

namespace {

using Run = std::function<void()>;

template <class Real>
arma::Mat<Real> normal_numbers(arma::uword n_rows, arma::uword n_cols) {
  return arma::randn<arma::Mat<Real>>(n_rows, n_cols);
}

// Weights that leave the variance as it is.
template <class Real>
arma::Mat<Real> normal_weights(arma::uword n_rows, arma::uword n_cols) {
  return normal_numbers<Real>(n_rows, n_cols) / std::sqrt(static_cast<Real>(n_rows));
}

HeadCounts heads_of(const MeasurePlan& plan) {
  return {.n_heads = plan.sizes.n_heads, .n_kv_heads = plan.n_kv_heads()};
}

FusedOptions options_of(const Series& series, const MeasurePlan& plan) {
  return {.heads = heads_of(plan),
          .scale = score_factor(plan.d_head()),
          .visible = {.causal = series.causal},
          .n_threads = plan.n_threads};
}

// The columns of the queries of all heads, and of their keys, or values.
std::uint64_t query_columns(const MeasurePlan& plan) { return plan.sizes.n_heads * plan.d_head(); }
std::uint64_t key_columns(const MeasurePlan& plan) { return plan.n_kv_heads() * plan.d_head(); }

// Queries, keys and values of all heads of one sequence.
template <class Real>
struct Given {
  arma::Mat<Real> Q, K, V;
};

template <class Real>
std::vector<Given<Real>> given_of(const MeasurePlan& plan, std::uint64_t n_tokens) {
  const std::uint64_t d_queries = query_columns(plan), d_keys = key_columns(plan);
  std::vector<Given<Real>> sequences;
  for (std::uint64_t i = 0; i < plan.sizes.n_batch; ++i)
    sequences.push_back({normal_numbers<Real>(n_tokens, d_queries),
                         normal_numbers<Real>(n_tokens, d_keys),
                         normal_numbers<Real>(n_tokens, d_keys)});
  return sequences;
}

// Every stage of every head, as a trace keeps them.
struct Stages {
  arma::mat query, key, value, scores, scaled, masked, weights, output;
};

Stages stages_of(const Given<double>& given, const HeadCounts& heads, arma::uword head,
                 const Mask* mask) {
  const arma::uword kv_head = kv_head_of(head, heads);
  Stages stages{.query = head_columns(given.Q, heads.n_heads, head),
                .key = head_columns(given.K, heads.n_kv_heads, kv_head),
                .value = head_columns(given.V, heads.n_kv_heads, kv_head)};
  stages.scores = attention_scores(stages.query, stages.key);
  stages.scaled = scaled_scores(stages.scores, stages.query.n_cols);
  if (mask) stages.masked = masked_scores(stages.scaled, *mask);
  stages.weights = softmax_rows(mask ? stages.masked : stages.scaled);
  stages.output = attention_output(stages.weights, stages.value);
  return stages;
}

Run stages_kept_run(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  const auto mask =
      series.causal ? std::make_shared<Mask>(causal_mask(n_tokens, n_tokens)) : nullptr;
  return [sequences = given_of<double>(plan, n_tokens), heads = heads_of(plan), mask,
          n_threads = plan.n_threads] {
    const BlasThreads threads(n_threads);
    std::vector<Stages> kept;
    for (const Given<double>& given : sequences) {
      std::vector<arma::mat> outputs;
      for (arma::uword head = 0; head < heads.n_heads; ++head) {
        kept.push_back(stages_of(given, heads, head, mask.get()));
        outputs.push_back(kept.back().output);
      }
      const arma::mat concat = concat_heads(outputs);
    }
  };
}

template <class Real>
Run fused_run(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  return [sequences = given_of<Real>(plan, n_tokens), options = options_of(series, plan)] {
    for (const Given<Real>& given : sequences) fused_attention(given.Q, given.K, given.V, options);
  };
}

template <class Real>
Run mha_run(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  const std::uint64_t d_model = plan.sizes.d_model;
  const std::uint64_t d_queries = query_columns(plan), d_keys = key_columns(plan);
  std::vector<arma::Mat<Real>> sequences;
  for (std::uint64_t i = 0; i < plan.sizes.n_batch; ++i)
    sequences.push_back(normal_numbers<Real>(n_tokens, d_model));
  return [sequences = std::move(sequences), options = options_of(series, plan),
          n_threads = plan.n_threads, W_Q = normal_weights<Real>(d_model, d_queries),
          W_K = normal_weights<Real>(d_model, d_keys), W_V = normal_weights<Real>(d_model, d_keys),
          W_O = normal_weights<Real>(d_queries, d_model)] {
    for (const arma::Mat<Real>& X : sequences)
      matrix_product(
          fused_attention(matrix_product(X, W_Q, n_threads), matrix_product(X, W_K, n_threads),
                          matrix_product(X, W_V, n_threads), options),
          W_O, n_threads);
  };
}

// What a recurrent layer is given.
template <class Real>
struct Recurrence {
  arma::Mat<Real> X;
  RecurrentWeights<Real> weights;
  arma::uword n_batch;
  bool is_lstm;

  void run(const arma::Mat<Real>& tokens, unsigned n_threads) const {
    const BlasThreads threads(n_threads);
    if (is_lstm)
      lstm_states(tokens, weights, n_batch);
    else
      rnn_states(tokens, weights, n_batch);
  }
};

// A step may be too little to be shared: all threads, or one where that is the faster way.
template <class Real>
unsigned better_threads(const Recurrence<Real>& layer, unsigned n_threads) {
  constexpr arma::uword kSteps = 32;
  const arma::Mat<Real> tokens =
      layer.X.head_rows(std::min<arma::uword>(layer.X.n_rows, kSteps * layer.n_batch));
  const auto seconds = [&](unsigned n) {
    constexpr TimingRules kQuick{.n_warm_ups = 1, .min_runs = 3, .min_seconds = 0};
    return timed([&] { layer.run(tokens, n); }, kQuick).median;
  };
  return n_threads > 1 && seconds(n_threads) < seconds(1) ? n_threads : 1;
}

template <class Real>
Run recurrent_run(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  const std::uint64_t d_model = plan.sizes.d_model, d_hidden = plan.d_hidden();
  const std::uint64_t n_batch = plan.sizes.n_batch;
  const bool is_lstm = series.workload == Workload::lstm;
  const std::uint64_t n_columns =
      n_gates_of(is_lstm ? RecurrentCell::lstm : RecurrentCell::rnn) * d_hidden;
  Recurrence<Real> layer{.X = normal_numbers<Real>(n_tokens * n_batch, d_model),
                         .weights = {.W_ih = normal_weights<Real>(d_model, n_columns),
                                     .W_hh = normal_weights<Real>(d_hidden, n_columns),
                                     .b_ih = {},
                                     .b_hh = {}},
                         .n_batch = n_batch,
                         .is_lstm = is_lstm};
  const unsigned n_threads = better_threads(layer, plan.n_threads);
  return [layer = std::move(layer), n_threads] { layer.run(layer.X, n_threads); };
}

template <class Real>
Run run_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  switch (series.workload) {
    case Workload::stages_kept:
      return stages_kept_run(series, plan, n_tokens);
    case Workload::fused:
    case Workload::fused_causal:
      return fused_run<Real>(series, plan, n_tokens);
    case Workload::mha:
      return mha_run<Real>(series, plan, n_tokens);
    case Workload::rnn:
    case Workload::lstm:
      return recurrent_run<Real>(series, plan, n_tokens);
  }
  return {};
}

}  // namespace

std::function<void()> workload_of(const Series& series, const MeasurePlan& plan,
                                  std::uint64_t n_tokens) {
  return series.dtype == RealType::fp32 ? run_of<float>(series, plan, n_tokens)
                                        : run_of<double>(series, plan, n_tokens);
}

namespace {

std::optional<std::uint64_t> read_bytes(const char* file, const std::string& name) {
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  return proc_bytes(text, name);
}

// From now on the high-water mark counts anew.
bool reset_high_water_mark() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::ofstream clear("/proc/self/clear_refs");
  clear << "5" << std::flush;
  return clear.good();
}

}  // namespace

std::optional<std::uint64_t> peak_extra_bytes(const std::function<void()>& run) {
  constexpr const char* kStatus = "/proc/self/status";
  const bool is_reset = reset_high_water_mark();
  const std::optional<std::uint64_t> before = read_bytes(kStatus, "VmRSS");
  run();
  const std::optional<std::uint64_t> most = read_bytes(kStatus, "VmHWM");
  if (!is_reset || !before || !most) return std::nullopt;
  return *most > *before ? *most - *before : 0;
}

std::optional<std::uint64_t> available_bytes() {
  return read_bytes("/proc/meminfo", "MemAvailable");
}

}  // namespace attn
