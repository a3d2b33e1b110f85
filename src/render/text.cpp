#include "render/text.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "core/message.hpp"
#include "render/arithmetic.hpp"
#include "render/display_width.hpp"
#include "render/reading.hpp"
#include "render/wrap.hpp"

namespace attn {
namespace {

constexpr unsigned kNoteIndent = 3;
constexpr unsigned kMatrixIndent = 3;

std::string in_glyphs(const std::string& text, const Layout& layout) {
  return layout.glyphs == Glyphs::ascii ? in_ascii(text) : text;
}

std::string paragraph(const std::string& text, const Layout& layout) {
  return text.empty() ? "" : wrap(in_glyphs(text, layout), layout.width, kNoteIndent);
}

// A line that starts with a bold name; what no longer fits goes on below, indented.
class NamedLine {
 public:
  NamedLine(const std::string& name, const Layout& layout)
      : paint_(layout),
        width_(layout.width),
        text_(" " + paint_(Style::Kind::heading, name)),
        used_(1 + display_width(name)) {}

  void append(const std::string& part, Style::Kind kind = Style::Kind::plain) {
    const unsigned width = display_width(part);
    if (used_ + 3 + width <= width_) {
      text_ += "   " + paint_(kind, part);
      used_ += 3 + width;
      return;
    }
    std::string lines = wrap(part, width_, kNoteIndent);
    lines.pop_back();  // its newline
    text_ += "\n" + paint_(kind, lines);
    used_ = display_width(lines.substr(lines.rfind('\n') + 1));
  }

  std::string text() const { return text_ + "\n"; }

