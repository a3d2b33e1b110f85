#include "cli/complexity/measure_progress.hpp"

#include "base/count.hpp"
#include "base/message.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/live_text.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/measure/measure.hpp"
#include "render/text/text.hpp"

namespace attn {
namespace {

std::string repeated(const std::string& glyph, std::size_t n) {
  std::string text;
  for (std::size_t i = 0; i < n; ++i) text += glyph;
  return text;
}

std::string bar(const MeasureStep& step, Glyphs glyphs) {
  constexpr std::size_t kColumns = 12;
  const std::size_t n_done = kColumns * step.n_done / step.n_steps;
  const bool is_ascii = glyphs == Glyphs::ascii;
  return repeated(is_ascii ? "#" : "⣿", n_done) + repeated(is_ascii ? "." : "⣀", kColumns - n_done);
}

}  // namespace

std::string progress_line(const MeasureStep& step, const MeasurePlan& plan, const Layout& layout) {
  const std::string what =
      step.series ? message("n {}", count_text(step.tokens)) + "  " + label_of(*step.series, plan)
                  : translated("ceiling");
  std::string line;
  for (const std::string& part : {std::string(translated("measuring")), bar(step, layout.glyphs),
                                  message("{} of {}", step.n_done + 1, step.n_steps), what}) {
    // The last column stays free: a terminal may wrap the line there.
    if (display_width(line) + 2 + display_width(part) >= layout.width) break;
    line += (line.empty() ? " " : "  ") + part;
  }
  return line;
}

Measurement measured_with_progress(const MeasurePlan& plan, const Layout& layout) {
  leave_at_interrupt();
  if (!errors_are_redrawable())
    return measured(plan, this_machine(), [](const MeasureStep& step) {
      if (step.n_done == 0)
        print_remark(message("measuring, {} steps; this can take a minute.", step.n_steps));
    });
  Layout screen = layout;
  screen.width = terminal_width();
  LiveText line;
  return measured(plan, this_machine(),
                  [&](const MeasureStep& step) { line.show(progress_line(step, plan, screen)); });
}

}  // namespace attn
