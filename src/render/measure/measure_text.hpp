#pragma once

#include <string>
#include <vector>

#include "measure/measure.hpp"
#include "render/layout.hpp"

namespace attn {

/// What was measured, at which sizes, and what the machine reaches at most, in sentences.
std::string measured_sizes(const Measurement& measurement);

/// What was left out, and why.
std::vector<std::string> notes_of(const Measurement& measurement);

/// A measurement as a screen: the machine, time against tokens as a picture, a table for each thing
/// that was measured, and where one way overtakes another, measured beside counted.
std::string measure_text(const Measurement& measurement, const Layout& layout);

}  // namespace attn
