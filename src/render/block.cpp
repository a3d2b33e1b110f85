#include "render/block.hpp"

#include <algorithm>

namespace attn {

Block beside(const std::vector<Block>& blocks, unsigned gap) {
  Block result;
  std::size_t height = 0;
  for (const Block& block : blocks) height = std::max(height, block.lines.size());
  result.lines.resize(height);
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const std::string space(i == 0 ? 0 : gap, ' ');
    for (std::size_t line = 0; line < height; ++line)
      result.lines[line] +=
          space + (line < blocks[i].lines.size() ? blocks[i].lines[line]
                                                 : std::string(blocks[i].width, ' '));
    result.width += blocks[i].width + static_cast<unsigned>(space.size());
  }
  return result;
}

}  // namespace attn
