#include "cli/present/present.hpp"

#include "base/message.hpp"
#include "cli/exit_code.hpp"
#include "cli/present/export.hpp"
#include "cli/present/open_page.hpp"
#include "cli/present/picture.hpp"
#include "cli/present/select.hpp"
#include "cli/present/step.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/picture/picture.hpp"
#include "render/text/text.hpp"
#include "render/trace/trace.hpp"
#include "trace/table.hpp"

namespace attn {
namespace {

using Stages = std::vector<const Stage*>;

// The text of a walk from the first stage to the last.
std::string walk_text(const Trace& trace, Selection selection, const ViewChoice& choice) {
  Layout layout = choice.layout;
  const bool is_drawn = layout.view && is_picture(*layout.view);
  const bool names_none = !choice.names_stages() && choice.groups.empty() && !is_drawn;
  if (names_none && !trace.overview.empty() && choice.screen != Screen::step) {
    layout.is_overview = true;
    selection = overview_of(trace, std::move(selection));
  }
  if (!choice.names_stages() && !is_drawn)
    selection.stages = without_operands(trace, selection.stages, layout);
  return trace_text(trace, selection.stages, layout, selection.tables);
}

std::string screen_text(const Trace& trace, const Selection& selection, const ViewChoice& choice) {
  const Stages& stages = selection.stages;
  switch (choice.screen) {
    case Screen::json:
      return trace_json(trace, stages, selection.tables);
    case Screen::shapes:
      return shapes_text(trace, stages, choice.layout);
    case Screen::summary:
      return summary_text(trace, stages, choice.layout);
    case Screen::quiet:
      return choice.files.empty() ? bare_matrix_text(trace, *selection.result, choice.layout) : "";
    case Screen::plain:
    case Screen::step:
    case Screen::text:
      break;
  }
  return walk_text(trace, selection, choice);
}

// One stage after another: nine million records at once would need gigabytes. Tables, whose values
// are not all numbers, come only where they are named or asked for.
void print_plain(const Selection& selection, const ViewChoice& choice) {
  if (choice.result_alone && !choice.files.empty()) return;
  print_result(plain_header());
  if (choice.result_alone && selection.result)
    return print_result(plain_records(*selection.result));
  for (const Stage* stage : selection.stages) print_result(plain_records(*stage));
  for (const Table* table : selection.tables)
    if (choice.names_stages() || table->is_asked_for) print_result(table_records(*table));
}

// Text and JSON hold the warnings themselves; elsewhere they would be lost.
void print_warnings(const Trace& trace, Screen screen) {
  if (screen == Screen::text || screen == Screen::step || screen == Screen::json) return;
  if (trace.warnings.empty()) return;
  print_remark(message("attn: warning: {}", trace.warnings.front()));
  if (const std::size_t more = trace.warnings.size() - 1; more > 0)
    print_remark(message("attn: more warnings of this kind: {}", more));
}

// The tables that were asked for stay above the walk, which has matrices alone.
void print_above(const Selection& selection, const Layout& layout) {
  for (const Table* table : selection.tables)
    if (table->is_asked_for) print_result(table_text(*table, layout) + "\n");
}

}  // namespace

int present(const Trace& trace, const ViewChoice& wanted, const Presented& more) {
  ViewChoice choice = wanted;
  const Selection exported = selected(trace, choice);
  Selection selection = exported;
  // First: nothing is written where the screen is refused.
  choose_picture(trace, selection, choice);
  if (more.write_more) more.write_more();
  export_selection({trace, exported, choice, more.again, more.add_for_page});
  if (choice.screen == Screen::step) {
    if (input_is_terminal() && output_is_terminal()) {
      const Stages stages = choice.names_stages()
                                ? selection.stages
                                : without_operands(trace, selection.stages, choice.layout);
      print_above(selection, choice.layout);
      if (!choice.opened.empty()) open_page(choice.opened);
      return step_through(trace, stages, choice.layout);
    }
    print_remark(translated("attn: --step needs a terminal; here is everything at once"));
  }
  if (choice.screen == Screen::plain)
    print_plain(selection, choice);
  else if (choice.screen != Screen::json)
    print_screen(screen_text(trace, selection, choice));
  else
    print_result(screen_text(trace, selection, choice));
  if (!choice.opened.empty()) open_page(choice.opened);
  print_warnings(trace, choice.screen);
  return kDone;
}

}  // namespace attn
