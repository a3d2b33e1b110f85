#include "cli/present.hpp"

#include <algorithm>

#include "cli/exit_code.hpp"
#include "cli/export.hpp"
#include "cli/flag_values.hpp"
#include "cli/output.hpp"
#include "cli/step.hpp"
#include "cli/terminal.hpp"
#include "core/error.hpp"
#include "core/message.hpp"
#include "render/json.hpp"
#include "render/tables.hpp"
#include "render/text.hpp"

namespace attn {
namespace {

using Stages = std::vector<const Stage*>;

std::vector<std::string> stage_names(const Trace& trace) {
  std::vector<std::string> names;
  for (const Stage& stage : trace.stages)
    if (std::find(names.begin(), names.end(), stage.id) == names.end()) names.push_back(stage.id);
  return names;
}

// The stages named one by one, in the order of the trace.
Stages named_stages(const Trace& trace, const std::vector<std::string>& wanted) {
  const std::vector<std::string> names = stage_names(trace);
  for (const std::string& name : wanted) choice_value("--stage", name, names);
  Stages stages;
  for (const Stage& stage : trace.stages)
    if (std::find(wanted.begin(), wanted.end(), stage.id) != wanted.end()) stages.push_back(&stage);
  return stages;
}

Stages stages_between(const Trace& trace, const std::string& from, const std::string& to) {
  const std::vector<std::string> names = stage_names(trace);
  const std::size_t first = from.empty() ? 0 : choice_value("--from", from, names);
  const std::size_t last = to.empty() ? names.size() - 1 : choice_value("--to", to, names);
  if (first > last) throw InputError(message("--from {} comes after --to {}.", from, to));
  Stages stages;
  for (const Stage& stage : trace.stages) {
    const auto place =
        static_cast<std::size_t>(std::find(names.begin(), names.end(), stage.id) - names.begin());
    if (place >= first && place <= last) stages.push_back(&stage);
  }
  return stages;
}

std::string screen_text(const Trace& trace, const Stages& stages, const ViewChoice& choice) {
  switch (choice.screen) {
    case Screen::json:
      return trace_json(trace, stages);
    case Screen::shapes:
      return shapes_text(trace, stages, choice.layout);
    case Screen::summary:
      return summary_text(trace, stages, choice.layout);
    case Screen::quiet:
      return choice.files.empty() ? bare_matrix_text(trace, *stages.back(), choice.layout) : "";
    case Screen::plain:
    case Screen::step:
    case Screen::text:
      break;
  }
  return trace_text(trace, stages, choice.layout);
}

// One stage after another: nine million records at once would need gigabytes.
void print_plain(const Stages& stages) {
  print_result(plain_header());
  for (const Stage* stage : stages) print_result(plain_records(*stage));
}

// Text and JSON hold the warnings themselves; elsewhere they would be lost.
void print_warnings(const Trace& trace, Screen screen) {
  if (screen == Screen::text || screen == Screen::step || screen == Screen::json) return;
  if (trace.warnings.empty()) return;
  print_remark(message("attn: warning: {}", trace.warnings.front()));
  if (const std::size_t more = trace.warnings.size() - 1; more > 0)
    print_remark(message("attn: more warnings of this kind: {}", more));
}

}  // namespace

int present(const Trace& trace, const ViewChoice& choice) {
  Stages stages = choice.stages.empty() ? stages_between(trace, choice.from, choice.to)
                                        : named_stages(trace, choice.stages);
  export_stages(trace, stages, choice);
  const bool is_walk = choice.screen == Screen::text || choice.screen == Screen::step;
  if (is_walk && !choice.names_stages()) stages = without_operands(trace, stages, choice.layout);
  if (choice.screen == Screen::step) {
    if (input_is_terminal() && output_is_terminal())
      return step_through(trace, stages, choice.layout);
    print_remark(translated("attn: --step needs a terminal; here is everything at once"));
  }
  if (choice.screen == Screen::plain)
    print_plain(stages);
  else
    print_result(screen_text(trace, stages, choice));
  print_warnings(trace, choice.screen);
  return kDone;
}

}  // namespace attn
