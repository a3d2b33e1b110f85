#include "render/trace/step_screen.hpp"

#include <algorithm>

#include "base/message.hpp"
#include "base/text.hpp"
#include "render/curve/stage_plot.hpp"
#include "render/curve/stage_waves.hpp"
#include "render/text/display_width.hpp"
#include "render/text/wrap.hpp"
#include "render/trace/spelled_out.hpp"
#include "render/trace/stage_text.hpp"
#include "render/trace/title.hpp"

namespace attn {
namespace {

constexpr unsigned kStepIndent = 3;
constexpr std::size_t kFewestRows = 3;

// The names of the stages, the current one in brackets. A group that is not the current one stands
// there by its name alone.
std::string tabs(const std::vector<const Stage*>& stages, std::size_t current, unsigned width) {
  const std::string& open_group = stages[current]->group;
  std::string text, group_before;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const auto& [name, group] = std::pair(stages[i]->id, stages[i]->group);
    const bool is_closed = !group.empty() && group != open_group;
    if (!group.empty() && group != group_before) text += group + (is_closed ? "  " : ": ");
    group_before = group;
    if (!is_closed) text += (i == current ? "[" + upper_case(name) + "]" : name) + "  ";
  }
  text += fmt::format(" {}/{}", current + 1, stages.size());
  return wrap(text, width, kStepIndent);
}

std::string cell_text(const Trace& trace, const Stage& stage, Cell cell, const Layout& layout) {
  std::string line = spelled_out(trace, stage, cell, layout);
  if (line.empty())
    line =
        cell_name(stage, cell) + " = " + format_of(stage, layout)(stage.value(cell.row, cell.col));
  const std::string start = translated("cell");
  const auto indent = display_width(start) + 3;
  const std::string note = layout.explain > 0 ? note_on_rounding(line) : "";
  return wrap(start + "   " + line, layout.width, kStepIndent, indent) +
         (note.empty() ? "" : wrap(note, layout.width, kStepIndent + indent));
}

// As --view calls it.
std::string view_name(std::optional<View> view) {
  for (const auto& [each, name] : kViews)
    if (view == each) return name;
  return "auto";
}

bool has_heads(const std::vector<const Stage*>& stages) {
  return std::any_of(stages.begin(), stages.end(),
                     [](const Stage* stage) { return !stage->group.empty(); });
}

// "1, 2, .. 9"
std::string digit_keys(std::size_t n_stages) {
  if (n_stages == 1) return "1";
  return n_stages == 2 ? std::string(translated("1, 2")) : message("1, 2, .. {}", n_stages);
}

// Keys, and what they do.
using KeyHelp = std::vector<std::pair<std::string, std::string>>;

KeyHelp key_help(const Trace& trace, const std::vector<const Stage*>& stages,
                 const StepState& state, const Layout& layout) {
  std::string views;
  for (const auto& view : views_in_turn(trace, *stages[state.stage], layout, state.cell))
    views += (views.empty() ? "" : translated(", ")) + view_name(view);
  KeyHelp help{{translated("space, n, Tab"), translated("next stage")},
               {translated("b, backspace"), translated("previous stage")},
               {digit_keys(stages.size()), translated("jump to a stage")},
               {translated("g, G, Home, End"), translated("first stage, last stage")},
               {translated("arrows, h j k l"), translated("move to another cell of the matrix")},
               {translated("PgUp, PgDn"), translated("ten rows up or down")},
               {translated("0, $"), translated("first column, last column")},
               {"e", translated("explain less or more")},
               {"v", message("how this stage is drawn: {}", views)},
               {"?", translated("this help")},
               {translated("q, escape"), translated("quit; the screen stays")}};
  if (has_heads(stages))
    help.insert(help.begin() + 4,
                {translated("[, ]"), translated("the same stage of the previous or next head")});
  return help;
}

std::string step_help(const KeyHelp& help, const Layout& layout) {
  constexpr unsigned kGap = 3;
  unsigned keys_width = 0;
  for (const auto& [keys, what] : help) keys_width = std::max(keys_width, display_width(keys));
  std::string text;
  for (const auto& [keys, what] : help)
    text += wrap(pad_right(keys, keys_width + kGap) + what, layout.width, kStepIndent,
                 keys_width + kGap);
  return text;
}

// The keys, or where no stages are named, only those that show the others.
std::string keys_text(const std::vector<const Stage*>& stages, const StepState& state,
                      const Layout& layout) {
  const Painter paint(layout);
  const std::string keys =
      state.help ? std::string(translated("any key closes this help"))
      : stages.empty()
          ? std::string(translated("? help  q quit"))
          : message("space next  b back  arrows cell  {}v: {}  e words  1-{} go  ? help  q quit",
                    has_heads(stages) ? translated("[ ] head  ") : "", view_name(layout.view),
                    stages.size());
  std::string text = wrap(unbroken_parts(keys), layout.prose_width(), kStepIndent);
  text.pop_back();  // the cursor rests at the end of the last line
  return paint(Style::Kind::quiet, text);
}

// The parts of a screen above its keys, in the order in which they stand there.
struct Body {
  std::string title, tabs, stage, cell;

