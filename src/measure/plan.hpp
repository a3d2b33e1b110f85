#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "costs/compare/compare.hpp"
#include "costs/layers/layers.hpp"

namespace attn {

enum class RealType { fp32, fp64 };
inline constexpr Named<RealType> kRealTypes[] = {{RealType::fp32, "fp32"},
                                                 {RealType::fp64, "fp64"}};

/// "fp32"
const char* word_of(RealType dtype);

/// Units:   bytes of one number
std::uint64_t bytes_of(RealType dtype);

/// What is timed: attention from queries, keys and values with every stage kept as the trace keeps
/// them, or fused; fused attention between its projections; recurrent layers.
enum class Workload { stages_kept, fused, fused_causal, mha, rnn, lstm };

/// One way to compute, over all numbers of tokens.
struct Series {
  Workload workload = Workload::fused;
  RealType dtype = RealType::fp64;
  bool causal = false;

  bool operator==(const Series&) const = default;
};

/// "stages_kept": what machine output calls it.
const char* id_of(Workload workload);

/// What is measured, at which sizes.
struct MeasurePlan {
  LayerSizes sizes;                   ///< those of all layers; n_tokens is taken from `tokens`
  std::vector<std::uint64_t> tokens;  ///< rising
  RealType dtype = RealType::fp32;
  bool causal = false;     ///< all attention is causal, not only one series more
  unsigned n_threads = 1;  ///< of our own, and of the BLAS

  std::uint64_t d_head() const;
  std::uint64_t n_kv_heads() const;
  std::uint64_t d_hidden() const;
};

/// What a plan measures. Stages are kept in double, as attn shows them, and so fused attention is
/// measured in double too, and in the dtype of the plan if that is another one.
std::vector<Series> series_of(const MeasurePlan& plan);

/// The matrix products of a series for that many tokens, as costs/ counts them; pairs that a causal
/// mask leaves are counted exactly.
///
/// Units:   FLOP
/// Errors:  InputError if d_model cannot be split into the heads.
Count flops_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens);

/// The least memory it takes: what it is given, weights among it, the result, and what has to be
/// kept on the way: stages with a row for each query and a column for each key, or gates.
///
/// Units:   bytes
Count bytes_of(const Series& series, const MeasurePlan& plan, std::uint64_t n_tokens);

/// Two series to compare, the one first that becomes the slower one.
struct SeriesPair {
  Series left, right;

  bool operator==(const SeriesPair&) const = default;
};

/// What there is to compare: stages kept with fused, attention and a layer of it with recurrent
/// layers.
std::vector<SeriesPair> pairs_of(const MeasurePlan& plan);

/// Where the counts of two series cross, the last place if there are several.
Crossover counted_crossover(const SeriesPair& pair, const MeasurePlan& plan);

}  // namespace attn
