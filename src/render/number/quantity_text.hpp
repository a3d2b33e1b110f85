#pragma once

#include <string>

#include "costs/formula/count.hpp"

namespace attn {

/// What numbers on the screen are counted in: a name and how many of the base it stands for.
struct Unit {
  std::string name;  ///< "GiB", "TFLOP"; beyond the last prefix "10^33 FLOP"
  Count size = 1;    ///< 1,073,741,824
};

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

/// The same followed by the unit: "12.551 GiB", and "512 KiB" where nothing is rounded.
std::string with_unit(const Count& count, const Unit& unit, unsigned decimals = 3);

}  // namespace attn