  std::string text() const { return title + tabs + stage + cell; }
};

Body body_of(const Trace& trace, const std::vector<const Stage*>& stages, const StepState& state,
             const Layout& layout) {
  const Stage& stage = *stages[state.stage];
  Body body{.title = title_text(trace, layout) + "\n",
            .tabs = tabs(stages, state.stage, layout.width) + "\n",
            .stage = {},
            .cell = {}};
  if (state.help) {
    body.stage = step_help(key_help(trace, stages, state, layout), layout) + "\n";
    return body;
  }
  body.stage = stage_text(trace, stage, layout, state.cell) + "\n";
  body.cell = cell_text(trace, stage, state.cell, layout) + "\n";
  return body;
}

std::string body_text(const Trace& trace, const std::vector<const Stage*>& stages,
                      const StepState& state, const Layout& layout) {
  return body_of(trace, stages, state, layout).text();
}

// What is left of a screen that is too tall however little is explained: the title goes first, then
// the names of the stages, then the end of the stage; what the cell comes from goes last.
std::string squeezed(Body body, std::size_t room) {
  if (n_lines_of(body.text()) > room) body.title.clear();
  if (n_lines_of(body.text()) > room) body.tabs.clear();
  if (n_lines_of(body.text()) > room && !body.cell.empty()) body.cell.pop_back();  // a blank line
  if (n_lines_of(body.text()) <= room) return body.text();
  const std::size_t n_cell = std::min(n_lines_of(body.cell), room);
  const std::size_t n_stage = room - n_cell;
  const bool has_sign = n_stage > 1;  // that something is missing
  return first_lines(body.stage, n_stage - (has_sign ? 1 : 0)) +
         (has_sign ? std::string(kStepIndent, ' ') + "..\n" : "") + first_lines(body.cell, n_cell);
}

}  // namespace

std::vector<std::optional<View>> views_in_turn(const Trace& trace, const Stage& stage,
                                               const Layout& layout, Cell selected) {
  std::vector<std::optional<View>> views;
  std::vector<std::string> drawn;
  for (const std::optional<View> view :
       {std::optional<View>(), {View::numbers}, {View::heat}, {View::both}, {View::waves}}) {
    if (view == View::waves && !draws_waves(stage) && !draws_plot(stage)) continue;
    Layout other = layout;
    other.view = view;
    std::string text = stage_text(trace, stage, other, selected);
    if (std::find(drawn.begin(), drawn.end(), text) != drawn.end()) continue;
    views.push_back(view);
    drawn.push_back(std::move(text));
  }
  return views;
}

std::size_t in_neighbour_group(const std::vector<const Stage*>& stages, std::size_t current,
                               bool forward) {
  const Stage& here = *stages[current];
  const auto is_other = [&here](const Stage* stage) {
    return !stage->group.empty() && stage->group != here.group &&
           (here.group.empty() || stage->id == here.id);
  };
  if (forward) {
    const auto found =
        std::find_if(stages.begin() + static_cast<long>(current), stages.end(), is_other);
    return found == stages.end() ? current : static_cast<std::size_t>(found - stages.begin());
  }
  const auto before = stages.rend() - static_cast<long>(current);
  const auto found = std::find_if(before, stages.rend(), is_other);
  return found == stages.rend() ? current : static_cast<std::size_t>(stages.rend() - found) - 1;
}

std::string step_screen(const Trace& trace, const std::vector<const Stage*>& stages,
                        const StepState& state, const Layout& layout, std::size_t height) {
  std::string keys = keys_text(stages, state, layout);
  std::size_t room = height - std::min(height, n_lines_of(keys) + 1);
  Layout fitted = layout;
  std::string body = body_text(trace, stages, state, fitted);
  if (n_lines_of(body) <= room) return body + keys;

  // All rows, but no operand that is taller; then one row fewer for each line too many;
  // then give back what fits after all.
  const std::size_t n_rows = stages[state.stage]->value.n_rows;
  fitted.max_rows = std::max(kFewestRows, std::min(layout.max_rows, n_rows));
  body = body_text(trace, stages, state, fitted);
  while (n_lines_of(body) > room && fitted.max_rows > kFewestRows) {
    const std::size_t n_over = n_lines_of(body) - room;
    fitted.max_rows -= std::min(n_over, fitted.max_rows - kFewestRows);
    body = body_text(trace, stages, state, fitted);
  }
  while (n_lines_of(body) > room && fitted.explain > 0) {
    --fitted.explain;
    body = body_text(trace, stages, state, fitted);
  }
  while (n_lines_of(body) <= room && fitted.max_rows < layout.max_rows) {
    ++fitted.max_rows;
    std::string taller = body_text(trace, stages, state, fitted);
    if (n_lines_of(taller) > room) break;
    body = std::move(taller);
  }
  if (n_lines_of(body) <= room) return body + keys;
  keys = keys_text({}, state, layout);
  room = height - std::min(height, n_lines_of(keys) + 1);
  return squeezed(body_of(trace, stages, state, fitted), room) + keys;
}

}  // namespace attn
