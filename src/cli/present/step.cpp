#include <algorithm>
#include <optional>
#include <utility>

#include "cli/present/shown.hpp"
#include "cli/terminal/keys.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/picture/picture.hpp"
#include "render/trace/trace.hpp"

namespace attn {
namespace {

// Draws screens over one another, so that a walk leaves only its last one behind.
class Redraw {
 public:
  void draw(const std::string& screen) {
    const std::string start = n_lines_ == 0 ? "" : fmt_up(n_lines_);
    print_result(start + std::string(kEraseLine) + screen);
    n_lines_ = static_cast<std::size_t>(std::count(screen.begin(), screen.end(), '\n'));
  }

  // After a resize nobody knows where the old lines ended up: start on a clear screen.
  void start_over() {
    print_result("\033[H\033[2J");
    n_lines_ = 0;
  }

  void forget() { n_lines_ = 0; }

 private:
  static std::string fmt_up(std::size_t n) { return "\033[" + std::to_string(n) + "A"; }

  std::size_t n_lines_ = 0;
};

unsigned width_now() { return std::max(kMinWidth, terminal_width()); }

constexpr arma::uword kRowsOfPage = 10;

void move_cell(Cell& cell, Key key, const arma::mat& value) {
  if (key == Key::page_up) cell.row -= std::min(cell.row, kRowsOfPage);
  if (key == Key::page_down) cell.row += kRowsOfPage;  // the last one at most, see below
  if (key == Key::row_start) cell.col = 0;
  if (key == Key::row_end) cell.col = value.n_cols - 1;
  if (key == Key::up && cell.row > 0) --cell.row;
  if (key == Key::down && cell.row + 1 < value.n_rows) ++cell.row;
  if (key == Key::left && cell.col > 0) --cell.col;
  if (key == Key::right && cell.col + 1 < value.n_cols) ++cell.col;
}

// The next view in which this stage looks different.
void change_view(const Trace& trace, const Stage& stage, const StepState& state, Layout& layout) {
  const auto drawn = [&](std::optional<View> view) {
    Layout other = layout;
    other.view = view;
    return stage_text(trace, stage, other, state.cell);
  };
  const auto views = views_in_turn(trace, stage, layout, state.cell);
  const std::string shown = drawn(layout.view);
  const auto now = std::find_if(views.begin(), views.end(),
                                [&](const auto& view) { return drawn(view) == shown; });
  layout.view = now == views.end() || now + 1 == views.end() ? views.front() : now[1];
}

// The stage that the digits typed one after another name: 1 and 2 are stage 1, then stage 12.
void take_digit(StepState& state, unsigned digit, std::size_t n_stages) {
  const std::size_t longer = state.typed_stage * 10 + digit;
  state.typed_stage = longer <= n_stages ? longer : digit;
  if (state.typed_stage > 0) state.stage = std::min(state.typed_stage, n_stages) - 1;
}

// What a key does to the place in the walk and to the look of it. While help is open, it closes
// that.
void act_on(const KeyPress& typed, const Trace& trace, const std::vector<const Stage*>& stages,
            StepState& state, Layout& layout) {
  if (std::exchange(state.help, false)) return;
  const std::size_t last = stages.size() - 1;
  KeyPress press = typed;
  if (press.key == Key::digit && press.digit == 0 && state.typed_stage == 0)
    press.key = Key::row_start;
  if (press.key != Key::digit) state.typed_stage = 0;
  switch (press.key) {
    case Key::next:
      state.stage = std::min(state.stage + 1, last);
      break;
    case Key::back:
      state.stage -= state.stage > 0 ? 1 : 0;
      break;
    case Key::first:
      state.stage = 0;
      break;
    case Key::last:
      state.stage = last;
      break;
    case Key::previous_group:
    case Key::next_group:
      state.stage = in_neighbour_group(stages, state.stage, press.key == Key::next_group);
      break;
    case Key::digit:
      take_digit(state, press.digit, stages.size());
      break;
    case Key::explain:
      layout.explain = (layout.explain + 1) % 3;
      break;
    case Key::view:
      change_view(trace, *stages[state.stage], state, layout);
      break;
    case Key::help:
      state.help = true;
      break;
    default:
      move_cell(state.cell, press.key, stages[state.stage]->value);
      break;
  }
  const arma::mat& value = stages[state.stage]->value;
  state.cell.row = std::min(state.cell.row, value.n_rows - 1);
  state.cell.col = std::min(state.cell.col, value.n_cols - 1);
}

// A walk of pictures begins at the query that they would show by themselves.
arma::uword first_row(const std::vector<const Stage*>& stages, const Layout& layout) {
  if (!layout.view || !is_stage_picture(*layout.view)) return 0;
  for (const Stage* stage : stages)
    if (holds_shares(*stage))
      return find_row(*stage, layout.row).value_or(most_telling_row(*stage));
  return 0;
}

}  // namespace

int step_through(const Trace& trace, const std::vector<const Stage*>& stages, Layout layout) {
  RawTerminal terminal;
  Redraw screen;
  StepState state;
  state.cell.row = std::min(first_row(stages, layout), stages.front()->value.n_rows - 1);
  for (;;) {
    screen.draw(step_screen(trace, stages, state, layout, terminal_height()));
    const KeyPress press = terminal.read_key();
    switch (press.key) {
      case Key::quit:
      case Key::escape:
        if (state.help) {
          state.help = false;
          break;
        }
        return kDone;
      case Key::interrupt:
        return kInterrupted;
      case Key::suspend:
        terminal.suspend();
        layout.width = width_now();
        screen.forget();
        break;
      case Key::resized:
        layout.width = width_now();
        screen.start_over();
        break;
      default:
        act_on(press, trace, stages, state, layout);
        break;
    }
  }
}

}  // namespace attn