 private:
  Painter paint_;
  unsigned width_;
  std::string text_;
  unsigned used_;
};

// "scores   S = Q Kᵀ   (query 4, key 4)"
std::string heading(const Stage& stage, const Layout& layout) {
  NamedLine line(stage_name(stage), layout);
  const bool is_computed = stage.formula != stage.symbol;
  line.append(in_glyphs(stage.formula, layout),
              is_computed ? Style::Kind::strong : Style::Kind::plain);
  line.append(stage_shape(stage), Style::Kind::quiet);
  return line.text();
}

std::string left_out_text(const MatrixView& view, const Stage& stage, const Layout& layout) {
  std::string text;
  if (view.n_rows_left_out > 0)
    text += paragraph(
        message(".. rows left out: {} of {}", view.n_rows_left_out, stage.value.n_rows), layout);
  if (view.n_cols_left_out > 0)
    text += paragraph(
        message(".. columns left out: {} of {}", view.n_cols_left_out, stage.value.n_cols), layout);
  return text;
}

std::string block_text(const Block& block, unsigned indent) {
  std::string text;
  for (const std::string& line : block.lines) {
    std::string row = std::string(indent, ' ') + line;
    row.erase(row.find_last_not_of(' ') + 1);
    text += row + "\n";
  }
  return text;
}

// A line "label   text" under the matrix.
std::string footnote(const std::string& label, const std::string& text, const Layout& layout) {
  const std::string start = label + "   ";
  return wrap(in_glyphs(start + text, layout), layout.width, kNoteIndent, display_width(start));
}

std::string blocked_legend(const Stage& stage, const Layout& layout) {
  if (stage.blocked.is_empty()) return "";
  const auto count = [&stage](Blocked reason) {
    return arma::accu(stage.blocked == static_cast<unsigned char>(reason));
  };
  std::string reasons;
  const auto add = [&reasons](const std::string& reason) {
    reasons += (reasons.empty() ? "" : translated(", ")) + reason;
  };
  if (const auto n = count(Blocked::causal)) add(message("causal, the future: {}", n));
  if (const auto n = count(Blocked::padding)) add(message("padding: {}", n));
  if (const auto n = count(Blocked::segment)) add(message("another document: {}", n));
  if (const auto n = count(Blocked::window)) add(message("outside the window: {}", n));
  if (const auto n = count(Blocked::half)) add(message("the second half: {}", n));
  if (const auto n = count(Blocked::mask)) add(message("the mask given: {}", n));
  const bool dots = std::holds_alternative<Softmax>(stage.rule);
  return footnote(dots ? "." : "−inf", message("may not attend ({})", reasons), layout);
}

// Shades of weights are shares; of anything else, sizes against the largest cell.
std::string shades_legend(const Stage& stage, const Layout& layout) {
  std::string text = swatch_legend(layout.glyphs);
  if (!std::holds_alternative<Softmax>(stage.rule)) {
    const double largest = largest_size(statistics_of(stage.value));
    text += "   " + message("of {}, the largest size", format_of(stage, layout)(largest));
  }
  return footnote(translated("shades"), text, layout);
}

std::string matrix_text(const Trace& trace, const Stage& stage, const Layout& layout,
                        std::optional<Cell> selected) {
  const MatrixView view = matrix_view(trace, stage, layout, kMatrixIndent, selected);
  std::string text = block_text(view.block, kMatrixIndent);
  if (layout.explain > 0 && !view.side_block.lines.empty())
    text += "\n" + block_text(view.side_block, kMatrixIndent);
  std::string notes = left_out_text(view, stage, layout);
  if (view.shows_swatches && layout.explain > 0) notes += shades_legend(stage, layout);
  if (layout.explain > 0) {
    notes += blocked_legend(stage, layout);
    if (const std::string reading = reading_of(stage, layout); !reading.empty())
      notes += footnote(translated("read as"), reading, layout);
  }
  return text + (notes.empty() ? "" : "\n" + notes);
}

bool is_folded(const Stage& stage, const std::set<std::string>& operands) {
  return std::holds_alternative<Given>(stage.rule) && stage.rows.labels.empty() &&
         operands.count(stage.group + "/" + stage.id) > 0;
}

// The operands that stand beside the products among the stages to be shown.
std::set<std::string> visible_operands(const Trace& trace, const std::vector<const Stage*>& stages,
                                       const Layout& layout) {
  std::set<std::string> operands;
  for (const Stage* stage : stages) {
    const auto* product = std::get_if<Product>(&stage->rule);
    if (!product || !matrix_view(trace, *stage, layout, kMatrixIndent).shows_operands) continue;
    operands.insert(stage->group + "/" + product->left);
    operands.insert(stage->group + "/" + product->right);
  }
  return operands;
}

// A long title ends in two dots and its closing quotation mark.
std::string shortened_title(const std::string& title, unsigned width) {
  if (display_width(title) <= width) return title;
  const std::string closing = title.ends_with('"') ? "\"" : title.ends_with("」") ? "」" : "";
  return cut_to_width(title, width - display_width(closing) - 2) + ".." + closing;
}

// Sizes and switches, without saying twice what is the same for queries and keys.
std::vector<std::string> setting_texts(const Trace& trace) {
  std::map<std::string, std::int64_t> sizes;
  std::vector<std::string> texts;
  for (const auto& [name, setting] : trace.config) {
    if (const auto* flag = std::get_if<bool>(&setting); flag && *flag)
      texts.emplace_back(name == "causal" ? translated("causal") : translated("mask"));
    const auto* size = std::get_if<std::int64_t>(&setting);
    if (!size) continue;
    sizes[name] = *size;
    if (name == "n_q") continue;
    if (name == "n_k" && sizes["n_q"] == *size)
      texts.push_back(fmt::format("n {}", *size));
    else if (name == "n_k")
      texts.push_back(fmt::format("n_q {}   n_k {}", sizes["n_q"], *size));
    else if (name != "d_v" || sizes["d_k"] != *size)
      texts.push_back(fmt::format("{} {}", name, *size));
  }
  return texts;
}

}  // namespace

std::string stage_name(const Stage& stage) {
  return stage.group.empty() ? stage.id : stage.group + " " + stage.id;
}

std::string stage_shape(const Stage& stage) {
  return fmt::format("({} {}, {} {})", stage.rows.name, stage.value.n_rows, stage.cols.name,
                     stage.value.n_cols);
}

std::string title_text(const Trace& trace, const Layout& layout) {
  NamedLine line(trace.command, layout);
  if (!trace.title.empty()) line.append(shortened_title(trace.title, layout.width - 8));
  for (const std::string& part : setting_texts(trace)) line.append(part);
  if (!trace.source.empty()) line.append(trace.source);
  return line.text();
}

std::string stage_text(const Trace& trace, const Stage& stage, const Layout& layout,
                       std::optional<Cell> selected, bool with_matrix) {
  std::string text = heading(stage, layout);
  if (layout.explain > 0) text += paragraph(stage.note, layout);
  if (layout.explain > 1) text += paragraph(stage.detail, layout);
  if (!with_matrix) return text;

  text += "\n" + matrix_text(trace, stage, layout, selected);
  if (layout.arithmetic && !selected)
    if (const std::string lines = arithmetic_text(trace, stage, layout, kNoteIndent);
        !lines.empty())
      text += "\n" + lines;
  return text;
}

std::vector<const Stage*> without_operands(const Trace& trace,
                                           const std::vector<const Stage*>& stages,
                                           const Layout& layout) {
  const std::set<std::string> operands = visible_operands(trace, stages, layout);
  std::vector<const Stage*> kept;
  std::copy_if(stages.begin(), stages.end(), std::back_inserter(kept),
               [&operands](const Stage* stage) { return !is_folded(*stage, operands); });
  return kept;
}

std::string trace_text(const Trace& trace, const std::vector<const Stage*>& stages,
                       const Layout& layout) {
  std::string text = layout.explain > 0 ? title_text(trace, layout) : "";
  const Stage* before = nullptr;
  for (const Stage* stage : stages) {
    // What stands right above need not be shown again.
    const bool repeats = before && repeats_its_source(*stage);
    text += (text.empty() ? "" : "\n") + stage_text(trace, *stage, layout, {}, !repeats);
    before = stage;
  }
  std::string notes;
  for (const std::string& warning : trace.warnings)
    notes += footnote(translated("warning"), warning, layout);
  if (layout.explain > 0)
    for (const std::string& note : trace.notes) notes += footnote(translated("note"), note, layout);
  return text + (notes.empty() ? "" : "\n" + notes);
}

std::string bare_matrix_text(const Trace& trace, const Stage& stage, const Layout& layout) {
  Layout bare = layout;
  bare.operands = false;
  if (!bare.view) bare.view = View::numbers;
  const MatrixView view = matrix_view(trace, stage, bare, 0);
  return block_text(view.block, 0) + left_out_text(view, stage, layout);
}

}  // namespace attn
