// Any cell as the arithmetic that a person does by hand.
#pragma once

#include <string>

#include "render/layout.hpp"
#include "render/matrix/matrix.hpp"
#include "render/text/number.hpp"
#include "trace/trace.hpp"

namespace attn {

/// What a cell is called: "S[sat, cat]". A place without a label goes by its number, from 0.
std::string cell_name(const Stage& stage, Cell cell);

/// How one cell came about, the way a person works it out by hand:
/// `S[sat, cat] = 2⋅0 + 1⋅1 + 2⋅2 + 1⋅0 = 5`. Behind a number that is rounded stands ≈, since a
/// calculator gives something near. Long sums are elided. Empty for a given matrix.
std::string spelled_out(const Trace& trace, const Stage& stage, Cell cell, const Layout& layout);

/// What ≈ says in lines that spell cells out: the numbers in them are rounded, the results are not
/// worked out from those. Empty where no line has one.
std::string note_on_rounding(const std::string& lines);

/// The cells spelled out one after another, row by row, wrapped and indented. After the first 144 a
/// line says how many there are.
std::string arithmetic_text(const Trace& trace, const Stage& stage, const Layout& layout,
                            unsigned indent);

/// The cell that is spelled out, and what it may be made from.
struct CellAtHand {
  const Trace& trace;
  const Stage& stage;
  Cell cell;
  HandNumber& write;
};

// The steps that lead to a cell, for each rule of trace/trace.hpp:
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

// The steps that lead to a cell, for each rule of trace/trace.hpp:
// ".506⋅(2 − 1.506)". Empty for a cell that is blocked: there is nothing to work out.
std::string steps_of(const TotalLoss& rule, const CellAtHand& at);
std::string steps_of(const SquaredErrorLoss& rule, const CellAtHand& at);
std::string steps_of(const SquaredErrorSlope& rule, const CellAtHand& at);
std::string steps_of(const SoftmaxGradient& rule, const CellAtHand& at);
std::string steps_of(const SoftmaxJacobian& rule, const CellAtHand& at);
std::string steps_of(const SumOfProducts& rule, const CellAtHand& at);
std::string steps_of(const ColumnSums& rule, const CellAtHand& at);

}  // namespace attn
