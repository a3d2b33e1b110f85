#pragma once

#include <string>

#include "render/trace/spelled_positions.hpp"
#include "trace/trace.hpp"

namespace attn {

// The steps that lead to a cell, for each rule of trace/gradient_rules.hpp:
// ".506⋅(2 − 1.506)". Empty for a cell that is blocked: there is nothing to work out.
std::string steps_of(const TotalLoss& rule, const CellAtHand& at);
std::string steps_of(const SquaredErrorLoss& rule, const CellAtHand& at);
std::string steps_of(const SquaredErrorSlope& rule, const CellAtHand& at);
std::string steps_of(const SoftmaxGradient& rule, const CellAtHand& at);
std::string steps_of(const SoftmaxJacobian& rule, const CellAtHand& at);
std::string steps_of(const SumOfProducts& rule, const CellAtHand& at);
std::string steps_of(const ColumnSums& rule, const CellAtHand& at);

}  // namespace attn
