#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "render/layout.hpp"
#include "render/matrix/grid.hpp"

namespace attn {

/// A line from one word to another.
struct Arc {
  std::size_t from = 0, to = 0;  ///< places of words, not the same
  std::string value{};           ///< what is written on it
};

/// Words in a row and arcs between them. It knows of no stage.
struct ArcPicture {
  std::vector<std::string> words;
  std::vector<Arc> arcs;             ///< the first are the most important
  std::vector<std::string> remarks;  ///< beside each word where they stand below one another
};

/// A drawing, and which of the arcs stand in it: the first ones always go before the others.
struct ArcDrawing {
  Block block;
  std::size_t n_drawn = 0;
  bool has_remarks = false;
};

/// The words on one line, arcs to earlier words above it and arcs to later words below, each with
/// its value where that has room on it. Nothing where the words are too wide or the arcs too high.
std::optional<ArcDrawing> draw_on_a_line(const ArcPicture& picture, unsigned width);

/// The words below one another and the arcs as brackets at their right, as many as there is room
/// for; `<` marks the word where one arrives. The remarks stand at the right where all fit.
ArcDrawing draw_below_one_another(const ArcPicture& picture, const Layout& layout, unsigned width);

/// For each arc a lane such that no two arcs of a lane meet, short ones in the first lanes.
std::vector<std::size_t> lanes_of(const std::vector<Arc>& arcs);

}  // namespace attn
