#pragma once

#include <string>
#include <vector>

#include "render/matrix/grid.hpp"
#include "render/matrix/matrix_view.hpp"
#include "trace/trace.hpp"

namespace attn {

// How a stage of permissions, 1 where a query may attend to a key, is drawn and read.

/// The stage as a grid: # where a query may attend, the letter of the reason where it may not, and
/// beside each row how many keys are allowed. Where its columns do not all fit into `width`, the
/// cells touch.
Grid permission_grid(const Stage& stage, const Layout& layout, unsigned width);

/// A mark in such a grid, "#" or a letter, and what it means: "the future: 6", with how many cells
/// have it.
struct PermissionMark {
  std::string mark;
  bool is_open = false;
  std::string meaning;
};

/// Those that the stage has, the open one first.
std::vector<PermissionMark> permission_marks(const Stage& stage);

/// What # and each letter mean, and how many cells have it.
std::string permission_legend(const Stage& stage, const Layout& layout);

/// Why one cell is open or blocked: `"sat" may not attend to "<s>": outside the window of 3.`
std::string permission_sentence(const Stage& stage, Cell cell);

}  // namespace attn
