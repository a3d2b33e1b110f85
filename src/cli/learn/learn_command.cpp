#include "cli/learn/learn_command.hpp"

#include "base/message.hpp"
#include "cli/terminal/terminal.hpp"

namespace attn {

void LearnCommand::add_to(FlagTable& table) {
  flags.add_to(table);
  files.add_to(table);
  const FlagGroup shown(table, translated("What is shown"));
  shown.flag(curve, translated("The losses as a picture; on a terminal it is always there"));
  shown.value(screen.explain, "0|1|2", translated("Words: none, or sentences"));
  screen.add_screen_flags(FlagGroup(table, translated("Screen")));
  const FlagGroup programs(table, translated("For other programs"));
  programs.flag(json, translated("One JSON document, schema attn.learn/1"));
  programs.flag(plain, translated("The curve as tab-separated records, one a point"));
}

bool LearnCommand::is_live() const { return output_is_terminal() && errors_are_redrawable(); }

PrintedCurve::Form LearnCommand::curve_form() const {
  if (plain) return PrintedCurve::Form::records;
  return json || is_live() ? PrintedCurve::Form::none : PrintedCurve::Form::rows;
}

bool LearnCommand::has_progress() const {
  if (!errors_are_redrawable()) return false;
  return output_is_terminal() ? !plain : is_for_programs();
}

// It prints nothing before its end.
bool LearnCommand::shows_progress_of_comparison() const { return errors_are_redrawable(); }

}  // namespace attn
