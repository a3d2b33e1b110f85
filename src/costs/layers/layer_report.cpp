#include <algorithm>
#include <iterator>

#include "base/message.hpp"
#include "costs/costs.hpp"
#include "costs/formula/formula.hpp"
#include "costs/layers/layers.hpp"

namespace attn {

LayerReport layer_report(const std::vector<Layer>& layers, const LayerSizes& sizes) {
  LayerReport report;
  for (const Layer& layer : layers) {
    const LayerCosts& costs = report.layers.emplace_back(costs_of_layer(layer, sizes));
    for (const std::string& remark : printed_totals_about(costs)) report.notes.push_back(remark);
  }
  for (const std::string& remark : printed_conclusions_about(report.layers))
    report.notes.push_back(remark);
  report.crossovers = crossovers_among(report.layers);
  return report;
}

namespace {

using namespace symbol;
struct Side {
  std::string name;
  Formula formula;
  Arguments arguments;
};

// The cost with another number of tokens.
CostOfTokens cost_of(const Side& side) {
  return [&side](std::uint64_t n_tokens) {
    Arguments arguments;
    arguments.add("T", "n_tokens", count_of(n_tokens));
    for (const Arguments::Argument& argument : side.arguments.all())
      arguments.add(argument.symbol, argument.meaning, argument.value);  // T stays
    return side.formula.at(arguments);
  };
}

void add(std::vector<LayerCrossover>& list, const LayerCrossover& about, const Side& left,
         const Side& right, const Count& d_model) {
  for (const Crossover& crossover : crossovers_of(cost_of(left), cost_of(right))) {
    LayerCrossover& added = list.emplace_back(about);
    added.left = left.name;
    added.right = right.name;
    added.left_formula = left.formula;
    added.right_formula = right.formula;
    added.crossover = crossover;
    if (crossover.tokens) added.per_d = *crossover.tokens / d_model;
  }
}

Side part_of(const LayerCosts& costs, const char* part, bool (*is_in_part)(const Quantity&)) {
  std::vector<Quantity> terms;
  std::copy_if(costs.macs.begin(), costs.macs.end(), std::back_inserter(terms), is_in_part);
  return {part, sum_of(costs, terms).formula, costs.arguments};
}

Side whole_of(const LayerCosts& costs) {
  return {costs.layer.name, sum_of(costs, costs.macs).formula, costs.arguments};
}

}  // namespace

std::vector<LayerCrossover> crossovers_among(const std::vector<LayerCosts>& layers) {
  std::vector<LayerCrossover> list;
  std::vector<Side> wholes;
  for (const LayerCosts& costs : layers) {
    wholes.push_back(whole_of(costs));
    if (costs.layer.has_projections())
      add(list, {.kind = LayerCrossover::Kind::projections, .layer = costs.layer.name},
          part_of(costs, "projections", is_projection), part_of(costs, "pairwise", is_pair_product),
          costs.arguments["d"]);
  }
  for (std::size_t i = 0; i < layers.size(); ++i)
    for (std::size_t j = 0; j < layers.size(); ++j) {
      const bool is_pair = layers.size() == 2 && i < j;
      const bool is_across = !layers[i].layer.cell && layers[j].layer.cell;
      const bool is_mirrored = layers.size() == 2 && i > j;
      if ((is_pair || is_across) && !is_mirrored)
        add(list, {.kind = LayerCrossover::Kind::layers}, wholes[i], wholes[j],
            layers[i].arguments["d"]);
    }
  if (list.empty()) return list;
  const Arguments& arguments = layers.front().arguments;
  add(list, {.kind = LayerCrossover::Kind::order}, {"O(T^2 d)", T * T * d, arguments},
      {"O(T d^2)", T * d * d, arguments}, arguments["d"]);
  return list;
}

namespace {

// What holds at every value of the sweep.
Equalities shared_equalities(const LayerSweep& sweep, std::size_t layer) {
  Equalities shared = sweep.points.front().layers[layer].equal;
  for (const LayerSweepPoint& point : sweep.points) {
    const Equalities& here = point.layers[layer].equal;
    shared.heads_fill_model = shared.heads_fill_model && here.heads_fill_model;
    std::erase_if(shared.symbols, [&here](const auto& equality) {
      const auto found = here.symbols.find(equality.first);
      return found == here.symbols.end() || found->second.text() != equality.second.text();
    });
  }
  return shared;
}

bool holds_everywhere(const Formula& formula, const LayerSweep& sweep, std::size_t layer) {
  return std::all_of(sweep.points.begin(), sweep.points.end(), [&](const LayerSweepPoint& point) {
    const LayerCosts& costs = point.layers[layer];
    return formula.at(costs.arguments) == layer_macs(costs);
  });
}

}  // namespace

LayerSweep layer_sweep(const SweepRange& range, const std::vector<Layer>& layers,
                       const LayerSizesAt& sizes_at) {
  if (layers.size() > kMostSweptLayers)
    throw InputError(message(
        "--sweep draws a curve for each layer, at most {}, but --layer names {}. Name fewer, "
        "for instance --layer rnn,attention.",
        kMostSweptLayers, layers.size()));
  LayerSweep sweep{.range = range, .points = {}};
  for (const std::uint64_t value : values_of(range)) {
    LayerSweepPoint& point = sweep.points.emplace_back();
    point.value = value;
    for (const Layer& layer : layers)
      point.layers.push_back(costs_of_layer(layer, sizes_at(value)));
  }
  return sweep;
}

Formula layer_macs_formula(const LayerSweep& sweep, std::size_t layer) {
  const Equalities equal = shared_equalities(sweep, layer);
  // From the end, because a factor of 1 has no symbol: one sequence at the start, B of them later.
  for (auto point = sweep.points.rbegin(); point != sweep.points.rend(); ++point) {
    const Formula& plain = point->layers[layer].plain_macs;
    for (const Formula& formula : {simplified(plain, equal), plain})
      if (holds_everywhere(formula, sweep, layer)) return formula;
  }
  return sweep.points.back().layers[layer].plain_macs;
}

Count layer_macs(const LayerCosts& costs) { return sum_of(costs, costs.macs).count; }

namespace {

struct PrintedTotal {
  const char* layer;
  const char* total;    ///< parameters of the configuration that the chapter looks at
  const char* printed;  ///< what it prints for them
  const char* why;      ///< translated
};

std::vector<PrintedTotal> all_printed() {
  return {
      {"mha", "1050624", "1048576",
       translated("That is 4 d^2, the four matrices; the layer it prints for has 4 d biases too.")},
      {"classifier", "3350274", "3150338",
       translated("Three blocks of d^2, the biases of attention and MLP, and both LayerNorms are "
                  "missing there.")},
      {"simple-classifier", "2823682", "3150338",
       translated("That is the number it prints for the larger classifier, too.")},
      {"lstm-classifier", "3086850", "2826498",
       translated(
           "No choice of gates and biases leads there: the LSTM alone has 8 d^2 weights and 8 "
           "d biases.")},
  };
}

const LayerCosts* find(const std::vector<LayerCosts>& layers, const std::string& name) {
  for (const LayerCosts& costs : layers)
    if (costs.layer.name == name) return &costs;
  return nullptr;
}

void add_about_classifiers(const std::vector<LayerCosts>& layers,
                           std::vector<std::string>& remarks) {
  const LayerCosts* attention = find(layers, "simple-classifier");
  const LayerCosts* recurrent = find(layers, "lstm-classifier");
  if (!attention || !recurrent) return;
  const Count more = total_of(recurrent->parameters) - total_of(attention->parameters);
  if (more > 0)
    remarks.push_back(
        message("The chapter “Self-attention and multi-head attention”, where these classifiers "
                "come from, concludes that the recurrent one has fewer parameters. Counted, it has "
                "{} more.",
                count_text(more)));
  remarks.push_back(
      translated("T^2 is the memory of the attention weights while it runs; no number of "
                 "parameters depends on T."));
  remarks.push_back(
      translated("The two do not do the same: without positions, and averaged over all words, the "
                 "simplified classifier cannot tell one order of the words from another. The "
                 "LSTM can, and so can --layer classifier, which has positions."));
}

void add_about_attention(const std::vector<LayerCosts>& layers, std::vector<std::string>& remarks) {
  const LayerCosts* one = find(layers, "attention");
  const LayerCosts* several = find(layers, "mha");
  if (!one || !several) return;
  if (one->equal.heads_fill_model && several->equal.heads_fill_model)
    remarks.push_back(
        translated("Several heads have about as many parameters as one only if that one has a W_O "
                   "too: 4 d^2 each. Without it, one head has 3 d^2."));
}

void add_about_recurrent(const std::vector<LayerCosts>& layers, std::vector<std::string>& remarks) {
  bool has_attention = false, has_recurrent = false;
  for (const LayerCosts& costs : layers) {
    if (costs.layer.is_classifier) return;
    (costs.layer.cell ? has_recurrent : has_attention) = true;
  }
  if (!has_attention || !has_recurrent) return;
  constexpr std::uint64_t kChapterWidth = 512;
  if (layers.front().sizes.d_model == kChapterWidth)
    remarks.push_back(translated(
        "The chapter “Self-attention and multi-head attention” calls attention faster for n < "
        "512, which is n < d at d = 512. It compares orders, T^2 d with T d^2, without "
        "projections, gates and W_O."));
  remarks.push_back(translated(
      "The chapter “Self-attention and multi-head attention” gives a recurrent layer the memory "
      "O(n). Its states are n vectors of d numbers: T d, or d if only the last one is kept."));
}

}  // namespace

std::vector<std::string> printed_totals_about(const LayerCosts& costs) {
  const Count total = total_of(costs.parameters);
  std::vector<std::string> remarks;
  for (const PrintedTotal& known : all_printed()) {
    if (costs.layer.name != std::string(known.layer) || total != Count(known.total)) continue;
    std::string remark = message(
        "{}: the chapter “Self-attention and multi-head attention” prints {} parameters, but "
        "there are {}.",
        known.layer, count_text(Count(known.printed)), count_text(total));
    add_sentence(remark, known.why);
    remarks.push_back(remark);
  }
  return remarks;
}

std::vector<std::string> printed_conclusions_about(const std::vector<LayerCosts>& layers) {
  std::vector<std::string> remarks;
  add_about_classifiers(layers, remarks);
  add_about_attention(layers, remarks);
  add_about_recurrent(layers, remarks);
  return remarks;
}

}  // namespace attn
