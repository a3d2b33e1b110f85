#include "cli/present/present.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/figure/figure.hpp"
#include "cli/flags/flag.hpp"
#include "cli/present/pages.hpp"
#include "cli/present/shown.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/file.hpp"
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

void print_walk(const Trace& trace, const Selection& selection, const ViewChoice& choice) {
  print_screen(walk_text(trace, selection, choice));
}

void print_json(const Trace& trace, const Selection& selection, const ViewChoice&) {
  print_result(trace_json(trace, selection.stages, selection.tables));
}

// One stage after another: nine million records at once would need gigabytes. Tables, whose values
// are not all numbers, come only where they are named or asked for.
void print_plain(const Trace&, const Selection& selection, const ViewChoice& choice) {
  if (choice.result_alone && !choice.files.empty()) return;
  print_result(plain_header());
  if (choice.result_alone && selection.result)
    return print_result(plain_records(*selection.result));
  for (const Stage* stage : selection.stages) print_result(plain_records(*stage));
  for (const Table* table : selection.tables)
    if (choice.names_stages() || table->is_asked_for) print_result(table_records(*table));
}

void print_statistics(const Trace& trace, const Selection& selection, const ViewChoice& choice) {
  print_screen(summary_text(trace, selection.stages, choice.layout));
}

void print_shapes(const Trace& trace, const Selection& selection, const ViewChoice& choice) {
  print_screen(shapes_text(trace, selection.stages, choice.layout));
}

void print_numbers(const Trace& trace, const Selection& selection, const ViewChoice& choice) {
  if (!choice.files.empty()) return;
  print_screen(bare_matrix_text(trace, *selection.result, choice.layout));
}

// A form of the screen: the flag that asks for it, how it is printed, and what it has room for.
struct ScreenForm {
  Screen screen;
  Flag ViewFlags::*flag;  // null of the usual one
  void (*print)(const Trace& trace, const Selection& selection, const ViewChoice& choice);
  ScreenRoom room{};
};
constexpr ScreenForm kScreens[] = {
    {Screen::text,
     nullptr,
     print_walk,
     {.tables = true, .warnings = true, .words = true, .pictures = true}},
    {Screen::step,
     &ViewFlags::step,
     print_walk,
     {.warnings = true, .words = true, .pictures = true}},
    {Screen::json,
     &ViewFlags::json,
     print_json,
     {.tables = true, .warnings = true, .words = true, .is_for_programs = true}},
    {Screen::plain, &ViewFlags::plain, print_plain, {.tables = true, .is_for_programs = true}},
    {Screen::summary, &ViewFlags::summary, print_statistics},
    {Screen::shapes, &ViewFlags::shapes_only, print_shapes},
    {Screen::quiet, &ViewFlags::quiet, print_numbers, {.pictures = true}}};

const ScreenForm& form_of(Screen screen) {
  return *std::find_if(std::begin(kScreens), std::end(kScreens),
                       [screen](const ScreenForm& form) { return form.screen == screen; });
}

void print_warnings(const Trace& trace) {
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

const ScreenRoom& room_of(Screen screen) { return form_of(screen).room; }

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
  const ScreenForm& form = form_of(choice.screen);
  form.print(trace, selection, choice);
  if (!choice.opened.empty()) open_page(choice.opened);
  if (!form.room.warnings) print_warnings(trace);
  return kDone;
}

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
  Flags screens;
  Screen chosen = Screen::text;
  for (const ScreenForm& form : kScreens) {
    if (!form.flag || !(flags.*form.flag)) continue;
    if (form.screen == Screen::quiet && wants_result_alone(flags)) continue;
    screens.push_back(flags.*form.flag);
    chosen = form.screen;
    if (form.screen != Screen::step) refuse_beside(screens.back(), {flags.arithmetic});
  }
  refuse_two_of(screens);
  return chosen;
}

// The flags of the screens that one can say something of.
template <class Is>
Flags screens_that(const Is& are, const ViewFlags& flags = {}) {
  Flags screens;
  for (const ScreenForm& form : kScreens)
    if (form.flag && are(form)) screens.push_back(flags.*form.flag);
  return screens;
}

