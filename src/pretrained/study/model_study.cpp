#include "pretrained/study/model_study.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "data/random/random.hpp"

namespace attn {
namespace {

// So many rows of logits at a time: all of a long text would be larger than the model.
constexpr std::size_t kRowsTogether = 64;

template <class Real>
LayerRun<Real> layer_run(std::size_t layer, const ModelRun<Real>& whole) {
  LayerRun<Real> run;
  if (whole.watch)
    run.watch = [layer, &whole](std::size_t head, Rows<const Real> weights) {
      whole.watch(layer, head, weights);
    };
  for (const auto& [of_layer, head] : whole.without)
    if (of_layer == layer) run.without.insert(head);
  return run;
}

// The states before layer `first` go through all layers from it on.
template <class Real>
void run_from(PretrainedModel<Real>& model, std::size_t first, const ModelInput& input,
              TokenRows<Real>& X, const ModelRun<Real>& whole) {
  for (std::size_t layer = first; layer < model.n_layers(); ++layer) {
    LayerRun<Real> run = layer_run(layer, whole);
    if (layer + 1 == model.n_layers()) run.only_row = whole.only_at;
    model.apply_layer(layer, input, X, run);
  }
}

// Padding is neither foretold nor foretells anything.
double mean_loss(const std::vector<double>& losses, const ModelInput& input) {
  const auto is_text = [&](std::size_t i) {
    return input.is_padding.empty() || !input.is_padding[i];
  };
  double sum = 0.0;
  std::size_t n = 0;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (!is_text(i) || !is_text(i + 1)) continue;
    sum += losses[i];
    ++n;
  }
  return sum / static_cast<double>(n);
}

// A mean over what follows something.
bool has_losses(const Architecture& architecture, const ModelInput& input) {
  const auto n_padding = std::count(input.is_padding.begin(), input.is_padding.end(), true);
  return architecture.is_causal() && input.ids.size() > 1 + static_cast<std::size_t>(n_padding);
}

// As many heads as are `given`, each equally likely, and none of these while there are others.
std::set<LayerHead> random_heads(std::mt19937& draw, std::size_t n_layers, std::size_t n_heads,
                                 const std::set<LayerHead>& given) {
  std::set<LayerHead> heads;
  const bool has_others = 2 * given.size() <= n_layers * n_heads;
  while (heads.size() < given.size()) {
    const std::size_t place = draw() % (n_layers * n_heads);
    const LayerHead head{place / n_heads, place % n_heads};
    if (!has_others || given.count(head) == 0) heads.insert(head);
  }
  return heads;
}

// What is before the first such head is the same.
std::size_t first_layer_of(const std::set<LayerHead>& heads) {
  return heads.empty() ? 0 : heads.begin()->first;
}

}  // namespace

template <class Real>
TokenRows<Real> run_model(PretrainedModel<Real>& model, const ModelInput& input,
                          const ModelRun<Real>& run) {
  TokenRows<Real> X = model.embed(input);
  run_from(model, 0, input, X, run);
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
                             const std::vector<bool>& separators, std::size_t side,
                             std::size_t place) {
  // Layers differ in their windows alone.
  struct InWindow {
    TokenRules rules;
    HeadMeans even;
  };
  std::map<std::optional<std::uint64_t>, InWindow> windows;
  for (std::size_t layer = 0; layer < model.n_layers(); ++layer) {
    const auto window = model.architecture().windows[layer];
    if (windows.count(window) > 0) continue;
    TokenRules rules = rules_of(model, input, separators, layer);
    const HeadMeans even = rules.even_means();
    windows.emplace(window, InWindow{std::move(rules), even});
  }
  ModelStudy<Real> study;
  study.heads.resize(model.n_layers() * model.n_heads());
  const auto measure = [&](std::size_t layer, std::size_t head, Rows<const Real> weights) {
    const InWindow& seen = windows.at(model.architecture().windows[layer]);
    study.heads[layer * model.n_heads() + head] = {layer, head, seen.rules.means_of(weights),
                                                   seen.even, sketch_of(weights, side)};
  };
  study.states = run_model<Real>(model, input, {.watch = measure, .only_at = place});
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
                      const std::set<LayerHead>& heads, std::optional<Probabilities> said) {
  const std::size_t first = first_layer_of(heads);
  TokenRows<Real> X = states_before(model, input, first);
  if (!said) {
    TokenRows<Real> with = X.copy();
    run_from<Real>(model, first, input, with, {.only_at = place});
    said = said_at(model, with, place);
  }
  run_from<Real>(model, first, input, X, {.without = heads, .only_at = place});
  Removal result{.with = *std::move(said), .without = said_at(model, X, place)};
  result.kl = kl_divergence(result.with, result.without);
  return result;
}

template <class Real>
double state_change(PretrainedModel<Real>& model, const ModelInput& input, std::size_t place,
                    const std::set<LayerHead>& heads) {
  const std::size_t first = first_layer_of(heads);
  const TokenRows<Real> before = states_before(model, input, first);
  const auto last_state = [&](const std::set<LayerHead>& gone) {
    TokenRows<Real> X = before.copy();
    run_from<Real>(model, first, input, X, {.without = gone, .only_at = place});
    return model.last_states(X.rows().rows(place, 1));
  };
  const TokenRows<Real> with = last_state({}), without = last_state(heads);
  double moved = 0.0, length = 0.0;
  for (std::size_t j = 0; j < with.n_cols(); ++j) {
    const auto x = static_cast<double>(with.rows()(0, j));
    const double difference = x - static_cast<double>(without.rows()(0, j));
    moved += difference * difference;
    length += x * x;
  }
  return length == 0.0 ? 0.0 : std::sqrt(moved / length);
}

template <class Real>
Removal removal(PretrainedModel<Real>& model, const ModelInput& input, std::size_t place,
                const std::set<LayerHead>& heads, std::size_t n_random, std::uint64_t seed) {
  const std::size_t first = first_layer_of(heads);
  TokenRows<Real> with = states_before(model, input, first), without = with.copy();
  run_from<Real>(model, first, input, with, {});
  run_from<Real>(model, first, input, without, {.without = heads});
  Removal result{.with = said_at(model, with, place), .without = said_at(model, without, place)};
  result.kl = kl_divergence(result.with, result.without);
  if (has_losses(model.architecture(), input)) {
    result.loss_with = mean_loss(token_losses(model, input, with), input);
    result.loss_without = mean_loss(token_losses(model, input, without), input);
  }
  std::mt19937 draw(static_cast<std::mt19937::result_type>(seed));
  for (std::size_t i = 0; i < n_random; ++i) {
    const auto others = random_heads(draw, model.n_layers(), model.n_heads(), heads);
    result.random_kls.push_back(brief_removal(model, input, place, others, result.with).kl);
  }
  return result;
}

ATTN_MODEL_STUDY(float, );
ATTN_MODEL_STUDY(double, );

}  // namespace attn
