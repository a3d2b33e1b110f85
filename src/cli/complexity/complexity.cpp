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

// Makes a report; called once for each language.
using MakeReport = std::function<Report()>;

// A report in the form that is asked for. Files come first, so that nothing is printed where one
// cannot be written. `page` makes one on which numbers can be changed; else it has the report.
int show(const ComplexityCommand& command, const MakeReport& make, MakeCostPage page = {}) {
  const Report report = make();
  const Layout layout = command.screen.read_layout();
  if (!page)
    page = [&make]() -> CostPageParts {
      const Report told = make();
      return {report_data(told), page_tables(told)};
    };
  const std::string opened =
      write_cost_files(command.files.read(), page, report, layout, command.example_words);
  const ExampleWords words = command.example_words();
  if (command.json) {
    nlohmann::ordered_json document = report.json;
    if (!words.name.empty()) document["example"] = words.name;
    print_result(json_document(document));
  } else if (command.plain) {
    print_result(report.records);
  } else {
    print_screen(with_words(words, report_text(report, layout), layout));
  }
  if (!opened.empty()) open_page(opened);
  return kDone;
}

int list_models(const ComplexityCommand& command) {
  refuse_beside(command.shown.list,
                joined({flags_of(command.model), flags_of(command.pass), flags_of(command.layer),
                        command.shown_besides({command.shown.list})}));
  return show(command, [] { return models_report(presets()); });
}

// A model and its costs in the language that is spoken now.
struct ToldCosts {
  Costs costs;
  std::optional<StoredTensors> stored{};
  std::vector<VariantCosts> compared{};
};

ToldCosts tell_costs(const ComplexityCommand& command, const Pass& pass) {
  const ShownFlags& shown = command.shown;
  Model model = read_model(command.model);
  std::optional<StoredTensors> stored;
  if (!shown.conventions) stored = read_stored_tensors(command.model, model);
  ToldCosts told{.costs = costs_of(model, pass), .stored = std::move(stored)};
  if (shown.compare)
    told.compared = compare_variants(model, pass, read_variants(shown.compare, model.n_heads));
  return told;
}

// The usual report, or what others count, and below it what --compare asks for.
int show_costs(const ComplexityCommand& command, const CostView& view) {
  const ShownFlags& shown = command.shown;
  if (shown.compare) require_model_for(shown.compare.name(), command.model);
  if (shown.conventions) {
    refuse_beside(shown.conventions, {shown.elementwise});
    if (!shown.compare) refuse_beside(shown.conventions, {shown.unit});
  }
  const Pass pass = command.pass.read_pass(read_model(command.model));
  const auto make = [&] {
    const ToldCosts told = tell_costs(command, pass);
    Report report =
        shown.conventions ? conventions_report(told.costs) : cost_report(told.costs, view);
    if (told.stored) add_stored(report, *told.stored);
    if (!told.compared.empty()) add_comparison(report, told.compared, view.unit);
    return report;
  };
  if (shown.conventions) return show(command, make);
  return show(command, make, [&] {
    const ToldCosts told = tell_costs(command, pass);
    CostsPageView page_view{.cost = view};
    for (const VariantCosts& one : told.compared) page_view.compared.push_back(one.variant);
    return page_of_costs({command.model, command.pass, told.costs, page_view, told.stored});
  });
}

// Where the tokens are swept a page goes along them by itself.
int show_sweep(const ComplexityCommand& command, OperationUnit unit) {
  const Flag& flag = command.shown.sweep;
  refuse_beside(flag, command.shown_besides({flag, command.shown.unit}));
  const SweepRange range = read_sweep(flag, command.model, command.pass).range;
  const auto make = [&] {
    const SweepInput input = read_sweep(flag, command.model, command.pass);
    return sweep_report(sweep_of(input.range, input.costs_at, telling_pairs()), unit);
  };
  if (range.parameter != "tokens") return show(command, make);
  return show(command, make, [&] {
    const Model model = read_model(command.model);
    const Costs costs = costs_of(model, command.pass.read_pass(model));
    CostPageParts parts = page_of_costs(
        {command.model, command.pass, costs, {.cost = {.unit = unit}, .range = range}, {}});
    parts.data["sweep"] = flag.text();
    return parts;
  });
}

// Where a reader can go from the layers that nobody named.
std::string more_layers(const LayerInput& input) {
  if (!input.are_usual) return "";
  return translated(
      "--layer NAMES compares other layers, or shows one by its parts. --model "
      "NAME, --config FILE or --d-model N counts a whole model.");
}

int show_layers(const ComplexityCommand& command, OperationUnit unit) {
  const auto read = [&] {
    return read_layers(command.layer, command.model, command.pass,
                       command.shown_besides({command.shown.unit}));
  };
  const auto make = [&] {
    const LayerInput input = read();
    return layers_report(layer_report(input.layers, input.sizes), unit, more_layers(input));
  };
  return show(command, make, [&] {
    const LayerInput input = read();
    CostPageParts parts =
        page_of_layers(layer_report(input.layers, input.sizes), unit, {}, more_layers(input));
    parts.data["is_given"] = bool(command.pass.tokens);
    return parts;
  });
}

int show_layer_sweep(const ComplexityCommand& command, OperationUnit unit) {
  const Flag& flag = command.shown.sweep;
  const auto read = [&] {
    return read_layer_sweep(flag, command.layer, command.model, command.pass,
                            command.shown_besides({command.shown.unit, flag}));
  };
  const auto make = [&] {
    const LayerSweepInput input = read();
    return layer_sweep_report(layer_sweep(input.range, input.layers, input.sizes_at), unit);
  };
  if (read().range.parameter != "tokens") return show(command, make);
  return show(command, make, [&] {
    const LayerSweepInput input = read();
    CostPageParts parts = page_of_layers(layer_report(input.layers, input.sizes_at(input.range.to)),
                                         unit, input.range, "");
    parts.data["sweep"] = flag.text();
    return parts;
  });
}

int show_measurement(const ComplexityCommand& command) {
  const Measurement measurement =
      measured_with_progress(read_plan(command.measure, command.shown.sweep, command.layer,
                                       command.model, command.pass, flags_of(command.shown)),
                             command.screen.read_layout());
  return show(command, [&] { return measure_report(measurement); });
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
  command.screen.read_layout();  // refuses what it cannot read before anything else
  refuse_two_of({command.json, command.plain});
  if (command.files.open) refuse_beside(command.files.open, {command.json, command.plain});
  refuse_figures_without_curves(command);
  if (command.measure.measure) return show_measurement(command);
  require_used_with({command.measure.threads}, command.measure.measure.name());
  if (command.shown.list) return list_models(command);
  const OperationUnit unit =
      command.shown.unit.choice(kOperationUnits).value_or(OperationUnit::flop);
  if (command.layer.layers && command.shown.sweep) return show_layer_sweep(command, unit);
  if (asks_for_layers(command)) return show_layers(command, unit);
  require_used_with(flags_of(command.layer), command.layer.layers.name());
  if (command.shown.sweep) return show_sweep(command, unit);
  return show_costs(command, {.unit = unit, .elementwise = bool(command.shown.elementwise)});
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
