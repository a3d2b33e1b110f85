#include "render/learning/weight_pair.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "base/message.hpp"
#include "render/matrix/grid.hpp"
#include "render/matrix/stage_grid.hpp"
#include "render/text/lines.hpp"
#include "render/trace/stage_text.hpp"

namespace attn {
namespace {

constexpr unsigned kBetweenPair = 4;
constexpr int kPairDecimals = 2;
constexpr arma::uword kMostNumbers = 12;  // more are looked at, not read

enum class PairLook { numbers, shades, tones };

Grid pair_grid(const Stage& stage, const Layout& layout, PairLook look) {
  if (look == PairLook::tones) return heat_grid(stage, layout, HeatCell::one_column);
  if (look == PairLook::shades) return heat_grid(stage, layout, HeatCell::two_columns);
  return layout.paints_heat() ? numbers_and_heat_grid(stage, layout) : numbers_grid(stage, layout);
}

struct Pair {
  const Stage &before, &after;
};

std::vector<Grid> grids_of(const Pair& pair, const Layout& layout, PairLook look) {
  std::vector<Grid> grids{pair_grid(pair.before, layout, look),
                          pair_grid(pair.after, layout, look)};
  grids[0].title = translated("before");
  grids[1].title = translated("after");
  return grids;
}

bool is_whole(const Grid& grid, const Fit& fit) {
  return fit.shows_all_cols() && fit.shows_all_rows() && fit.precision == grid.precision;
}

// Both in one line; nothing where they do not fit whole.
std::optional<Block> abreast(std::vector<Grid> grids, const Layout& layout, unsigned width) {
  grids[1].row_labels.clear();  // those of the left one serve both
  std::vector<Block> blocks;
  for (const Grid& grid : grids) {
    const Fit fit = fit_grid(grid, width, layout.max_rows);
    if (!is_whole(grid, fit)) return std::nullopt;
    blocks.push_back(draw_grid(grid, fit, layout));
  }
  const Block block = beside(blocks, kBetweenPair);
  if (block.width > width) return std::nullopt;
  return block;
}

std::string one_below_the_other(const std::vector<Grid>& grids, const Layout& layout,
                                unsigned width) {
  std::string text;
  for (const Grid& grid : grids)
    text +=
        (text.empty() ? "" : "\n") +
        block_text(draw_grid(grid, fit_grid(grid, width, layout.max_rows), layout), kMatrixIndent);
  return text;
}

bool all_fit(const std::vector<Grid>& grids, const Layout& layout, unsigned width) {
  return std::all_of(grids.begin(), grids.end(), [&](const Grid& grid) {
    return is_whole(grid, fit_grid(grid, width, layout.max_rows));
  });
}

std::vector<PairLook> looks_for(const Stage& stage) {
  std::vector<PairLook> looks{PairLook::numbers, PairLook::shades, PairLook::tones};
  if (stage.value.n_cols > kMostNumbers) looks.erase(looks.begin());
  return looks;
}

std::string legend_of(const Stage& stage, const Layout& layout, PairLook look) {
  if (layout.explain == 0) return "";
  if (layout.paints_heat()) return "\n" + colors_legend(stage, layout);
  if (look == PairLook::numbers) return "";
  return "\n" +
         (look == PairLook::tones ? tones_legend(stage, layout) : shades_legend(stage, layout));
}

}  // namespace

std::string weight_pair_text(const Stage& before, const Stage& after, const Layout& layout) {
  const Pair pair{before, after};
  Layout own = layout;
  own.max_rows = kHeatRows;
  if (!layout.precision_is_given) own.precision = kPairDecimals;
  const unsigned width = layout.width - kMatrixIndent;
  const std::vector<PairLook> looks = looks_for(after);
  for (const PairLook look : looks)
    if (const auto block = abreast(grids_of(pair, own, look), own, width))
      return block_text(*block, kMatrixIndent) + legend_of(after, own, look);
  for (const PairLook look : looks) {
    const std::vector<Grid> grids = grids_of(pair, own, look);
    if (look != PairLook::tones && !all_fit(grids, own, width)) continue;
    return one_below_the_other(grids, own, width) + legend_of(after, own, look);
  }
  return "";
}

}  // namespace attn
