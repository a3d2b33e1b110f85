#include "pretrained/study/model_study.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "data/words/random.hpp"

namespace attn {
namespace {

// So many rows of logits at a time: all of a long text would be larger than the model.
constexpr std::size_t kRowsTogether = 64;

template <class Real>
LayerRun<Real> layer_run(std::size_t layer, const WatchHeads<Real>& watch,
                         const std::set<LayerHead>& without) {
  LayerRun<Real> run;
  if (watch)
    run.watch = [layer, &watch](std::size_t head, Rows<const Real> weights) {
      watch(layer, head, weights);
    };
  for (const auto& [of_layer, head] : without)
    if (of_layer == layer) run.without.insert(head);
  return run;
}

double mean_of_losses(const std::vector<double>& losses) {
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
}

// As many heads as `count`, each equally likely.
std::set<LayerHead> random_heads(std::mt19937& draw, std::size_t n_layers, std::size_t n_heads,
                                 std::size_t count) {
  std::set<LayerHead> heads;
  while (heads.size() < std::min(count, n_layers * n_heads)) {
    const std::size_t place = draw() % (n_layers * n_heads);
    heads.insert({place / n_heads, place % n_heads});
  }
  return heads;
}

// From the first layer that has such a head on; what is before it is the same.
template <class Real>
TokenRows<Real> states_without(PretrainedModel<Real>& model, const ModelInput& input,
                               const TokenRows<Real>& before, std::size_t first,
                               const std::set<LayerHead>& heads) {
  TokenRows<Real> X = before.copy();
  for (std::size_t layer = first; layer < model.n_layers(); ++layer)
    model.apply_layer(layer, input, X, layer_run<Real>(layer, {}, heads));
  return X;
}

// The last states with all heads, and without some.
template <class Real>
struct StatesOfBoth {
  TokenRows<Real> with, without;
};

template <class Real>
StatesOfBoth<Real> states_of_both(PretrainedModel<Real>& model, const ModelInput& input,
                                  const std::set<LayerHead>& heads) {
  const std::size_t first = heads.empty() ? 0 : heads.begin()->first;
  const TokenRows<Real> before = states_before(model, input, first);
  StatesOfBoth<Real> states{.with = before.copy(), .without = {}};
  model.apply_layers_from(first, input, states.with);
  states.without = states_without(model, input, before, first, heads);
  return states;
}

template <class Real>
Removal compared(PretrainedModel<Real>& model, const StatesOfBoth<Real>& states,
                 std::size_t place) {
  Removal result{.with = said_at(model, states.with, place),
                 .without = said_at(model, states.without, place)};
  result.kl = kl_divergence(result.with, result.without);
  return result;
}

}  // namespace

template <class Real>
TokenRows<Real> run_model(PretrainedModel<Real>& model, const ModelInput& input,
                          const WatchHeads<Real>& watch, const std::set<LayerHead>& without) {
  TokenRows<Real> X = model.embed(input);
  for (std::size_t layer = 0; layer < model.n_layers(); ++layer)
    model.apply_layer(layer, input, X, layer_run(layer, watch, without));
  return X;
}

template <class Real>
TokenRows<Real> states_before(PretrainedModel<Real>& model, const ModelInput& input,
                              std::size_t layer) {
  TokenRows<Real> X = model.embed(input);
  for (std::size_t l = 0; l < layer; ++l) model.apply_layer(l, input, X);
  return X;
}

template <class Real>
TokenRules rules_of(const PretrainedModel<Real>& model, const ModelInput& input,
                    const std::vector<bool>& separators, std::size_t layer) {
  return {input.ids,
          {.is_causal = model.architecture().is_causal(),
           .window = model.architecture().windows[layer],
           .is_padding = input.is_padding},
          separators};
}

template <class Real>
ModelStudy<Real> study_heads(PretrainedModel<Real>& model, const ModelInput& input,
                             const std::vector<bool>& separators, std::size_t side) {
  // Layers differ in their windows alone.
  std::map<std::optional<std::uint64_t>, TokenRules> rules;
  for (std::size_t layer = 0; layer < model.n_layers(); ++layer)
    rules.try_emplace(model.architecture().windows[layer],
                      rules_of(model, input, separators, layer));
  ModelStudy<Real> study;
  study.heads.resize(model.n_layers() * model.n_heads());
  study.states = run_model<Real>(
      model, input, [&](std::size_t layer, std::size_t head, Rows<const Real> weights) {
        study.heads[layer * model.n_heads() + head] = {
            layer, head, rules.at(model.architecture().windows[layer]).means_of(weights),
            sketch_of(weights, side)};
      });
  return study;
}

template <class Real>
Probabilities said_at(PretrainedModel<Real>& model, const TokenRows<Real>& states,
                      std::size_t place) {
  const TokenRows<Real> logits = model.logits(states.rows().rows(place, 1));
  return probabilities(logits.rows().data, logits.n_cols());
}

template <class Real>
std::vector<Probabilities> lens(PretrainedModel<Real>& model, const ModelInput& input,
                                std::size_t place) {
  std::vector<Probabilities> said;
  TokenRows<Real> X = model.embed(input);
  said.push_back(said_at(model, X, place));
  for (std::size_t layer = 0; layer < model.n_layers(); ++layer) {
    model.apply_layer(layer, input, X);
    said.push_back(said_at(model, X, place));
  }
  return said;
}

template <class Real>
std::vector<double> token_losses(PretrainedModel<Real>& model, const ModelInput& input,
                                 const TokenRows<Real>& states) {
  std::vector<double> losses;
  for (std::size_t first = 0; first + 1 < input.ids.size(); first += kRowsTogether) {
    const std::size_t count = std::min(kRowsTogether, input.ids.size() - 1 - first);
    const TokenRows<Real> logits = model.logits(states.rows().rows(first, count));
    for (std::size_t i = 0; i < count; ++i) {
      const Real* const row = logits.rows().row(i);
      const double most = static_cast<double>(*std::max_element(row, row + logits.n_cols()));
      double sum = 0.0;
      for (std::size_t j = 0; j < logits.n_cols(); ++j)
        sum += std::exp(static_cast<double>(row[j]) - most);
      const auto next = static_cast<double>(row[input.ids[first + i + 1]]);
      losses.push_back(std::log(sum) + most - next);
    }
  }
  return losses;
}

template <class Real>
Removal brief_removal(PretrainedModel<Real>& model, const ModelInput& input, std::size_t place,
                      const std::set<LayerHead>& heads) {
  return compared(model, states_of_both(model, input, heads), place);
}

template <class Real>
Removal removal(PretrainedModel<Real>& model, const ModelInput& input, std::size_t place,
                const std::set<LayerHead>& heads, std::size_t n_random, std::uint64_t seed) {
  const StatesOfBoth<Real> states = states_of_both(model, input, heads);
  Removal result = compared(model, states, place);
  if (model.architecture().is_causal() && input.ids.size() > 1) {
    result.loss_with = mean_of_losses(token_losses(model, input, states.with));
    result.loss_without = mean_of_losses(token_losses(model, input, states.without));
  }
  std::mt19937 draw(static_cast<std::mt19937::result_type>(seed));
  const TokenRows<Real> embedded = n_random > 0 ? model.embed(input) : TokenRows<Real>();
  for (std::size_t i = 0; i < n_random; ++i) {
    const auto others = random_heads(draw, model.n_layers(), model.n_heads(), heads.size());
    const TokenRows<Real> X = states_without(model, input, embedded, 0, others);
    result.random_kls.push_back(kl_divergence(result.with, said_at(model, X, place)));
  }
  return result;
}

ATTN_MODEL_STUDY(float, );
ATTN_MODEL_STUDY(double, );

}  // namespace attn
