#include "cli/complexity/complexity.hpp"

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "cli/commands.hpp"
#include "cli/examples/examples.hpp"
#include "cli/figure/figure.hpp"
#include "cli/flags/shared_flags.hpp"
#include "cli/present/pages.hpp"
#include "cli/terminal/terminal.hpp"
#include "render/costs/costs.hpp"
#include "render/drawing/figures.hpp"
#include "render/measure/measure.hpp"
#include "render/text/document.hpp"
#include "render/text/grid.hpp"
#include "render/text/text.hpp"

namespace attn {
namespace {

// Which parts of the costs to show, as typed.
struct ShownFlags {
  Flag list{"--list"}, elementwise{"--elementwise"}, conventions{"--conventions"}, unit{"--unit"},
      compare{"--compare"}, sweep{"--sweep"};

  void add_to(FlagTable& table) {
    const FlagGroup shown(table, translated("What is shown"));
    shown.flag(list, translated("The models that --model knows"));
    shown.flag(
        elementwise,
        translated("Also what is done beside matrix products: scale, softmax, biases, norms"));
    shown.flag(
        conventions,
        translated("What fvcore, ptflops, Kaplan, PaLM and others report for the same pass"));
    shown.value(unit, "flop|mac",
                translated("Count multiplications and additions (default), or the two together"));
    shown.value(compare, "LIST",
                translated("The same model with other key-value heads: mha,gqa:8,mqa"));
    shown.value(sweep, "NAME=FROM:TO",
                translated("Costs along tokens=512:131072, doubling, with a third number in steps, "
                           "or at tokens=10,50,100; also d-model, heads, kv-heads, layers, batch, "
                           "window, .."));
  }
};

struct ComplexityCommand {
  ModelFlags model{};
  PassFlags pass{};
  LayerFlags layer{};
  MeasureFlags measure{};
  ShownFlags shown{};
  ScreenFlags screen{};
  ExampleFlags example{};
  Flag json{"--json"}, plain{"--plain"};
  CostFileFlags files{};
  TellExample example_words{};  ///< of the example that was chosen

  void add_to(FlagTable& table) {
    model.add_to(table);
    pass.add_to(table);
    layer.add_to(table);
    measure.add_to(table);
    shown.add_to(table);
    FlagGroup(table, translated("What is shown"))
        .in_page(PageRole::nowhere)
        .value(screen.explain, "0|1|2", translated("Words: none, a sentence a table, or more"));
    screen.add_screen_flags(FlagGroup(table, translated("Screen")));
    const FlagGroup programs(table, translated("For other programs"), PageRole::nowhere);
    programs.flag(json, translated("One JSON document, schema attn.cost/1 or attn.measure/1"));
    programs.flag(plain, translated("Tab-separated records, one a number"));
    files.add_to(programs);
    example.add_to(table);
  }

