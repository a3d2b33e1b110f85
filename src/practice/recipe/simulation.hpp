#pragma once

#include <cstdint>

#include "practice/recipe/worksheet.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The table that a simulation makes: a row for each value it runs through, each cell from numbers
/// of its own. The same seed draws the same numbers.
///
/// Errors:  InputError if the exercise has no simulation, or a column is not a single number.
Table simulation_table(const Exercise& exercise, Worksheet& worksheet, std::uint32_t seed);

}  // namespace attn
