#include "cli/present/select.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "cli/figure/figure_file.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/present/open_page.hpp"
#include "render/trace/trace.hpp"

namespace attn {
namespace {

using Names = std::vector<std::string>;

bool contains(const Names& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::size_t place_of(const Names& names, const std::string& name) {
  return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

Names stage_names(const Trace& trace) {
  Names names;
  for (const Stage& stage : trace.stages)
    if (!contains(names, stage.id)) names.push_back(stage.id);
  return names;
}

bool is_wanted_group(const Stage& stage, const ViewChoice& choice) {
  return choice.groups.empty() || stage.group.empty() || contains(choice.groups, stage.group);
}

void keep_named(const Trace& trace, const ViewChoice& choice, Selection& selection) {
  Names names = stage_names(trace);
  for (const Table& table : trace.tables) names.push_back(table.id);
  for (const std::string& name : choice.stages) choice_value("--stage", name, names);
  std::erase_if(selection.stages, [&](auto* stage) { return !contains(choice.stages, stage->id); });
  std::erase_if(selection.tables, [&](auto* table) {
    return !table->is_asked_for && !contains(choice.stages, table->id);
  });
}

void keep_between(const Trace& trace, const ViewChoice& choice, Selection& selection) {
  const Names names = stage_names(trace);
  const std::size_t first = choice.from.empty() ? 0 : choice_value("--from", choice.from, names);
  const std::size_t last =
      choice.to.empty() ? names.size() - 1 : choice_value("--to", choice.to, names);
  if (first > last)
    throw InputError(message("--from {} comes after --to {}.", choice.from, choice.to));
  std::erase_if(selection.stages, [&](const Stage* stage) {
    const std::size_t place = place_of(names, stage->id);
    return place < first || place > last;
  });
  std::erase_if(selection.tables, [](auto* table) { return !table->is_asked_for; });
}

// Tables have a place on the screen and on pages; a sheet of heads is a figure, too.
void require_a_matrix(const Trace& trace, const Selection& selection, const ViewChoice& choice) {
  const bool shows_tables = choice.screen == Screen::text || choice.screen == Screen::json ||
                            choice.screen == Screen::plain;
  const bool shows_files = choice.screen == Screen::quiet && !choice.files.empty();
  const auto holds_them = [&](const std::string& path) {
    return is_page_file(path) || (trace.sketches && figure_format_of(path));
  };
  const bool have_a_place = std::all_of(choice.files.begin(), choice.files.end(), holds_them);
  if (!selection.stages.empty() || ((shows_tables || shows_files) && have_a_place)) return;
  if (choice.stages.empty())
    throw InputError(
        translated("There are tables here, and no matrix: they are shown as text, with --json and "
                   "with --plain."));
  throw InputError(message(
      "{} is a table, not a matrix: it is shown as text, with --json and with --plain. Name "
      "a stage too, or leave out --stage.",
      choice.stages.front()));
}

}  // namespace

Selection selected(const Trace& trace, const ViewChoice& choice) {
  Selection selection;
  for (const Stage& stage : trace.stages)
    if (is_wanted_group(stage, choice)) selection.stages.push_back(&stage);
  for (const Table& table : trace.tables) selection.tables.push_back(&table);
  if (!choice.stages.empty())
    keep_named(trace, choice, selection);
  else if (choice.names_stages())
    keep_between(trace, choice, selection);
  require_a_matrix(trace, selection, choice);
  if (selection.stages.empty()) return selection;
  selection.result = selection.stages.back();
  if (!choice.names_stages() && !trace.result.empty())
    selection.result = &trace.stage(trace.result);
  return selection;
}

Selection overview_of(const Trace& trace, Selection all) {
  if (trace.overview.empty()) return all;
  std::erase_if(all.stages, [&](auto* stage) {
    return !contains(trace.overview, stage->id) && !contains(trace.overview, stage_name(*stage));
  });
  std::erase_if(all.tables, [&](auto* table) {
    return !table->is_asked_for && !contains(trace.overview, table->id);
  });
  return all;
}

}  // namespace attn
