#pragma once

#include <string>

#include "trace/table.hpp"

namespace attn {

/// The largest binary unit that goes into a number of bytes: B, KiB, MiB, GiB, … YiB.
/// Give the largest number of a column, so that all its numbers can be compared.
Unit binary_unit_for(const Count& largest);

/// The largest decimal unit that goes into it: "FLOP", "kFLOP", "MFLOP", … "QFLOP".
Unit decimal_unit_for(const Count& largest, const std::string& base);

/// A count in a unit, rounded from the exact number (half a digit away from zero): "12.551".
///
/// Where the unit is one there is nothing to round, so the number is whole. What is not zero never
/// prints as zero: "<.001".
std::string in_unit(const Count& count, const Unit& unit, unsigned decimals = 3);

/// A cell of a table that shows a count in a unit, without decimals where nothing is rounded.
cell::Quantity quantity_cell(const Count& count, const Unit& unit, unsigned decimals = 3);

/// The same as text: "12.551 GiB", "512 KiB".
std::string with_unit(const Count& count, const Unit& unit, unsigned decimals = 3);

}  // namespace attn
