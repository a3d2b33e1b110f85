#pragma once

#include <optional>

#include "render/drawing/drawing.hpp"
#include "render/layout.hpp"
#include "trace/trace.hpp"

namespace attn {

/// No more words are linked by arcs.
constexpr arma::uword kMostArcWords = 100;

/// The words of a stage and arcs from queries to the keys that stand out for them, the thicker the
/// larger. On one line, to earlier words above and to later ones below, or in a column where they
/// are too many, and without their values where these would take too much room; of two sentences
/// queries stand at the left and keys at the right.
Drawing arcs_drawing(const Stage& stage, const Layout& layout, double width,
                     std::optional<arma::uword> row = {});

}  // namespace attn
