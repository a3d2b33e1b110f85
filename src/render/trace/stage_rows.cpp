#include "render/trace/stage_rows.hpp"

#include <algorithm>
#include <optional>
#include <tuple>

#include "base/text.hpp"
#include "render/text/display_width.hpp"
#include "render/trace/stage_text.hpp"

namespace attn {
namespace {

constexpr unsigned kBetweenStages = 2;    // and the indent of each
constexpr unsigned kNarrowestPanel = 44;  // sentences in fewer columns are more line ends than text
constexpr unsigned kNarrowestWithArithmetic = 76;

std::string panel_text(const Trace& trace, const StagePanel& panel, const Layout& layout) {
  return stage_text(trace, *panel.stage, layout, {}, panel.with_matrix);
}

unsigned widest_line(const std::string& text) {
  unsigned width = 0;
  for (const std::string_view line : split(text, '\n'))
    width = std::max(width, visible_width(line));
  return width;
}

// The columns that a stage needs: those of its heading and its matrix. What is said about them is
// wrapped.
unsigned needed_width(const Trace& trace, const StagePanel& panel, const Layout& layout) {
  Layout bare = layout;
  bare.explain = 0;
  bare.arithmetic = false;
  const unsigned least = layout.arithmetic ? kNarrowestWithArithmetic : kNarrowestPanel;
  return std::clamp(widest_line(panel_text(trace, panel, bare)), least, layout.width);
}

// Queries and keys on the two sides, not numbers that describe a token.
bool is_pairwise(const Stage& stage) {
  return !stage.rows.labels.empty() && !stage.cols.labels.empty();
}

// Whether two neighbours may share a line: projections, or steps from scores to weights, of one
// head, or the same stage of two.
bool belong_together(const Stage& a, const Stage& b) {
  return is_pairwise(a) == is_pairwise(b) && (a.group == b.group || a.id == b.id);
}

// How good a division into lines is; the least is the best. As few lines as there can be, but one
// more rather than what was given beside what was computed; then lines of like width.
struct DivisionCost {
  std::size_t n_lines = 0, n_mixed = 0;
  unsigned widest = 0;

  bool operator<(const DivisionCost& other) const {
    const auto key = [](const DivisionCost& cost) {
      return std::tuple(cost.n_lines + cost.n_mixed, cost.n_mixed, cost.widest);
    };
    return key(*this) < key(other);
  }
};

class StageLines {
 public:
  StageLines(const std::vector<StagePanel>& panels, const std::vector<unsigned>& widths,
             unsigned room)
      : panels_(panels), widths_(widths), room_(room) {}

  // The place after the last panel of each line.
  std::vector<std::size_t> ends() const {
    std::vector<std::optional<DivisionCost>> best(panels_.size() + 1);
    std::vector<std::size_t> first(panels_.size() + 1, 0);
    best[0] = DivisionCost{};
    for (std::size_t end = 1; end <= panels_.size(); ++end)
      for (std::size_t from = end; from-- > 0;) {
        if (!may_share(from, end)) break;
        const DivisionCost cost = with_line(*best[from], from, end);
        if (best[end] && !(cost < *best[end])) continue;
        best[end] = cost;
        first[end] = from;
      }
    std::vector<std::size_t> ends;
    for (std::size_t end = panels_.size(); end > 0; end = first[end]) ends.push_back(end);
    std::reverse(ends.begin(), ends.end());
    return ends;
  }

 private:
  bool may_share(std::size_t from, std::size_t end) const {
    if (end == from + 1) return true;
    return belong_together(*panels_[from].stage, *panels_[from + 1].stage) &&
           width(from, end) <= room_;
  }

  unsigned width(std::size_t from, std::size_t end) const {
    unsigned used = 0;
    for (std::size_t i = from; i < end; ++i) used += widths_[i] + (i > from ? kBetweenStages : 0);
    return used;
  }

