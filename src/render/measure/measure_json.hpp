#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "measure/measure.hpp"

namespace attn {

/// A measurement as one JSON object of schema attn.measure/1: "machine", "ceilings", "points" with
/// median_seconds, flops, flops_per_second, share_of_ceiling and peak_extra_bytes (null where the
/// system does not tell), "left_out", and "crossovers", each "measured" beside "counted".
nlohmann::ordered_json measure_json(const Measurement& measurement);

/// The same numbers as tab-separated records: section, series, dtype, tokens, name, value,
/// unit.
std::string measure_records(const Measurement& measurement);

}  // namespace attn
