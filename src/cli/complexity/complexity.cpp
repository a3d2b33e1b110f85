#include <CLI/App.hpp>
#include <functional>
#include <memory>

#include "base/message.hpp"
#include "cli/commands.hpp"
#include "cli/complexity/layer_report.hpp"
#include "cli/complexity/measure_flags.hpp"
#include "cli/complexity/measure_progress.hpp"
#include "cli/complexity/model_flags.hpp"
#include "cli/complexity/pass_flags.hpp"
#include "cli/complexity/sweep_input.hpp"
#include "cli/complexity/variant_input.hpp"
#include "cli/exit_code.hpp"
#include "cli/flags/flag_values.hpp"
#include "cli/flags/screen_flags.hpp"
#include "cli/terminal/output.hpp"
#include "render/costs/cost_comparison.hpp"
#include "render/costs/cost_conventions.hpp"
#include "render/costs/cost_json.hpp"
#include "render/costs/cost_sweep.hpp"
#include "render/costs/cost_text.hpp"
#include "render/costs/layer_json.hpp"
#include "render/costs/model_list.hpp"
#include "render/measure/measure_json.hpp"
#include "render/measure/measure_text.hpp"
#include "render/text/json_document.hpp"
#include "render/text/table.hpp"

namespace attn {
namespace {

struct ComplexityCommand {
  ModelFlags model;
  PassFlags pass;
  LayerFlags layer;
  MeasureFlags measure;
  ScreenFlags screen;
  std::string unit, compare, sweep;
  bool list = false, elementwise = false, conventions = false, json = false, plain = false;

  // What of a model is shown, where that is said.
  std::vector<GivenFlag> views() const {
    return {{"--elementwise", elementwise},
            {"--conventions", conventions},
            {"--compare", given(compare)},
            {"--sweep", given(sweep)}};
  }

  OperationUnit read_unit() const {
    if (!given(unit)) return OperationUnit::flop;
    return static_cast<OperationUnit>(choice_value("--unit", unit, {"flop", "mac"}));
  }

