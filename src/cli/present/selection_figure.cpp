#include "cli/present/selection_figure.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/present/picture.hpp"
#include "render/drawing/drawing.hpp"
#include "render/drawing/figures.hpp"
#include "render/picture/picture.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostPanels = 64;

void require_drawn_view(const Layout& layout) {
  if (!layout.view || is_drawn_in_figures(*layout.view)) return;
  std::vector<std::string> drawn;
  for (const auto& [view, name] : kViews)
    if (is_drawn_in_figures(view)) drawn.emplace_back(name);
  throw InputError(
      message("--view {} is made of characters, which no figure has. A figure shows {}.",
              name_in(kViews, *layout.view), listed(drawn)));
}

void require_few_words(const Selection& selection, const Layout& layout) {
  if (layout.view != View::arcs) return;
  for (const Stage* stage : selection.stages)
    if (const auto n = std::max(stage->value.n_rows, stage->value.n_cols); n > kMostArcWords)
      throw InputError(
          message("a figure has arcs between {} words at most, and here are {}. --view "
                  "heat shows them all.",
                  kMostArcWords, n));
}

void require_few_panels(const Selection& selection) {
  if (const std::size_t n = selection.stages.size(); n > kMostPanels)
    throw InputError(
        message("a figure shows {} stages at most, and here are {}. Name some with "
                "--stage, or heads with --head.",
                kMostPanels, n));
}

}  // namespace

Figure selection_figure(const Trace& trace, const Selection& selected, const ViewChoice& wanted) {
  ViewChoice choice = wanted;
  choice.screen = Screen::text;  // whatever stands on the screen itself
  choice.layout.arithmetic = false;
  require_drawn_view(choice.layout);
  Selection selection = selected;
  choose_picture(trace, selection, choice);
  const bool is_drawn = choice.layout.view && is_picture(*choice.layout.view);
  if (!choice.names_stages() && choice.groups.empty() && !is_drawn) {
    choice.layout.is_overview = true;
    selection = overview_of(trace, std::move(selection));
  }
  require_few_words(selection, choice.layout);
  require_few_panels(selection);
  return trace_figure(trace, selection.stages, choice.layout, choice.figure_width);
}

}  // namespace attn