  DivisionCost with_line(DivisionCost before, std::size_t from, std::size_t end) const {
    const auto is_given = [](const StagePanel& panel) {
      return std::holds_alternative<Given>(panel.stage->rule);
    };
    const auto n_given = std::count_if(panels_.begin() + static_cast<long>(from),
                                       panels_.begin() + static_cast<long>(end), is_given);
    const bool is_mixed = n_given > 0 && n_given < static_cast<long>(end - from);
    return {before.n_lines + 1, before.n_mixed + (is_mixed ? 1 : 0),
            std::max(before.widest, width(from, end))};
  }

  const std::vector<StagePanel>& panels_;
  const std::vector<unsigned>& widths_;
  unsigned room_;
};

// The lines of a stage: its heading and sentences, and what comes below them.
struct PanelLines {
  std::vector<std::string> head, body;
  unsigned width;
};

std::vector<std::string> panel_parts(std::string text) {
  if (text.empty()) return {};
  text.pop_back();  // the last line's end
  return split(text, '\n');
}

PanelLines lines_of_panel(const Trace& trace, const StagePanel& panel, const Layout& layout) {
  const std::string head = panel_text(trace, {panel.stage, false}, layout);
  return {panel_parts(head), panel_parts(panel_text(trace, panel, layout).substr(head.size())),
          layout.width};
}

// The panels of one line. What is left of it saves line ends in the sentences, from the left.
std::vector<PanelLines> lines_of_panels(const Trace& trace, const std::vector<StagePanel>& panels,
                                        const std::vector<unsigned>& widths, const Layout& layout) {
  unsigned left = layout.width + kBetweenStages;
  for (const unsigned width : widths) left -= width + kBetweenStages;
  std::vector<PanelLines> lines;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const unsigned wanted = widest_line(panel_text(trace, panels[i], layout));
    const unsigned more = std::min(left, wanted - std::min(wanted, widths[i]));
    left -= more;
    Layout own = layout;
    own.width = widths[i] + more;
    lines.push_back(lines_of_panel(trace, panels[i], own));
  }
  return lines;
}

// Matrices start on one line, however long the sentences above them are.
std::string side_by_side(std::vector<PanelLines> panels) {
  std::size_t n_head = 0;
  for (const PanelLines& panel : panels) n_head = std::max(n_head, panel.head.size());
  std::size_t height = 0;
  for (PanelLines& panel : panels) {
    panel.head.resize(n_head);
    panel.head.insert(panel.head.end(), panel.body.begin(), panel.body.end());
    height = std::max(height, panel.head.size());
  }
  while (height > 0 && std::all_of(panels.begin(), panels.end(), [height](const auto& panel) {
           return panel.head.size() < height || panel.head[height - 1].empty();
         }))
    --height;
  std::string text;
  for (std::size_t line = 0; line < height; ++line) {
    std::string row;
    unsigned start = 0;
    for (const PanelLines& panel : panels) {
      const bool is_there = line < panel.head.size() && !panel.head[line].empty();
      if (is_there) row += std::string(start - visible_width(row), ' ') + panel.head[line];
      start += panel.width + kBetweenStages;
    }
    text += row + "\n";
  }
  return text;
}

}  // namespace

std::string stage_rows_text(const Trace& trace, const std::vector<StagePanel>& panels,
                            const Layout& layout) {
  const bool is_wide = layout.width >= 2 * kNarrowestPanel + kBetweenStages;
  std::vector<unsigned> widths;
  for (const StagePanel& panel : panels)
    widths.push_back(is_wide ? needed_width(trace, panel, layout) : layout.width);

  std::string text;
  std::size_t first = 0;
  for (const std::size_t end : StageLines(panels, widths, layout.width).ends()) {
    if (first > 0) text += "\n";
    text += end == first + 1
                ? panel_text(trace, panels[first], layout)
                : side_by_side(lines_of_panels(trace,
                                               {panels.begin() + static_cast<long>(first),
                                                panels.begin() + static_cast<long>(end)},
                                               {widths.begin() + static_cast<long>(first),
                                                widths.begin() + static_cast<long>(end)},
                                               layout));
    first = end;
  }
  return text;
}

}  // namespace attn
