#include "cli/present/step.hpp"

#include <algorithm>

#include "cli/exit_code.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/raw_terminal.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/curve/stage_waves.hpp"
#include "render/trace/step_screen.hpp"

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

void move_cell(Cell& cell, Key key, const arma::mat& value) {
  if (key == Key::up && cell.row > 0) --cell.row;
  if (key == Key::down && cell.row + 1 < value.n_rows) ++cell.row;
  if (key == Key::left && cell.col > 0) --cell.col;
  if (key == Key::right && cell.col + 1 < value.n_cols) ++cell.col;
}

void change_view(Layout& layout, const Stage& stage) {
  if (!layout.view)
    layout.view = View::numbers;
  else if (layout.view == View::numbers)
    layout.view = View::heat;
  else if (layout.view == View::heat)
    layout.view = View::both;
  else if (layout.view == View::both && draws_waves(stage))
    layout.view = View::waves;
  else
    layout.view.reset();
}

// What a key does to the place in the walk and to the look of it.
void act_on(const KeyPress& press, const std::vector<const Stage*>& stages, StepState& state,
            Layout& layout) {
  const std::size_t last = stages.size() - 1;
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
      state.stage = std::min<std::size_t>(press.digit - 1, last);
      break;
    case Key::explain:
      layout.explain = (layout.explain + 1) % 3;
      break;
    case Key::view:
      change_view(layout, *stages[state.stage]);
      break;
    case Key::help:
      state.help = !state.help;
      break;
    default:
      move_cell(state.cell, press.key, stages[state.stage]->value);
      break;
  }
  const arma::mat& value = stages[state.stage]->value;
  state.cell.row = std::min(state.cell.row, value.n_rows - 1);
  state.cell.col = std::min(state.cell.col, value.n_cols - 1);
}

}  // namespace

int step_through(const Trace& trace, const std::vector<const Stage*>& stages, Layout layout) {
  RawTerminal terminal;
  Redraw screen;
  StepState state;
  for (;;) {
    screen.draw(step_screen(trace, stages, state, layout, terminal_height()));
    const KeyPress press = terminal.read_key();
    switch (press.key) {
      case Key::quit:
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
        act_on(press, stages, state, layout);
        break;
    }
  }
}

}  // namespace attn
