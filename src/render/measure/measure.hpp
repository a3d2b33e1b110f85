// Measured times: screens, JSON, TSV.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "measure/measure.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A measurement as one JSON object of schema attn.measure/1: "machine", "ceilings", "points" with
/// median_seconds, flops, flops_per_second, share_of_ceiling and peak_extra_bytes (null where the
/// system does not tell), "left_out", and "crossovers", each "measured" beside "counted".
nlohmann::ordered_json measure_json(const Measurement& measurement);

/// The same numbers as tab-separated records: section, series, dtype, tokens, name, value,
/// unit.
std::string measure_records(const Measurement& measurement);

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

/// What was measured, at which sizes, and what the machine reaches at most, in sentences.
std::string measured_sizes(const Measurement& measurement);

/// What was left out, and why.
std::vector<std::string> notes_of(const Measurement& measurement);

/// A measurement as a screen: the machine, time against tokens as a picture, a table for each thing
/// that was measured, and where one way overtakes another, measured beside counted.
std::string measure_text(const Measurement& measurement, const Layout& layout);

}  // namespace attn