  // The flags of `shown` that were typed, except those in `read`.
  Flags shown_besides(const Flags& read) const { return unread(flags_of(shown), read); }
};

// A screen between what an example says above it and below it.
std::string with_words(const ExampleWords& words, const std::string& screen, const Layout& layout) {
  if (words.name.empty() || layout.explain == 0) return screen;
  std::string text = paragraph(words.about, layout) + "\n";
  for (const Table& table : words.tables) text += table_text(table, layout) + "\n";
  text += screen;
  if (!words.notes.empty()) text += "\n";
  for (const std::string& note : words.notes) text += footnote(translated("note"), note, layout);
  return text;
}

// A document in every form that can be asked for.
struct Forms {
  std::function<std::string()> text, records;
  std::function<nlohmann::ordered_json()> json;
  MakeCostPage page;
  std::function<Figure(const FigureWidth& width)> figure{};  // where there are curves
};

// Files come first, so that nothing is printed where one cannot be written.
int show(const ComplexityCommand& command, const Forms& forms) {
  const std::string opened =
      write_cost_files(command.files.read(), {forms.page, forms.figure}, command.example_words);
  const ExampleWords words = command.example_words();
  if (command.json) {
    nlohmann::ordered_json document = forms.json();
    if (!words.name.empty()) document["example"] = words.name;
    print_result(json_document(document));
  } else if (command.plain) {
    print_result(forms.records());
  } else {
    print_screen(with_words(words, forms.text(), command.screen.read_layout()));
  }
  if (!opened.empty()) open_page(opened);
  return kDone;
}

int list_models(const ComplexityCommand& command, const Layout& layout) {
  refuse_beside(command.shown.list,
                joined({flags_of(command.model), flags_of(command.pass), flags_of(command.layer),
                        command.shown_besides({command.shown.list})}));
  const std::vector<Preset> models = presets();
  return show(command, {.text = [&] { return model_list_text(models, layout); },
                        .records = [&] { return model_list_records(models); },
                        .json = [&] { return model_list_json(models); },
                        .page = page_of_models});
}

// The usual report, or what others count, and below it what --compare asks for.
int show_costs(const ComplexityCommand& command, const CostView& view, const Layout& layout) {
  const ShownFlags& shown = command.shown;
  if (shown.compare) require_model_for(shown.compare.name(), command.model);
  if (shown.conventions) {
    refuse_beside(shown.conventions, {shown.elementwise});
    if (!shown.compare) refuse_beside(shown.conventions, {shown.unit});
  }
  Model model = read_model(command.model);
  const Pass pass = command.pass.read_pass(model);
  std::optional<StoredTensors> stored;
  if (!shown.conventions) stored = read_stored_tensors(command.model, model);
  const Costs costs = costs_of(model, pass);
  std::vector<VariantCosts> compared;
  if (shown.compare)
    compared = compare_variants(model, pass, read_variants(shown.compare, model.n_heads));
  const auto text = [&] {
    std::string report =
        shown.conventions ? conventions_text(costs, layout) : cost_text(costs, view, layout);
    if (stored) report += "\n" + stored_text(*stored, layout);
    if (compared.empty()) return report;
    return report + "\n" + table_text(comparison_table(compared, view.unit), layout);
  };
  const auto records = [&] {
    return cost_records(costs) + (shown.conventions ? conventions_records(costs) : "") +
           (stored ? stored_records(*stored) : "") + comparison_records(compared);
  };
  const auto json = [&] {
    nlohmann::ordered_json document = cost_json(costs);
    if (shown.conventions) document["conventions"] = conventions_json(costs);
    if (stored) document["stored"] = stored_json(*stored);
    if (!compared.empty()) document["comparison"] = comparison_json(compared);
    return document;
  };
  // Anew, since labels are in one language.
  const auto page = [&] {
    Model told = read_model(command.model);
    const auto told_stored =
        stored ? read_stored_tensors(command.model, told) : std::optional<StoredTensors>();
    const Costs counted = costs_of(told, pass);
    if (shown.conventions) return page_of_conventions(counted, compared);
    CostsPageView page_view{.cost = view};
    for (const VariantCosts& one : compared) page_view.compared.push_back(one.variant);
    return page_of_costs({command.model, command.pass, counted, page_view, told_stored});
  };
  return show(command, {.text = text, .records = records, .json = json, .page = page});
}

// Where the tokens are swept a page goes along them by itself.
CostPageParts sweep_page(const ComplexityCommand& command, OperationUnit unit,
                         const SweepRange& range) {
  const SweepInput input = read_sweep(command.shown.sweep, command.model, command.pass);
  if (range.parameter != "tokens")
    return page_of_sweep(sweep_of(input.range, input.costs_at, telling_pairs()), unit);
  const Model model = read_model(command.model);
  const Costs costs = costs_of(model, command.pass.read_pass(model));
  CostPageParts parts = page_of_costs(
      {command.model, command.pass, costs, {.cost = {.unit = unit}, .range = range}, {}});
  parts.data["sweep"] = command.shown.sweep.text();
  return parts;
}

int show_sweep(const ComplexityCommand& command, OperationUnit unit, const Layout& layout) {
  const ShownFlags& shown = command.shown;
  refuse_beside(shown.sweep, command.shown_besides({shown.sweep, shown.unit}));
  const SweepInput input = read_sweep(shown.sweep, command.model, command.pass);
  const Sweep sweep = sweep_of(input.range, input.costs_at, telling_pairs());
  const auto json = [&] {
    nlohmann::ordered_json document = cost_json(sweep.points.back().costs);
    document["sweep"] = sweep_json(sweep);
    return document;
  };
  return show(command, {.text = [&] { return sweep_text(sweep, unit, layout); },
                        .records = [&] { return sweep_records(sweep); },
                        .json = json,
                        .page = [&] { return sweep_page(command, unit, input.range); },
                        .figure =
                            [&](const FigureWidth& width) {
                              return sweep_figure(sweep, unit, layout, width);
                            }});
}

// Where a reader can go from the layers that nobody named.
std::string more_layers(const LayerInput& input) {
  if (!input.are_usual) return "";
  return translated(
      "--layer NAMES compares other layers, or shows one by its parts. --model "
      "NAME, --config FILE or --d-model N counts a whole model.");
}

int show_layers(const ComplexityCommand& command, OperationUnit unit, const Layout& layout) {
  const auto read = [&] {
    return read_layers(command.layer, command.model, command.pass,
                       command.shown_besides({command.shown.unit}));
  };
  const LayerInput input = read();
  const LayerReport report = layer_report(input.layers, input.sizes);
  const auto page = [&] {
    const LayerInput told = read();
    CostPageParts parts =
        page_of_layers(layer_report(told.layers, told.sizes), unit, {}, more_layers(told));
    parts.data["is_given"] = bool(command.pass.tokens);
    return parts;
  };
  return show(command,
              {.text = [&] { return layer_text(report, unit, layout, more_layers(input)); },
               .records = [&] { return layer_records(report); },
               .json = [&] { return layer_json(report); },
               .page = page});
}

CostPageParts layer_sweep_page(const ComplexityCommand& command, OperationUnit unit,
                               const LayerSweepInput& input) {
  if (input.range.parameter != "tokens")
    return page_of_layer_sweep(layer_sweep(input.range, input.layers, input.sizes_at), unit);
  CostPageParts parts = page_of_layers(layer_report(input.layers, input.sizes_at(input.range.to)),
                                       unit, input.range, "");
  parts.data["sweep"] = command.shown.sweep.text();
  return parts;
}

int show_layer_sweep(const ComplexityCommand& command, OperationUnit unit, const Layout& layout) {
  const auto read = [&] {
    return read_layer_sweep(command.shown.sweep, command.layer, command.model, command.pass,
                            command.shown_besides({command.shown.unit, command.shown.sweep}));
  };
  const LayerSweepInput input = read();
  const LayerSweep sweep = layer_sweep(input.range, input.layers, input.sizes_at);
  const auto json = [&] {
    nlohmann::ordered_json document =
        layer_json({.layers = sweep.points.back().layers, .crossovers = {}, .notes = {}});
    document["sweep"] = layer_sweep_json(sweep);
    return document;
  };
  return show(command, {.text = [&] { return layer_sweep_text(sweep, unit, layout); },
                        .records = [&] { return layer_sweep_records(sweep); },
                        .json = json,
                        .page = [&] { return layer_sweep_page(command, unit, read()); },
                        .figure =
                            [&](const FigureWidth& width) {
                              return layer_sweep_figure(sweep, unit, layout, width);
                            }});
}

int show_measurement(const ComplexityCommand& command, const Layout& layout) {
  const Measurement measurement =
      measured_with_progress(read_plan(command.measure, command.shown.sweep, command.layer,
                                       command.model, command.pass, flags_of(command.shown)),
                             layout);
  return show(command, {.text = [&] { return measure_text(measurement, layout); },
                        .records = [&] { return measure_records(measurement); },
                        .json = [&] { return measure_json(measurement); },
                        .page = [&] { return page_of_measurement(measurement); }});
}

// Layers are shown where they are named, and where nothing speaks of a model.
bool asks_for_layers(const ComplexityCommand& command) {
  const Flags of_model =
      joined({flags_of(command.model), {command.shown.sweep, command.shown.compare}});
  return command.layer.layers || given_among(of_model).empty();
}

// Before anything is counted or measured.
void refuse_figures_without_curves(const ComplexityCommand& command) {
  const bool has_curves = command.shown.sweep && !command.measure.measure;
  if (has_figure(command.files.read().paths) && !has_curves)
    throw InputError(
        translated("a figure shows the curves of --sweep, and there are none here. Add --sweep, "
                   "or write a page: -o FILE.html."));
}

int complexity(const ComplexityCommand& command) {
  const Layout layout = command.screen.read_layout();
  refuse_two_of({command.json, command.plain});
  if (command.files.open) refuse_beside(command.files.open, {command.json, command.plain});
  refuse_figures_without_curves(command);
  if (command.measure.measure) return show_measurement(command, layout);
  require_used_with({command.measure.threads}, command.measure.measure.name());
  if (command.shown.list) return list_models(command, layout);
  const OperationUnit unit =
      command.shown.unit.choice(kOperationUnits).value_or(OperationUnit::flop);
  if (command.layer.layers && command.shown.sweep) return show_layer_sweep(command, unit, layout);
  if (asks_for_layers(command)) return show_layers(command, unit, layout);
  require_used_with(flags_of(command.layer), command.layer.layers.name());
  if (command.shown.sweep) return show_sweep(command, unit, layout);
  return show_costs(command, {.unit = unit, .elementwise = bool(command.shown.elementwise)},
                    layout);
}

}  // namespace

Action add_complexity(FlagTable& table) {
  const auto command = std::make_shared<ComplexityCommand>();
  command->add_to(table);
  return with_examples("complexity", table, command->example, command->screen,
                       [command](const TellExample& example) {
                         command->example_words = example;
                         return complexity(*command);
                       });
}

}  // namespace attn
