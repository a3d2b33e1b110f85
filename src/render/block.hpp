#pragma once

#include <string>
#include <vector>

namespace attn {

/// A rectangle of text: every line takes the same number of columns (escapes not counted).
struct Block {
  std::vector<std::string> lines;
  unsigned width = 0;
};

/// Blocks side by side, their tops aligned, `gap` columns apart.
Block beside(const std::vector<Block>& blocks, unsigned gap);

}  // namespace attn
