#include "render/picture/flow_drawing.hpp"

#include <algorithm>

#include "render/text/display_width.hpp"

namespace attn {
namespace {

constexpr unsigned kBetweenBoxes = 2;

unsigned width_of_box(const FlowBox& box) {
  unsigned width = 1;
  for (const std::string& line : box.lines) width = std::max(width, display_width(line));
  return width;
}

// Where the boxes of a rank begin, and the columns in which lines reach them. The lines to the
// first box and to the last are equally far from the middle of the drawing.
struct RankPlaces {
  std::vector<unsigned> starts, joints;

  RankPlaces(const FlowRank& rank, unsigned width) {
    unsigned at = 0;
    for (const FlowBox& box : rank) {
      const unsigned own = width_of_box(box);
      starts.push_back(at);
      if (!box.is_gap) joints.push_back(at + own / 2);
      at += own + kBetweenBoxes;
    }
    const unsigned shift = width / 2 - (joints.front() + joints.back() + 1) / 2;
    for (unsigned& start : starts) start += shift;
    for (unsigned& joint : joints) joint += shift;
  }
};

std::string marks_at(const std::vector<unsigned>& columns, char mark, unsigned width) {
  std::string line(width, ' ');
  for (const unsigned column : columns) line[column] = mark;
  return line;
}

// A line from the first of all joints to the last; its ends turn up or down.
std::string bus(const std::vector<unsigned>& above, const std::vector<unsigned>& below,
                unsigned width) {
  std::vector<unsigned> all = above;
  all.insert(all.end(), below.begin(), below.end());
  const auto [first, last] = std::minmax_element(all.begin(), all.end());
  std::string line(width, ' ');
  std::fill(line.begin() + *first, line.begin() + *last + 1, '-');
  for (const unsigned column : all) line[column] = '+';
  return line;
}

void join(Block& block, const std::vector<unsigned>& above, const std::vector<unsigned>& below) {
  block.lines.push_back(marks_at(above, '|', block.width));
  if (above != below) block.lines.push_back(bus(above, below, block.width));
  block.lines.push_back(marks_at(below, 'v', block.width));
}

void add_rank(Block& block, const FlowRank& rank) {
  const RankPlaces places(rank, block.width);
  std::size_t height = 0;
  for (const FlowBox& box : rank) height = std::max(height, box.lines.size());
  for (std::size_t i = 0; i < height; ++i) {
    std::string line;
    for (std::size_t k = 0; k < rank.size(); ++k) {
      if (i >= rank[k].lines.size()) continue;
      const std::string& text = rank[k].lines[i];
      const unsigned free = width_of_box(rank[k]) - display_width(text);
      line = pad_right(line, places.starts[k] + free / 2) + text;
    }
    block.lines.push_back(pad_right(line, block.width));
  }
}

}  // namespace

unsigned width_of(const FlowRank& rank) {
  unsigned width = 0;
  for (const FlowBox& box : rank) width += (width == 0 ? 0 : kBetweenBoxes) + width_of_box(box);
  return width;
}

Block draw_flow(const std::vector<FlowRank>& ranks) {
  Block block;
  for (const FlowRank& rank : ranks) block.width = std::max(block.width, width_of(rank) + 2);
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (i > 0)
      join(block, RankPlaces(ranks[i - 1], block.width).joints,
           RankPlaces(ranks[i], block.width).joints);
    add_rank(block, ranks[i]);
  }
  return block;
}

}  // namespace attn
