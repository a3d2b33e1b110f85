#pragma once

#include <string>

#include "render/matrix/matrix_view.hpp"
#include "render/number/hand_number.hpp"
#include "trace/trace.hpp"

namespace attn {

/// The cell that is spelled out, and what it may be made from.
struct CellAtHand {
  const Trace& trace;
  const Stage& stage;
  Cell cell;
  HandNumber& write;
};

// The steps that lead to a cell, for each rule of trace/position_rules.hpp:
// "sin(3 / 10000^(2/8)) = sin(0.3)".
std::string steps_of(const Sinusoid& rule, const CellAtHand& at);
std::string steps_of(const Angle& rule, const CellAtHand& at);
std::string steps_of(const Wavelength& rule, const CellAtHand& at);
std::string steps_of(const Trigonometric& rule, const CellAtHand& at);
std::string steps_of(const Rotation& rule, const CellAtHand& at);
std::string steps_of(const Slope& rule, const CellAtHand& at);
std::string steps_of(const Sum& rule, const CellAtHand& at);
std::string steps_of(const Part& rule, const CellAtHand& at);
std::string steps_of(const Pooling& rule, const CellAtHand& at);
std::string steps_of(const Alignment& rule, const CellAtHand& at);

}  // namespace attn
