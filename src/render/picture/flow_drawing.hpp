#pragma once

#include <string>
#include <vector>

#include "render/matrix/grid.hpp"

namespace attn {

/// One thing in a flow: a few lines of text.
struct FlowBox {
  std::vector<std::string> lines;
  bool is_gap = false;  ///< stands for boxes that are left out: no line leads there
};

/// What happens at the same time, from left to right.
using FlowRank = std::vector<FlowBox>;

/// The ranks below one another, joined by lines that part where one thing becomes several and meet
/// where several become one. It knows of no stage.
Block draw_flow(const std::vector<FlowRank>& ranks);

/// The columns that draw_flow needs for a rank.
unsigned width_of(const FlowRank& rank);

}  // namespace attn
