#pragma once

#include <vector>

#include "render/drawing/drawing.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// Whether a stage is a product of what was computed, and not of parameters.
bool is_product_of_computed(const Trace& trace, const Stage& stage);

/// How a result comes about, as equations below one another: Q · Kᵀ = S, what makes weights of it,
/// and A · V = O. Nothing where there is no such way, or no room for one of the equations.
struct Equations {
  std::vector<Drawing> rows{};
  std::vector<const Stage*> stages{};  ///< those that are drawn, for their legends
};
Equations equations_of(const Trace& trace, const Layout& layout, double width);

}  // namespace attn
