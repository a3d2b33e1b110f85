#include <algorithm>
#include <cctype>
#include <cmath>
#include <map>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "core/statistics.hpp"
#include "render/curve/curve.hpp"
#include "render/matrix/matrix.hpp"
#include "render/picture/picture.hpp"
#include "render/text/grid.hpp"
#include "render/text/number.hpp"
#include "render/text/text.hpp"
#include "render/trace/spelled_out.hpp"
#include "render/trace/trace.hpp"
#include "trace/trace.hpp"

namespace attn {

namespace {

// "scores   S = Q Kᵀ   (query 4, key 4)"
std::string heading(const Stage& stage, const Layout& layout) {
  NamedLine line(stage_name(stage), layout);
  const bool is_computed = stage.formula != stage.symbol;
  line.append(in_glyphs(stage.formula, layout),
              is_computed ? Style::Kind::strong : Style::Kind::plain);
  line.append(named_shape(stage), Style::Kind::quiet);
  if (!stage.remark.empty()) line.append(stage.remark, Style::Kind::quiet);
  return line.text();
}

// Under curves, a few rows of numbers are enough.
constexpr std::size_t kRowsUnderWaves = 6;

// The cell whose slope is the largest of those that have a say.
Cell steepest_cell(const Stage& stage) {
  Cell steepest;
  double largest = -1.0;
  for (arma::uword row = 0; row < stage.value.n_rows; ++row)
    for (arma::uword col = 0; col < stage.value.n_cols; ++col) {
      const double size = std::abs(stage.value(row, col));
      if (!has_open_cell(stage, row, col) || size <= largest) continue;
      largest = size;
      steepest = {row, col};
    }
  return steepest;
}

// The largest size of the gradient that the walk back starts from.
double size_at_start(const Trace& trace) {
  for (const Stage& stage : trace.stages)
    if (!stage.gradient_of.empty()) return largest_size(statistics_of(stage.value));
  return 0.0;
}

// "if A[sat, cat] were 0.01 larger, the loss would be about 0.02 larger."
std::string reading_of_slope(const Trace& trace, const Stage& stage, std::optional<Cell> selected) {
  const Cell cell = selected.value_or(steepest_cell(stage));
  const double slope = stage.value(cell.row, cell.col);
  if (!has_open_cell(stage, cell.row, cell.col)) return "";
  constexpr double kStep = 0.01, kRoundingOfSlopes = 1e-12;
  const std::string name = cell_name(trace.stage(stage.gradient_of, stage.group), cell);
  const std::string change = significant_text(std::abs(slope) * kStep, 3);
  if (std::abs(slope) <= kRoundingOfSlopes * size_at_start(trace))
    return message("if {} were {} larger, the loss would not change.", name, kStep);
  if (slope > 0.0)
    return message("if {} were {} larger, the loss would be about {} larger.", name, kStep, change);
  return message("if {} were {} larger, the loss would be about {} smaller.", name, kStep, change);
}

std::string reading_note(const Trace& trace, const Stage& stage, const Layout& layout,
                         std::optional<Cell> selected) {
  if (layout.explain == 0) return "";
  const bool is_slope = !stage.gradient_of.empty();
  if (is_slope && layout.is_overview) return "";  // the same of every stage
  const std::string reading =
      is_slope ? reading_of_slope(trace, stage, selected) : reading_of(stage, layout, selected);
  return reading.empty() ? "" : footnote(translated("read as"), reading, layout);
}

std::string matrix_text(const Trace& trace, const Stage& stage, const Layout& layout,
                        std::optional<Cell> selected) {
  const MatrixView view = matrix_view(trace, stage, layout, kMatrixIndent, selected);
  std::string text = block_text(view.block, kMatrixIndent);
  if (layout.explain > 0 && !view.side_block.lines.empty())
    text += "\n" + block_text(view.side_block, kMatrixIndent);
  std::string notes = left_out_legend(view, stage, layout);
  if (view.shows_swatches && layout.explain > 0)
    notes += view.shows_tones ? tones_legend(stage, layout) : shades_legend(stage, layout);
  if (view.shows_colors && layout.explain > 0) notes += colors_legend(stage, layout);
  if (layout.view == View::boxes && why_not_drawn(View::boxes, stage).empty() && layout.explain > 0)
    notes += boxes_legend(stage, layout);
  if (layout.explain > 0) {
    notes += blocked_legend(stage, layout);
    notes += reading_note(trace, stage, layout, selected);
  }
  return text + (notes.empty() ? "" : "\n" + notes);
}

// Each cell spelled out, where that is asked for.
std::string worked_out(const Trace& trace, const Stage& stage, const Layout& layout,
                       std::optional<Cell> selected) {
  if (!layout.arithmetic || selected) return "";
  const std::string lines = arithmetic_text(trace, stage, layout, kNoteIndent);
  return lines.empty() ? "" : "\n" + lines;
}

bool draws_picture(const Stage& stage, const Layout& layout) {
  return layout.view && is_stage_picture(*layout.view) &&
         why_not_drawn(*layout.view, stage).empty();
}

std::string remedy_text(const Remedy& remedy) {
  switch (remedy.kind) {
    case Remedy::Kind::none:
      break;
    case Remedy::Kind::heat:
      return translated("--view heat shows them all");
    case Remedy::Kind::width:
      return message("--width {} shows them all", remedy.width);
    case Remedy::Kind::json:
      return translated("--json holds them all");
  }
  return "";
}

// A row of shares in words.
struct Reading {
  const Stage& stage;
  const arma::rowvec& shares;
  NumberFormat write;
  const std::string& query;

