#include <memory>

#include "base/message.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/flags/example_flags.hpp"
#include "cli/mask/mask_flags.hpp"
#include "cli/present/present.hpp"
#include "cli/present/view_flags.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/pager.hpp"
#include "mechanisms/attention/attention.hpp"
#include "render/trace/trace.hpp"

namespace attn {
namespace {

struct MaskCommand {
  MaskFlags mask;
  ViewFlags view;
  ExampleFlags example;
};

// Code alone, so that it can be piped into a file; what the reader should know goes elsewhere.
int print_code(const MaskCommand& command, const ViewChoice& view, const MaskInput& input) {
  const bool shows_else = view.screen != Screen::text || view.names_stages() || !view.files.empty();
  const MaskFlags& flags = command.mask;
  if (shows_else) refuse_together(flags.code.name(), translated("another form of output"));
  refuse_beside(flags.code,
                {flags.leak, flags.change, flags.cell, flags.empty_row, command.view.arithmetic});
  const CodeLanguage language = *flags.code.choice(kCodeLanguages);
  const std::size_t n_q = input.problem.query_tokens.size(), n_k = input.problem.key_tokens.size();
  require_stages_fit(n_q, n_k);
  print_screen(mask_code(input.problem.pattern, n_q, n_k, language));
  for (const std::string& note : input.notes) print_remark(message("attn: note: {}", note));
  return kDone;
}

int mask(const MaskCommand& command, const TellExample& example) {
  const ViewChoice view = command.view.read();
  if (command.mask.code) return print_code(command, view, read_mask_input(command.mask));
  const auto told = [&] {
    const MaskInput input = read_mask_input(command.mask);
    Trace trace = masking(input.problem);
    trace.title = input.title;
    trace.source = input.source;
    trace.notes.insert(trace.notes.begin(), input.notes.begin(), input.notes.end());
    example().add_to(trace);
    return trace;
  };
  return present(told(), view, {.again = told});
}

}  // namespace

Action add_mask(FlagTable& table) {
  const auto command = std::make_shared<MaskCommand>();
  command->mask.add_to(table);
  command->view.add_to(table);
  command->example.add_to(table);
  return with_examples("mask", table, command->example, command->view,
                       [command](const TellExample& example) {
                         command->mask.for_programs = command->view.is_for_programs();
                         return mask(*command, example);
                       });
}

}  // namespace attn
