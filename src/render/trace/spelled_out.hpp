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

}  // namespace attn
