#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace attn {

/// A matrix as a picture of a few dots, so small that a hundred stand on a screen.
struct Sketch {
  std::string name{};     ///< "4.11"
  std::string caption{};  ///< a few letters below it: "p.97"
  std::size_t n_rows = 0, n_cols = 0;
  std::vector<bool> dots{};  ///< row by row, from the top
};

/// Sketches that belong together: those of a layer.
struct SketchRow {
  std::string name{};  ///< "4"; "" where each sketch has a whole name of its own
  std::vector<Sketch> sketches{};
};

/// A sheet of sketches, and what is said above and below it.
struct SketchSheet {
  std::string title{};
  std::vector<SketchRow> rows{};
  std::string note{};
};

}  // namespace attn