  const std::string& key(arma::uword place) const { return stage.cols.labels[place]; }
  std::string share(arma::uword place) const { return write(shares(place)); }

  // Several keys get the most: to name one of them would be arbitrary.
  std::string of_equals(const arma::uvec& keys) const {
    const std::string each = share(keys(0));
    if (keys.n_elem == 2)
      return message("\"{}\" gives {} of its attention to each of \"{}\" and \"{}\".", query, each,
                     key(keys(0)), key(keys(1)));
    if (keys.n_elem == 3)
      return message("\"{}\" gives {} of its attention to each of \"{}\", \"{}\" and \"{}\".",
                     query, each, key(keys(0)), key(keys(1)), key(keys(2)));
    return message("\"{}\" gives {} of its attention to each of {} keys.", query, each,
                   keys.n_elem);
  }

  std::string of_two(arma::uword first, const arma::uvec& second) const {
    if (second.n_elem == 1)
      return message("\"{0}\" gives {2} of its attention to \"{1}\" and {4} to \"{3}\".", query,
                     key(first), share(first), key(second(0)), share(second(0)));
    return message("\"{0}\" gives {2} of its attention to \"{1}\" and {4} to each of {3} others.",
                   query, key(first), share(first), second.n_elem, share(second(0)));
  }
};

}  // namespace

std::string stage_name(const Stage& stage) {
  return stage.group.empty() ? stage.id : stage.group + " " + stage.id;
}

std::string stage_text(const Trace& trace, const Stage& stage, const Layout& layout,
                       std::optional<Cell> selected, bool with_matrix) {
  std::string text = heading(stage, layout);
  if (layout.explain > 0) text += paragraph(stage.note, layout);
  if (layout.explain > 1) text += paragraph(stage.detail, layout);
  if (!with_matrix) return text;

  text += "\n";
  if (draws_picture(stage, layout)) {
    text += picture_text(stage, layout, kMatrixIndent, selected);
    if (layout.view == View::bars) text += reading_note(trace, stage, layout, selected);
    return text + worked_out(trace, stage, layout, selected);
  }
  if (layout.view && layout.explain > 0)
    if (const std::string why = why_not_drawn(*layout.view, stage); !why.empty())
      text +=
          paragraph(message("No {} here: {}.", name_in(kViews, *layout.view), why), layout) + "\n";
  const bool has_plot = (!layout.view || layout.view == View::waves) && draws_plot(stage);
  if (has_plot) text += stage_plot_text(stage, layout, kMatrixIndent);
  if (has_plot && (layout.is_overview || layout.view)) return text;
  const bool has_waves =
      !has_plot && (layout.view ? layout.view == View::waves : draws_waves(stage));
  if (has_waves) text += waves_text(stage, layout, kMatrixIndent, selected);
  Layout below = layout;
  if (has_waves) below.max_rows = std::min(layout.max_rows, kRowsUnderWaves);
  if (layout.view != View::waves)
    text += (has_waves || has_plot ? "\n" : "") + matrix_text(trace, stage, below, selected);
  return text + worked_out(trace, stage, layout, selected);
}

std::string bare_matrix_text(const Trace& trace, const Stage& stage, const Layout& layout) {
  Layout bare = layout;
  bare.operands = false;
  if (draws_picture(stage, bare)) {
    bare.explain = 0;
    return picture_text(stage, bare, 0);
  }
  if (bare.view == View::waves)
    return draws_plot(stage) ? stage_plot_text(stage, bare, 0) : waves_text(stage, bare, 0);
  if (!bare.view) bare.view = View::numbers;
  const MatrixView view = matrix_view(trace, stage, bare, 0);
  return block_text(view.block, 0) + left_out_legend(view, stage, layout);
}

std::string reading_of(const Stage& stage, const Layout& layout, std::optional<Cell> selected) {
  if (!holds_shares(stage)) return "";
  const arma::uword row = selected ? selected->row : most_telling_row(stage);
  const arma::rowvec shares = stage.value.row(row);
  if (shares.has_nan() || shares.is_zero()) return "";

  const Reading read{stage, shares, NumberFormat(stage.value, layout), stage.rows.labels[row]};
  const arma::uvec first = places_equal_to(shares, shares.index_max());
  if (first.n_elem > 1) return read.of_equals(first);
  arma::rowvec rest = shares;
  rest(first(0)) = 0.0;
  if (rest.is_zero())
    return message("\"{}\" gives all its attention to \"{}\".", read.query, read.key(first(0)));
  return read.of_two(first(0), places_equal_to(rest, rest.index_max()));
}

std::string blocked_reasons(const Stage& stage) {
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
  return message("may not attend ({})", reasons);
}

std::string blocked_legend(const Stage& stage, const Layout& layout) {
  if (std::holds_alternative<Permission>(stage.rule)) return permission_legend(stage, layout);
  if (stage.blocked.is_empty()) return "";
  return footnote(hides_blocked(stage) ? "." : "−inf", blocked_reasons(stage), layout);
}

std::string shades_legend(const Stage& stage, const Layout& layout) {
  std::string text = unbroken_parts(swatch_legend(layout.glyphs));  // shades of weights are shares
  if (holds_shares(stage)) return footnote(translated("shades"), text, layout);
  // Of anything else, sizes against the largest cell.
  const std::string largest = format_of(stage, layout)(largest_size(statistics_of(stage.value)));
  text += "   " + (has_signs(stage)
                       ? message("times {}, the largest size; - is negative, blank near 0", largest)
                       : message("times {}, the largest size", largest));
  return footnote(translated("shades"), text, layout);
}

std::string tones_legend(const Stage& stage, const Layout& layout) {
  const double largest = holds_shares(stage) ? 1.0 : largest_size(statistics_of(stage.value));
  if (largest == 0.0) return footnote(translated("shades"), translated("every value is 0"), layout);
  const double lowest = has_signs(stage) ? -largest : 0.0;
  const auto value_of = [lowest, largest](double share) {
    return with_minus_sign(fmt::format("{:.3g}", lowest + share * (largest - lowest)));
  };
  std::string text = unbroken(message("blank from {}", value_of(0.0)));
  for (const ToneStep& step : kToneSteps)
    text += "   " + unbroken(tone(step.from, layout.glyphs) + " " + value_of(step.from) + "-");
  return footnote(translated("shades"), text, layout);
}

std::string colors_legend(const Stage& stage, const Layout& layout) {
  const Painter paint(layout);
  const bool is_share = holds_shares(stage);
  const double largest = is_share ? 1.0 : largest_size(statistics_of(stage.value));
  const NumberFormat write = format_of(stage, layout);
  const std::string start = std::string(kNoteIndent, ' ') + translated("colours") + "   ";
  // Not wrapped, since colours are no words: fewer of them where numbers are long.
  for (const auto& levels :
       {std::vector{-1.0, -.5, 0.0, .5, 1.0}, std::vector{-1.0, 0.0, 1.0}, std::vector{1.0}}) {
    std::string text;
    unsigned width = display_width(start);
    for (const double level : levels) {
      const Style style = is_share ? Style{Style::Kind::share, (level + 1.0) / 2.0}
                                   : Style{Style::Kind::signed_value, level};
      const double value = style.level * largest;
      const std::string label =
          " " + (is_share ? write(value) : with_minus_sign(significant_text(value, 3))) + " ";
      width += display_width(label);
      text += paint(style, label);
    }
    if (width <= layout.width) return start + text + "\n";
  }
  return "";
}

std::string left_out_legend(const MatrixView& view, const Stage& stage, const Layout& layout) {
  std::string text;
  if (view.n_rows_left_out > 0)
    text += paragraph(
        message(".. rows left out: {} of {}", view.n_rows_left_out, stage.value.n_rows), layout);
  if (view.n_cols_left_out > 0) {
    std::string columns =
        message(".. columns left out: {} of {}", view.n_cols_left_out, stage.value.n_cols);
    if (view.remedy.kind != Remedy::Kind::none)
      columns += "   " + unbroken(remedy_text(view.remedy));
    text += paragraph(columns, layout);
  }
  if (view.numbers.kind != Remedy::Kind::none)
    text += footnote(translated("digits"), remedy_text(view.numbers), layout);
  return text;
}

namespace {

// A long title ends in two dots and its closing quotation mark.
std::string shortened_title(const std::string& title, unsigned width) {
  if (display_width(title) <= width) return title;
  const std::string closing = title.ends_with('"') ? "\"" : title.ends_with("」") ? "」" : "";
  return cut_to_width(title, width - display_width(closing) - 2) + ".." + closing;
}

// A switch that is on; a name that is a term of its own is not translated.
std::string switch_text(const std::string& name) {
  if (name == "causal") return translated("causal");
  if (name == "mask") return translated("mask");
  if (name == "backward") return translated("backward");
  return name;
}

// Whether scores stay as they are since that was asked for; with d_k = 1 their factor is 1 anyway.
bool is_scale_off(const Trace& trace) {
  return std::any_of(trace.stages.begin(), trace.stages.end(), [](const Stage& stage) {
    const auto* scaling = std::get_if<Scaling>(&stage.rule);
    return scaling && scaling->asked && scaling->asked->kind == Scale::Kind::off &&
           scaling->number == 1.0;
  });
}

// What scores are multiplied by, where that is not 1/√d_k.
std::string scale_text(const Trace& trace, double factor, std::int64_t d_k) {
  constexpr double kRounding = 1e-9;
  if (is_scale_off(trace)) return translated("not scaled");
  if (std::abs(factor * std::sqrt(static_cast<double>(d_k)) - 1.0) <= kRounding) return "";
  return factor == 1.0 ? translated("not scaled") : message("scale {}", factor);
}

// Sizes and switches, without saying twice what is the same for queries and keys.
std::vector<std::string> setting_texts(const Trace& trace) {
  std::map<std::string, std::int64_t> sizes;
  std::vector<std::string> texts;
  for (const auto& [name, setting] : trace.config) {
    if (const auto* flag = std::get_if<bool>(&setting); flag && *flag)
      texts.push_back(switch_text(name));
    if (const auto* study = std::get_if<std::string>(&setting); study && name == "study")
      texts.push_back(message("study {}", *study));
    if (const auto* factor = std::get_if<double>(&setting); factor && name == "scale")
      if (const std::string scale = scale_text(trace, *factor, sizes["d_k"]); !scale.empty())
        texts.push_back(scale);
    const auto* size = std::get_if<std::int64_t>(&setting);
    if (!size) continue;
    sizes[name] = *size;
    if (name == "n_q") continue;
    if (name == "n_k" && sizes["n_q"] == *size)
      texts.push_back(fmt::format("n {}", *size));
    else if (name == "n_k")
      texts.push_back(fmt::format("n_q {}   n_k {}", sizes["n_q"], *size));
    else if (name == "n_kv_heads" && sizes["n_heads"] == *size)
      continue;
    else if (name != "d_v" || sizes["d_k"] != *size)
      texts.push_back(fmt::format("{} {}", name, *size));
  }
  return texts;
}

}  // namespace

std::string source_text(const std::string& source) {
  const std::pair<const char*, const char*> words[] = {{"by-hand", translated("by-hand")},
                                                       {"given", translated("given")},
                                                       {"learned", translated("learned")}};
  for (const auto& [word, shown] : words)
    if (source.ends_with(word))
      return source.substr(0, source.size() - std::string_view(word).size()) + shown;
  return source;
}

std::string title_text(const Trace& trace, const Layout& layout) {
  NamedLine line(trace.command, layout);
  if (!trace.title.empty()) line.append(shortened_title(trace.title, layout.width - 8));
  for (const std::string& part : setting_texts(trace)) line.append(part);
  if (!trace.source.empty()) line.append(source_text(trace.source));
  return line.text() + (layout.explain > 0 ? paragraph(trace.about, layout) : "");
}

}  // namespace attn
