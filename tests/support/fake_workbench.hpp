#pragma once

#include "measure/measure.hpp"

namespace attn {

/// A machine that always takes the same time: 100 GFLOP/s at best in fp64 and 200 in fp32, half of
/// it in fused attention, a tenth in stages kept, and 50 GFLOP/s in recurrent layers; the memory of
/// what MeasurePlan says. It runs nothing.
Workbench fake_workbench(std::uint64_t available_bytes = std::uint64_t{1} << 40U);

/// What it measures with d_model 512, 8 heads, 64 to 2,048 tokens.
Measurement fake_measurement(const MeasurePlan& plan = {.tokens = {64, 128, 256, 512, 1024, 2048},
                                                        .n_threads = 2});

}  // namespace attn
