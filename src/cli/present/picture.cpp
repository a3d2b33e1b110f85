#include "render/picture/picture.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/present/present.hpp"
#include "cli/present/shown.hpp"
#include "render/drawing/figures.hpp"

namespace attn {

namespace {

std::string typed(View view) { return std::string("--view ") + name_in(kViews, view); }

// The ids of the stages of a trace that a view draws, each once.
std::string drawable_ids(const Trace& trace, View view) {
  std::vector<std::string> ids;
  for (const Stage& stage : trace.stages)
    if (why_not_drawn(view, stage).empty() &&
        std::find(ids.begin(), ids.end(), stage.id) == ids.end())
      ids.push_back(stage.id);
  return joined(ids, ",");
}

void require_drawable(const Trace& trace, const Selection& selection, View view) {
  for (const Stage* stage : selection.stages) {
    const std::string why = why_not_drawn(view, *stage);
    if (why.empty()) continue;
    const std::string ids = drawable_ids(trace, view);
    if (ids.empty())
      throw InputError(message("{} cannot draw {}: {}. --view heat or --view numbers shows it.",
                               typed(view), stage->id, why));
    throw InputError(
        message("{} cannot draw {}: {}. Try --stage {}.", typed(view), stage->id, why, ids));
  }
}

void keep_tables_asked_for(Selection& selection) {
  std::erase_if(selection.tables, [](auto* table) { return !table->is_asked_for; });
}

// Weights where there are any, else everything that can be drawn.
void keep_drawable(const Trace& trace, Selection& selection, View view) {
  const auto is_drawable = [view](const Stage* stage) {
    return why_not_drawn(view, *stage).empty();
  };
  std::vector<const Stage*>& stages = selection.stages;
  if (std::any_of(stages.begin(), stages.end(), [](auto* stage) { return holds_shares(*stage); }))
    std::erase_if(stages, [](const Stage* stage) { return !holds_shares(*stage); });
  if (std::none_of(stages.begin(), stages.end(), is_drawable))
    require_drawable(trace, selection, view);
  std::erase_if(stages, [&](const Stage* stage) { return !is_drawable(stage); });
  keep_tables_asked_for(selection);
}

void refuse_part_of_a_whole(const ViewChoice& choice, View view) {
  const auto refuse = [view](const std::string& flag) {
    throw InputError(message("{} draws several stages at once: leave out {}.", typed(view), flag));
  };
  if (choice.screen == Screen::step) refuse("--step");
  if (choice.screen == Screen::quiet) refuse("--quiet");
  if (choice.layout.arithmetic) refuse("--arithmetic");
  if (view != View::flow) return;
  if (!choice.stages.empty()) refuse("--stage");
  if (choice.names_stages()) refuse("--from, --to");
  if (!choice.groups.empty()) refuse("--head");
}

void choose_whole(const Trace& trace, Selection& selection, const ViewChoice& choice, View view) {
  refuse_part_of_a_whole(choice, view);
  if (view == View::flow && !has_flow(trace))
    throw InputError(
        message("{} draws how words become an output through attention, and nothing "
                "here does. attn attend and attn mha have such a flow.",
                typed(view)));
  if (!choice.names_stages()) keep_tables_asked_for(selection);
  if (view != View::panels || choice.names_stages()) return;
  std::erase_if(selection.stages, [](const Stage* stage) {
    return !is_query_by_key(*stage) || repeats_its_source(*stage);
  });
  if (selection.stages.empty())
    throw InputError(
        message("{} draws stages of queries by keys, and there are none here. Name "
                "others with --stage.",
                typed(view)));
}

// Each stage that is drawn has the row. A walk through all stages draws those whole that lack it.
void require_row_of_drawn(const Selection& selection, const ViewChoice& choice, View view) {
  if (choice.screen == Screen::quiet) {
    if (selection.result) row_named("--row", *selection.result, choice.row);
    return;
  }
  std::vector<const Stage*> drawn = selection.stages;
  std::erase_if(drawn, [view](const Stage* stage) { return !why_not_drawn(view, *stage).empty(); });
  const auto has_row = [&choice](const Stage* stage) {
    return find_row(*stage, choice.row).has_value();
  };
  if (choice.screen == Screen::step && std::any_of(drawn.begin(), drawn.end(), has_row)) return;
  for (const Stage* stage : drawn) row_named("--row", *stage, choice.row);
}

}  // namespace

void choose_picture(const Trace& trace, Selection& selection, ViewChoice& choice) {
  if (!choice.layout.view || !is_picture(*choice.layout.view)) return;
  if (!room_of(choice.screen).pictures) return;
  const View view = *choice.layout.view;
  if (is_trace_picture(view)) return choose_whole(trace, selection, choice, view);
  if (choice.names_stages())
    require_drawable(trace, selection, view);
  else if (choice.screen == Screen::text)
    keep_drawable(trace, selection, view);
  if (choice.screen == Screen::quiet && selection.result)
    require_drawable(trace, {{selection.result}, {}, selection.result}, view);
  if (choice.row.empty()) return;
  require_row_of_drawn(selection, choice, view);
  choice.layout.row = choice.row;
}

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
