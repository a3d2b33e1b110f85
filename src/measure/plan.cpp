#include "measure/plan.hpp"

#include <stdexcept>

#include "costs/layers/layers.hpp"

namespace attn {
namespace {

constexpr std::uint64_t kBitsOfByte = 8;

const char* layer_of(Workload workload) {
  switch (workload) {
    case Workload::mha:
    case Workload::rnn:
    case Workload::lstm:
      return id_of(workload);
    default:
      return "sdpa";
  }
}

LayerCosts costs_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  const std::string name = layer_of(series.workload);
  LayerSizes sizes = plan.sizes;
  sizes.n_tokens = n_tokens;
  sizes.causal = series.causal;
  sizes.dtype = {word_of(series.dtype), kBitsOfByte * bytes_of(series.dtype)};
  for (const Layer& layer : all_layers())
    if (layer.name == name) return costs_of_layer(layer, sizes);
  throw std::out_of_range("no such layer: " + name);
}

}  // namespace

const char* word_of(RealType dtype) { return name_in(kRealTypes, dtype); }

std::uint64_t bytes_of(RealType dtype) {
  return dtype == RealType::fp32 ? sizeof(float) : sizeof(double);
}

const char* id_of(Workload workload) {
  switch (workload) {
    case Workload::stages_kept:
      return "stages_kept";
    case Workload::fused:
      return "fused";
    case Workload::fused_causal:
      return "fused_causal";
    case Workload::mha:
      return "mha";
    case Workload::rnn:
      return "rnn";
    case Workload::lstm:
      return "lstm";
  }
  return "";
}

std::uint64_t MeasurePlan::d_head() const {
  return sizes.d_head.value_or(sizes.d_model / sizes.n_heads);
}

std::uint64_t MeasurePlan::n_kv_heads() const { return sizes.n_kv_heads.value_or(sizes.n_heads); }

std::uint64_t MeasurePlan::d_hidden() const { return sizes.d_hidden.value_or(sizes.d_model); }

std::vector<Series> series_of(const MeasurePlan& plan) {
  const bool causal = plan.causal;
  std::vector<Series> series{{Workload::stages_kept, RealType::fp64, causal},
                             {Workload::fused, RealType::fp64, causal}};
  if (plan.dtype != RealType::fp64) series.push_back({Workload::fused, plan.dtype, causal});
  if (!causal) series.push_back({Workload::fused_causal, plan.dtype, true});
  series.push_back({Workload::mha, plan.dtype, causal});
  series.push_back({Workload::rnn, plan.dtype});
  series.push_back({Workload::lstm, plan.dtype});
  return series;
}

Count flops_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  return total_of(flops_of(costs_of(series, plan, n_tokens)));
}

Count bytes_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens) {
  const LayerSizes& sizes = plan.sizes;
  const Count rows = count_of(n_tokens) * count_of(sizes.n_batch);
  const Count d_queries = count_of(sizes.n_heads) * count_of(plan.d_head());
  const Count d_keys = count_of(plan.n_kv_heads()) * count_of(plan.d_head());
  const Count d_model = count_of(sizes.d_model), d_hidden = count_of(plan.d_hidden());
  const Count queries = rows * d_queries, keys_values = 2 * rows * d_keys;
  const Count tokens = rows * d_model, states = rows * d_hidden;
  const Count recurrent_weights = (d_model + d_hidden) * d_hidden;  // of one gate
  constexpr unsigned kGates = 4, kStates = 2, kTransposed = 2;
  // Scores, scaled, weights; and masked where there is a mask, itself a byte a cell.
  const unsigned n_stages = series.causal ? 4 : 3;
  const Count cells = rows * count_of(n_tokens);
  Count numbers = 0, bytes = 0;
  switch (series.workload) {
    case Workload::stages_kept:
      numbers = 3 * queries + keys_values + n_stages * cells * count_of(sizes.n_heads);
      if (series.causal) bytes = count_of(n_tokens) * count_of(n_tokens);
      break;
    case Workload::fused:
    case Workload::fused_causal:
      numbers = 2 * queries + keys_values;
      break;
    case Workload::mha:
      numbers = 2 * queries + keys_values + 2 * tokens + 2 * d_model * (d_queries + d_keys);
      break;
    case Workload::rnn:
      numbers = tokens + kTransposed * states + recurrent_weights;
      break;
    case Workload::lstm:
      numbers = tokens + (kGates + kTransposed * kStates) * states + kGates * recurrent_weights;
      break;
  }
  return bytes + numbers * count_of(bytes_of(series.dtype));
}

std::vector<SeriesPair> pairs_of(const MeasurePlan& plan) {
  const bool causal = plan.causal;
  const Series fused{Workload::fused, plan.dtype, causal};
  const Series mha{Workload::mha, plan.dtype, causal};
  const Series rnn{Workload::rnn, plan.dtype}, lstm{Workload::lstm, plan.dtype};
  return {
      {{Workload::stages_kept, RealType::fp64, causal}, {Workload::fused, RealType::fp64, causal}},
      {fused, rnn},
      {fused, lstm},
      {mha, rnn},
      {mha, lstm}};
}

Crossover counted_crossover(const SeriesPair& pair, const MeasurePlan& plan) {
  const auto counted = [&plan](const Series& series) {
    return [&plan, &series](std::uint64_t n_tokens) { return flops_of(series, plan, n_tokens); };
  };
  return crossovers_of(counted(pair.left), counted(pair.right)).back();
}

}  // namespace attn
