#pragma once

#include <string>

#include "measure/measure.hpp"
#include "render/layout.hpp"

namespace attn {

/// A measurement as a screen: the machine, time against tokens as a picture, a table for each thing
/// that was measured, and where one way overtakes another, measured beside counted.
std::string measure_text(const Measurement& measurement, const Layout& layout);

}  // namespace attn
