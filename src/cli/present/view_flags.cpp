#include "cli/present/view_flags.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/figure/figure_file.hpp"
#include "cli/figure/figure_width.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/present/export.hpp"
#include "cli/present/open_page.hpp"
#include "render/picture/picture.hpp"

namespace attn {
namespace {

constexpr unsigned kMaxPrecision = 12;

std::vector<std::string> split_at_commas(const std::vector<std::string>& texts) {
  std::vector<std::string> parts;
  for (const std::string& text : texts)
    for (const std::string& part : split_value(text, ","))
      parts.emplace_back(trimmed(plain_value(part)));
  return parts;
}

bool wants_result_alone(const ViewFlags& flags) { return flags.plain && flags.quiet; }

// At most one of these may be typed: each is a screen of its own, and most have no room for how a
// cell was worked out. Only --quiet goes with --plain, since it says how much, and that how.
Screen screen_of(const ViewFlags& flags) {
  const std::pair<Flag, Screen> choices[] = {
      {flags.step, Screen::step},          {flags.json, Screen::json},
      {flags.plain, Screen::plain},        {flags.summary, Screen::summary},
      {flags.shapes_only, Screen::shapes}, {flags.quiet, Screen::quiet}};
  Flags screens;
  Screen chosen = Screen::text;
  for (const auto& [flag, screen] : choices) {
    if (!flag || (screen == Screen::quiet && wants_result_alone(flags))) continue;
    screens.push_back(flag);
    chosen = screen;
    if (screen != Screen::step) refuse_beside(flag, {flags.arithmetic});
  }
  refuse_two_of(screens);
  return chosen;
}

}  // namespace

void ViewFlags::add_to(FlagTable& table) {
  const FlagGroup which(table, translated("Stages"));
  which.values(stages, "NAME,...", translated("Only these stages; may be repeated"));
  which.value(from, "NAME", translated("From this stage on"));
  which.value(to, "NAME", translated("Up to this stage"));
  which.flag(step, translated("Walk through the stages with the keyboard"));
  which.flag(summary, translated("One line of statistics a stage"));
  which.flag(shapes_only, translated("One line with the shape of each stage"));
  which.flag(quiet, translated("Only the numbers of the last stage; with -o, nothing"));
  which.flag(arithmetic, translated("Spell out how each cell is worked out"));
  which.value(explain, "0|1|2", translated("Words: none, a sentence a stage, or more"));

  const FlagGroup screen(table, translated("Screen"));
  screen.value(view, "KIND",
               translated("numbers, heat, both, waves, or a picture: rows, boxes, bars, arcs, "
                          "chain, panels, flow"));
  screen.value(row, "NAME", translated("Of rows, bars, arcs or chain, this query alone"));
  screen.value(precision, "N", translated("Decimals (default 3); whole numbers have none"));
  add_screen_flags(screen);

  const FlagGroup programs(table, translated("For other programs"));
  programs.flag(json, translated("One JSON document, schema attn.trace/2"));
  programs.flag(plain, translated("Tab-separated records, one a cell"));
  programs.values(
      files, "FILE",
      translated(
          "Also write to FILE: numbers (.json .npz .npy .safetensors .csv), a page (.html) or "
          "a figure (.svg .pdf .png); may be repeated"));
  add_figure_width(programs, figure_width);
  programs.flag(force, translated("Overwrite files that exist"));
  programs.flag(open, translated("Open the page in a browser; without -o FILE.html, one for now"));
}

bool ViewFlags::is_for_programs() const {
  const std::vector<std::string>& paths = files.texts();
  return json || plain || open ||
         std::any_of(paths.begin(), paths.end(),
                     [](const std::string& path) { return !figure_format_of(path); });
}

ViewChoice ViewFlags::read() const {
  ViewChoice choice;
  choice.screen = screen_of(*this);
  choice.result_alone = wants_result_alone(*this);
  choice.stages = split_at_commas(stages.texts());
  choice.from = plain_value(from.text());
  choice.to = plain_value(to.text());
  choice.files = files.texts();
  choice.figure_width = read_figure_width(figure_width, choice.files);
  choice.overwrite = bool(force);
  if (stages && (from || to))
    throw InputError(message("{} and {} cannot be used together.", stages.name(),
                             from.name() + "/" + to.name()));
  require_writable(choice);
  if (open) {
    refuse_beside(open, {json, plain});  // which print nothing but their document
    choice.opened = page_to_open(choice.files, "attn");
  }

  Layout& layout = choice.layout;
  layout = read_layout();
  layout.precision_is_given = bool(precision);
  layout.precision = static_cast<int>(
      precision.count(0, kMaxPrecision).value_or(static_cast<unsigned>(layout.precision)));
  layout.arithmetic = bool(arithmetic);
  layout.view = view.choice(kViews);
  if (layout.view == View::heat) layout.max_rows = kHeatRows;
  choice.row = row.text();
  if (row && !(layout.view && shows_single_rows(*layout.view)))
    throw InputError(message("{} shows one row of a picture: it needs {} with {}, {}, {} or {}.",
                             row.name(), view.name(), "rows", "bars", "arcs", "chain"));
  return choice;
}

}  // namespace attn
