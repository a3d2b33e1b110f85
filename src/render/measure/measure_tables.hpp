#pragma once

#include <string>
#include <vector>

#include "measure/measure.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A series in a word or two: "kept fp64", "fused", "lstm". The dtype is said where it is
/// not that of the plan.
std::string label_of(const Series& series, const MeasurePlan& plan);

/// A rate in GFLOP/s, without the unit.
std::string rate_text(double flops_per_second, unsigned decimals);

/// Time, throughput, share of the ceiling and memory: a row for each number of tokens, a column for
/// each series.
std::vector<Table> tables_of(const Measurement& measurement);

/// Where one series becomes slower than another, measured beside counted.
Table crossover_table(const Measurement& measurement);

}  // namespace attn
