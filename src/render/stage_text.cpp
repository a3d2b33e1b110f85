#include "render/stage_text.hpp"

#include "core/message.hpp"
#include "render/arithmetic.hpp"
#include "render/legend.hpp"
#include "render/lines.hpp"
#include "render/reading.hpp"
#include "render/stage_waves.hpp"

namespace attn {
namespace {

// "scores   S = Q Kᵀ   (query 4, key 4)"
std::string heading(const Stage& stage, const Layout& layout) {
  NamedLine line(stage_name(stage), layout);
  const bool is_computed = stage.formula != stage.symbol;
  line.append(in_glyphs(stage.formula, layout),
              is_computed ? Style::Kind::strong : Style::Kind::plain);
  line.append(stage_shape(stage), Style::Kind::quiet);
  if (!stage.remark.empty()) line.append(stage.remark, Style::Kind::quiet);
  return line.text();
}

// Under curves, a few rows of numbers are enough.
constexpr std::size_t kRowsUnderWaves = 6;

std::string matrix_text(const Trace& trace, const Stage& stage, const Layout& layout,
                        std::optional<Cell> selected) {
  const MatrixView view = matrix_view(trace, stage, layout, kMatrixIndent, selected);
  std::string text = block_text(view.block, kMatrixIndent);
  if (layout.explain > 0 && !view.side_block.lines.empty())
    text += "\n" + block_text(view.side_block, kMatrixIndent);
  std::string notes = left_out_legend(view, stage, layout);
  if (view.shows_swatches && layout.explain > 0) notes += shades_legend(stage, layout);
  if (layout.explain > 0) {
    notes += blocked_legend(stage, layout);
    if (const std::string reading = reading_of(stage, layout); !reading.empty())
      notes += footnote(translated("read as"), reading, layout);
  }
  return text + (notes.empty() ? "" : "\n" + notes);
}

}  // namespace

std::string stage_name(const Stage& stage) {
  return stage.group.empty() ? stage.id : stage.group + " " + stage.id;
}

std::string stage_shape(const Stage& stage) {
  return fmt::format("({} {}, {} {})", stage.rows.name, stage.value.n_rows, stage.cols.name,
                     stage.value.n_cols);
}

std::string stage_text(const Trace& trace, const Stage& stage, const Layout& layout,
                       std::optional<Cell> selected, bool with_matrix) {
  std::string text = heading(stage, layout);
  if (layout.explain > 0) text += paragraph(stage.note, layout);
  if (layout.explain > 1) text += paragraph(stage.detail, layout);
  if (!with_matrix) return text;

  text += "\n";
  const bool has_waves = layout.view ? layout.view == View::waves : draws_waves(stage);
  if (has_waves) text += waves_text(stage, layout, kMatrixIndent, selected);
  Layout below = layout;
  if (has_waves) below.max_rows = std::min(layout.max_rows, kRowsUnderWaves);
  if (layout.view != View::waves)
    text += (has_waves ? "\n" : "") + matrix_text(trace, stage, below, selected);
  if (layout.arithmetic && !selected)
    if (const std::string lines = arithmetic_text(trace, stage, layout, kNoteIndent);
        !lines.empty())
      text += "\n" + lines;
  return text;
}

std::string bare_matrix_text(const Trace& trace, const Stage& stage, const Layout& layout) {
  Layout bare = layout;
  bare.operands = false;
  if (bare.view == View::waves) return waves_text(stage, bare, 0);
  if (!bare.view) bare.view = View::numbers;
  const MatrixView view = matrix_view(trace, stage, bare, 0);
  return block_text(view.block, 0) + left_out_legend(view, stage, layout);
}

}  // namespace attn