bool are_for_programs(const ScreenForm& form) { return form.room.is_for_programs; }

std::vector<std::string> names_of(const Flags& flags) {
  std::vector<std::string> names;
  for (const Flag& flag : flags) names.push_back(flag.name());
  return names;
}

}  // namespace

std::vector<std::string> screens_without_tables() {
  return names_of(screens_that([](const ScreenForm& form) { return !form.room.tables; }));
}

void ViewFlags::add_to(FlagTable& table) {
  const FlagGroup which(table, translated("Stages"));
  const FlagGroup forms = which.in_page(PageRole::nowhere);
  // An example says what to look at first; who asks for another screen wants it all.
  const std::vector<std::string> others =
      names_of(screens_that([](const ScreenForm& form) { return form.screen != Screen::step; }));
  const auto and_others = [&others](std::vector<std::string> flags) {
    flags.insert(flags.end(), others.begin(), others.end());
    return FlagRules{.yields_to = std::move(flags)};
  };
  const FlagRules statistics =
      and_others({"--stage", "--from", "--to", "--step", "--arithmetic", "--view"});
  which.values(stages, "NAME,...", translated("Only these stages; may be repeated"),
               and_others({"--from", "--to", "--step"}));
  which.value(from, "NAME", translated("From this stage on"), and_others({"--stage"}));
  which.value(to, "NAME", translated("Up to this stage"), and_others({"--stage"}));
  forms.flag(step, translated("Walk through the stages with the keyboard"));
  forms.flag(summary, translated("One line of statistics a stage"), statistics);
  forms.flag(shapes_only, translated("One line with the shape of each stage"), statistics);
  forms.flag(quiet, translated("Only the numbers of the last stage; with -o, nothing"));
  which.flag(arithmetic, translated("Spell out how each cell is worked out"));
  forms.value(explain, "0|1|2", translated("Words: none, a sentence a stage, or more"));

  const FlagGroup screen(table, translated("Screen"), PageRole::nowhere);
  screen.value(view, "KIND",
               translated("numbers, heat, both, waves, or a picture: rows, boxes, bars, arcs, "
                          "chain, panels, flow"),
               {.yields_to = {"--quiet"}});
  screen.value(row, "NAME", translated("Of rows, bars, arcs or chain, this query alone"));
  screen.in_page(PageRole::kept)
      .value(precision, "N", translated("Decimals (default 3); whole numbers have none"));
  add_screen_flags(screen);

  const FlagGroup programs(table, translated("For other programs"), PageRole::nowhere);
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
  return open || !given_among(screens_that(are_for_programs, *this)).empty() ||
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
    refuse_beside(open, screens_that(are_for_programs, *this));
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
  const bool shows_tables = room_of(choice.screen).tables;
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

namespace {

// So that what its stages hold can be counted in 64 bits.
constexpr std::uint64_t kMostSequences = 1'000'000;

bool has_shapes(const Table& table) {
  return std::any_of(table.columns.begin(), table.columns.end(),
                     [](const Column& column) { return column.id == "shape"; });
}

// Whether a table with shapes is named, which is the only place for them among records.
bool names_shapes(const ViewChoice& view, const Trace& trace) {
  return std::any_of(trace.tables.begin(), trace.tables.end(), [&view](const Table& table) {
    return has_shapes(table) &&
           std::find(view.stages.begin(), view.stages.end(), table.id) != view.stages.end();
  });
}

}  // namespace

arma::uword n_batch_of(const Flag& batch) { return batch.count(1, kMostSequences).value_or(0); }

void require_shapes_shown(const Flag& batch, const ViewChoice& view, const Trace& trace) {
  const bool shows_none =
      view.screen == Screen::quiet || (view.screen == Screen::plain && !names_shapes(view, trace));
  if (!batch || !shows_none) return;
  throw InputError(message("{} changes shapes alone, and {} shows none. Leave one of them out.",
                           batch.name(), view.screen == Screen::quiet ? "--quiet" : "--plain"));
}

namespace {

// A place along one side of a stage. What the side consists of is said in whole sentences, because
// languages differ in more than that word.
struct Side {
  const Axis& axis;
  arma::uword n;
  bool has_rows;
};

bool has_several(const std::vector<std::string>& labels, const std::string& name) {
  return std::count(labels.begin(), labels.end(), name) > 1;
}

// The place that was typed, among `n`, in whatever width. Of several that are called so only a
// number says which.
std::optional<arma::uword> place_typed(const std::string& name, const Axis& axis, arma::uword n) {
  const auto place = axis.find_place(name, n);
  const std::string plain = plain_value(name);
  if (place || (has_several(axis.labels, name) && !are_ascii_digits(plain))) return place;
  return axis.find_place(plain, n);
}

// The same, and tells where a number was taken that several are called.
std::optional<arma::uword> place_told(const std::string& flag, const std::string& name,
                                      const Axis& axis, arma::uword n) {
  const auto place = place_typed(name, axis, n);
  if (place && (has_several(axis.labels, name) || has_several(axis.labels, plain_value(name))))
    tell_reading(
        message("{0} {1}: several are called that, so it was read as a number, counted from 0.",
                flag, name));
  return place;
}

[[noreturn]] void refuse_place(const std::string& flag, const Stage& stage, const Side& side,
                               const std::string& typed) {
  const std::vector<std::string>& labels = side.axis.labels;
  const arma::uword last = side.n - 1;
  const std::string name = typed.empty() ? "''" : preview(typed);
  const auto first = std::find(labels.begin(), labels.end(), typed);
  if (first != labels.end()) {
    const auto second = std::find(first + 1, labels.end(), typed) - labels.begin();
    const auto place = first - labels.begin();
    throw InputError(
        side.has_rows
            ? message("{} {}: that is both row {} and row {} of {}. Give the number.", flag, name,
                      place, second, stage.id)
            : message("{} {}: that is both column {} and column {} of {}. Give the number.", flag,
                      name, place, second, stage.id));
  }
  if (labels.empty())
    throw InputError(side.has_rows
                         ? message("{} {}: {} has rows 0 to {}.", flag, name, stage.id, last)
                         : message("{} {}: {} has columns 0 to {}.", flag, name, stage.id, last));
  throw InputError(side.has_rows ? message("{} {}: {} has no such row. It has {}, or 0 to {}.",
                                           flag, name, stage.id, listed(labels), last)
                                 : message("{} {}: {} has no such column. It has {}, or 0 to {}.",
                                           flag, name, stage.id, listed(labels), last));
}

arma::uword place_along(const Side& side, const std::string& flag, const Stage& stage,
                        const std::string& name) {
  if (const auto place = place_told(flag, name, side.axis, side.n)) return *place;
  refuse_place(flag, stage, side, name);
}

}  // namespace

arma::uword row_named(const std::string& flag, const Stage& stage, const std::string& name) {
  return place_along({stage.rows, stage.value.n_rows, true}, flag, stage, name);
}

arma::uword col_named(const std::string& flag, const Stage& stage, const std::string& name) {
  return place_along({stage.cols, stage.value.n_cols, false}, flag, stage, name);
}

bool names_place(const std::string& text, const std::vector<std::string>& tokens) {
  return place_typed(text, {"", tokens}, tokens.size()) || has_several(tokens, text);
}

std::optional<arma::uword> place_named(const std::string& flag, const std::string& text,
                                       const std::vector<std::string>& tokens) {
  const auto place = place_told(flag, text, {"", tokens}, tokens.size());
  if (place || !has_several(tokens, text)) return place;
  const auto first = std::find(tokens.begin(), tokens.end(), text);
  const auto second = std::find(first + 1, tokens.end(), text);
  throw InputError(
      message("{0} {1}: that is both token {2} and token {3}, counted from 0. Give the number.",
              flag, preview(text), first - tokens.begin(), second - tokens.begin()));
}

}  // namespace attn
