// Measured times as a report.
#pragma once

#include <string>

#include "measure/measure.hpp"
#include "render/report/report.hpp"

namespace attn {

/// A measurement: the machine, time against tokens as a picture, a table for each thing that was
/// measured, and where one way overtakes another, measured beside counted. JSON of schema
/// attn.measure/1: "machine", "ceilings", "points" with median_seconds, flops, flops_per_second,
/// share_of_ceiling and peak_extra_bytes (null where the system does not tell), "left_out", and
/// "crossovers", each "measured" beside "counted".
Report measure_report(const Measurement& measurement);

/// A series in a word or two: "kept fp64", "fused", "lstm". The dtype is said where it is
/// not that of the plan.
std::string label_of(const Series& series, const MeasurePlan& plan);

}  // namespace attn
