#include <CLI/App.hpp>
#include <memory>

#include "cli/commands.hpp"
#include "cli/exit_code.hpp"
#include "cli/flag_values.hpp"
#include "cli/model_flags.hpp"
#include "cli/output.hpp"
#include "cli/pass_flags.hpp"
#include "cli/screen_flags.hpp"
#include "core/message.hpp"
#include "render/cost_conventions.hpp"
#include "render/cost_json.hpp"
#include "render/cost_text.hpp"
#include "render/json_document.hpp"

namespace attn {
namespace {

struct ComplexityCommand {
  ModelFlags model;
  PassFlags pass;
  ScreenFlags screen;
  std::string unit = "flop";
  bool elementwise = false, conventions = false, json = false, plain = false;

  void add_to(CLI::App& app) {
    model.add_model_flags(app);
    pass.add_pass_flags(app);
    const FlagGroup shown(app, translated("What is shown"));
    shown.flag(
        "--elementwise", elementwise,
        translated("Also what is done beside matrix products: scale, softmax, biases, norms"));
    shown.flag(
        "--conventions", conventions,
        translated("What fvcore, ptflops, Kaplan, PaLM and others report for the same pass"));
    shown.value("--unit", unit, "flop|mac",
                translated("Count multiplications and additions (default), or the two together"));
    shown.value("--explain", screen.explain, "0|1|2",
                translated("Words: none, a sentence a table, or more"));
    screen.add_screen_flags(FlagGroup(app, translated("Screen")));
    const FlagGroup programs(app, translated("For other programs"));
    programs.flag("--json", json, translated("One JSON document, schema attn.cost/1"));
    programs.flag("--plain", plain, translated("Tab-separated records, one a number"));
  }
};

int complexity(const ComplexityCommand& command) {
  const Layout layout = command.screen.read_layout();
  if (command.json && command.plain) refuse_together("--json", "--plain");
  const CostView view{
      .unit = static_cast<OperationUnit>(choice_value("--unit", command.unit, {"flop", "mac"})),
      .elementwise = command.elementwise};
  const Model model = read_model(command.model);
  const Costs costs = costs_of(model, command.pass.read_pass(model));
  if (command.json) {
    nlohmann::ordered_json document = cost_json(costs);
    if (command.conventions) document["conventions"] = conventions_json(costs);
    print_result(json_document(document));
  } else if (command.plain) {
    print_result(cost_records(costs) + (command.conventions ? conventions_records(costs) : ""));
  } else {
    print_result(command.conventions ? conventions_text(costs, layout)
                                     : cost_text(costs, view, layout));
  }
  return kDone;
}

}  // namespace

void add_complexity(CLI::App& app, Action& chosen) {
  const auto command = std::make_shared<ComplexityCommand>();
  command->add_to(app);
  app.callback([command, &chosen] { chosen = [command] { return complexity(*command); }; });
}

}  // namespace attn
