#include <CLI/App.hpp>
#include <memory>

#include "base/message.hpp"
#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/flags/view_flags.hpp"
#include "cli/mask/mask_flags.hpp"
#include "cli/present/present.hpp"
#include "cli/terminal/output.hpp"
#include "mechanisms/attention/record_attention.hpp"
#include "render/trace/mask_code.hpp"

namespace attn {
namespace {

struct MaskCommand {
  MaskFlags mask;
  ViewFlags view;
};

// Code alone, so that it can be piped into a file; what the reader should know goes elsewhere.
int print_code(const MaskCommand& command, const ViewChoice& view, const MaskInput& input) {
  const bool shows_else = view.screen != Screen::text || view.names_stages() || !view.files.empty();
  if (shows_else) refuse_together("--code", translated("another form of output"));
  if (input.problem.leak) refuse_together("--code", "--leak");
  if (input.problem.cell) refuse_together("--code", "--cell");
  const std::vector<std::string> languages{"torch", "numpy", "jax", "cpp"};
  const auto language =
      static_cast<CodeLanguage>(choice_value("--code", command.mask.code, languages));
  const std::size_t n_q = input.problem.query_tokens.size(), n_k = input.problem.key_tokens.size();
  require_stages_fit(n_q, n_k);
  print_result(mask_code(input.problem.pattern, n_q, n_k, language));
  for (const std::string& note : input.notes) print_remark(message("attn: note: {}", note));
  return kDone;
}

int mask(const MaskCommand& command) {
  const ViewChoice view = command.view.read();
  MaskInput input = read_mask_input(command.mask);
  if (!command.mask.code.empty()) return print_code(command, view, input);
  Trace trace = masking(input.problem);
  trace.title = input.title;
  trace.source = input.source;
  trace.notes.insert(trace.notes.begin(), input.notes.begin(), input.notes.end());
  return present(trace, view);
}

}  // namespace

void add_mask(CLI::App& app, Action& chosen) {
  const auto command = std::make_shared<MaskCommand>();
  command->mask.add_to(app);
  command->view.add_to(app);
  app.callback([command, &chosen] { chosen = [command] { return mask(*command); }; });
}

}  // namespace attn