  void add_to(CLI::App& app) {
    model.add_model_flags(app);
    pass.add_pass_flags(app);
    layer.add_layer_flags(app);
    measure.add_measure_flags(app);
    const FlagGroup shown(app, translated("What is shown"));
    shown.flag("--list", list, translated("The models that --model knows"));
    shown.flag(
        "--elementwise", elementwise,
        translated("Also what is done beside matrix products: scale, softmax, biases, norms"));
    shown.flag(
        "--conventions", conventions,
        translated("What fvcore, ptflops, Kaplan, PaLM and others report for the same pass"));
    shown.value("--unit", unit, "flop|mac",
                translated("Count multiplications and additions (default), or the two together"));
    shown.value("--compare", compare, "LIST",
                translated("The same model with other key-value heads: mha,gqa:8,mqa"));
    shown.value("--sweep", sweep, "NAME=FROM:TO",
                translated("Costs along tokens=512:131072, doubling, or with a third number in "
                           "steps; also d-model, heads, kv-heads, layers, batch, window, .."));
    shown.value("--explain", screen.explain, "0|1|2",
                translated("Words: none, a sentence a table, or more"));
    screen.add_screen_flags(FlagGroup(app, translated("Screen")));
    const FlagGroup programs(app, translated("For other programs"));
    programs.flag("--json", json,
                  translated("One JSON document, schema attn.cost/1 or attn.measure/1"));
    programs.flag("--plain", plain, translated("Tab-separated records, one a number"));
  }
};

// One document in the form that was asked for.
int print_as(const ComplexityCommand& command, const std::function<std::string()>& text,
             const std::function<std::string()>& records,
             const std::function<nlohmann::ordered_json()>& json) {
  print_result(command.json ? json_document(json()) : command.plain ? records() : text());
  return kDone;
}

int list_models(const ComplexityCommand& command, const Layout& layout) {
  for (const std::string& flag :
       {command.model.first_given(), command.pass.first_given(), command.layer.first_given(),
        first_given(command.views()), first_given({{"--unit", given(command.unit)}})})
    if (given(flag)) refuse_together("--list", flag);
  const std::vector<Preset> models = presets();
  return print_as(
      command, [&] { return model_list_text(models, layout); },
      [&] { return model_list_records(models); }, [&] { return model_list_json(models); });
}

// The usual report, or what others count, and below it what --compare asks for.
int show_costs(const ComplexityCommand& command, const CostView& view, const Layout& layout) {
  if (given(command.compare)) require_model_for("--compare", command.model);
  if (command.conventions)
    refuse_beside("--conventions", {{"--elementwise", command.elementwise},
                                    {"--unit", given(command.unit) && !given(command.compare)}});
  const Model model = read_model(command.model);
  const Pass pass = command.pass.read_pass(model);
  const Costs costs = costs_of(model, pass);
  std::vector<VariantCosts> compared;
  if (given(command.compare))
    compared = compare_variants(model, pass, read_variants(command.compare, model.n_heads));
  const auto text = [&] {
    const std::string report =
        command.conventions ? conventions_text(costs, layout) : cost_text(costs, view, layout);
    if (compared.empty()) return report;
    return report + "\n" + table_text(comparison_table(compared, view.unit), layout);
  };
  const auto records = [&] {
    return cost_records(costs) + (command.conventions ? conventions_records(costs) : "") +
           comparison_records(compared);
  };
  return print_as(command, text, records, [&] {
    nlohmann::ordered_json document = cost_json(costs);
    if (command.conventions) document["conventions"] = conventions_json(costs);
    if (!compared.empty()) document["comparison"] = comparison_json(compared);
    return document;
  });
}

int show_sweep(const ComplexityCommand& command, OperationUnit unit, const Layout& layout) {
  // --sweep is the last of them, so any other one is named first.
  if (const std::string view = first_given(command.views()); view != "--sweep")
    refuse_together("--sweep", view);
  const SweepInput input = read_sweep(command.sweep, command.model, command.pass);
  const Sweep sweep = sweep_of(input.range, input.costs_at, telling_pairs());
  return print_as(
      command, [&] { return sweep_text(sweep, unit, layout); },
      [&] { return sweep_records(sweep); },
      [&] {
        nlohmann::ordered_json document = cost_json(sweep.points.back().costs);
        document["sweep"] = sweep_json(sweep);
        return document;
      });
}

int show_layers(const ComplexityCommand& command, OperationUnit unit, const Layout& layout) {
  const LayerReport report =
      layer_report(read_layers(command.layer, command.model, command.pass, command.views()));
  return print_as(
      command, [&] { return layer_text(report, unit, layout); },
      [&] { return layer_records(report); }, [&] { return layer_json(report); });
}

int show_measurement(const ComplexityCommand& command, const Layout& layout) {
  const Measurement measurement = measured_with_progress(
      read_plan(command.measure, command.sweep, command.layer, command.model, command.pass,
                {{"--list", command.list},
                 {"--elementwise", command.elementwise},
                 {"--conventions", command.conventions},
                 {"--compare", given(command.compare)},
                 {"--unit", given(command.unit)}}),
      layout);
  return print_as(
      command, [&] { return measure_text(measurement, layout); },
      [&] { return measure_records(measurement); }, [&] { return measure_json(measurement); });
}

// Layers are shown where they are named, and where nothing speaks of a model.
bool asks_for_layers(const ComplexityCommand& command) {
  const bool speaks_of_model =
      given(command.model.first_given()) || given(command.sweep) || given(command.compare);
  return given(command.layer.layers) || !speaks_of_model;
}

int complexity(const ComplexityCommand& command) {
  const Layout layout = command.screen.read_layout();
  if (command.json && command.plain) refuse_together("--json", "--plain");
  if (command.measure.measure) return show_measurement(command, layout);
  require_used_with("--threads", command.measure.threads, "--measure");
  if (command.list) return list_models(command, layout);
  const OperationUnit unit = command.read_unit();
  if (asks_for_layers(command)) return show_layers(command, unit, layout);
  const std::string of_layers = command.layer.first_given();
  require_used_with(of_layers, of_layers, "--layer");
  if (given(command.sweep)) return show_sweep(command, unit, layout);
  return show_costs(command, {.unit = unit, .elementwise = command.elementwise}, layout);
}

}  // namespace

void add_complexity(CLI::App& app, Action& chosen) {
  const auto command = std::make_shared<ComplexityCommand>();
  command->add_to(app);
  app.callback([command, &chosen] { chosen = [command] { return complexity(*command); }; });
}

}  // namespace attn
