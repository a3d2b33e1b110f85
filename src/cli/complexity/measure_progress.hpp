#pragma once

#include <string>

#include "measure/measure.hpp"
#include "render/layout.hpp"

namespace attn {

/// How far a measurement is, on one line that fits: "measuring  ⣿⣿⣿⣀⣀⣀  12 of 43  n 1,024  lstm".
std::string progress_line(const MeasureStep& step, const MeasurePlan& plan, const Layout& layout);

/// Measures on this machine. Where standard error is a terminal, a line there says how far it is,
/// and is erased at the end, by an error and by Ctrl-C; elsewhere one line says that it has begun.
/// Errors: those of measured()
Measurement measured_with_progress(const MeasurePlan& plan, const Layout& layout);

}  // namespace attn
