#include "pretrained/study/study.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "data/random/random.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

template <class Real>
Probabilities probabilities(const Real* logits, std::size_t n) {
  Probabilities p(logits, logits + n);
  const double most = p.empty() ? 0.0 : *std::max_element(p.begin(), p.end());
  double sum = 0.0;
  for (double& value : p) sum += value = std::exp(value - most);
  for (double& value : p) value /= sum;
  return p;
}

std::vector<Candidate> most_probable(const Probabilities& p, std::size_t count) {
  std::vector<std::uint32_t> ids(p.size());
  std::iota(ids.begin(), ids.end(), 0U);
  count = std::min(count, ids.size());
  std::partial_sort(
      ids.begin(), ids.begin() + static_cast<std::ptrdiff_t>(count), ids.end(),
      [&](std::uint32_t a, std::uint32_t b) { return p[a] != p[b] ? p[a] > p[b] : a < b; });
  std::vector<Candidate> candidates;
  for (std::size_t k = 0; k < count; ++k) candidates.push_back({ids[k], p[ids[k]]});
  return candidates;
}

std::size_t rank_of(const Probabilities& p, std::uint32_t id) {
  return 1 + static_cast<std::size_t>(
                 std::count_if(p.begin(), p.end(), [&](double q) { return q > p.at(id); }));
}

double kl_divergence(const Probabilities& p, const Probabilities& q) {
  if (p.size() != q.size()) throw std::invalid_argument("kl_divergence: different lengths");
  double sum = 0.0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    if (p[i] == 0.0) continue;
    // A probability that underflowed is the smallest that there is, and no infinite loss.
    sum += p[i] * std::log(p[i] / std::max(q[i], std::numeric_limits<double>::min()));
  }
  return std::max(sum, 0.0);  // rounding can take it below
}

template Probabilities probabilities(const float*, std::size_t);
template Probabilities probabilities(const double*, std::size_t);

namespace {

// −Σ w ln w. A weight of 0 adds nothing; one below 1e-30 would not show either.
template <class Real>
double entropy_of(const Real* w, std::size_t n) {
  Real sum = 0;
  in_vectors([&] {
    sum = sum_of<Real>(n, [w](std::size_t j) {
      const Real held = w[j] > Real(1e-30) ? w[j] : Real(1);
      return -held * elementary::log(static_cast<float>(held));
    });
  });
  return static_cast<double>(sum);
}

template <>
double entropy_of(const double* w, std::size_t n) {
  return sum_of<double>(n, [w](std::size_t j) { return w[j] > 0 ? -w[j] * std::log(w[j]) : 0.0; });
}

constexpr double kStrong = 0.2;  // a weight that shows, wherever it is

}  // namespace

TokenRules::TokenRules(std::vector<std::uint32_t> ids, Sights sights, std::vector<bool> separators)
    : ids_(std::move(ids)), sights_(std::move(sights)), n_open_(ids_.size()), same_(ids_.size()) {
  for (std::size_t j = 0; j < separators.size(); ++j)
    if (separators[j]) separators_.push_back(j);
  while (first_ + 1 < ids_.size() && is_padding(first_)) ++first_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> places;
  for (std::size_t i = 0; i < ids_.size(); ++i) {
    for (std::size_t j = 0; j < ids_.size(); ++j) n_open_[i] += sees(i, j);
    auto& before = places[ids_[i]];
    same_[i] = before;
    before.push_back(static_cast<std::uint32_t>(i));
  }
}

bool TokenRules::is_padding(std::size_t place) const {
  return !sights_.is_padding.empty() && sights_.is_padding[place];
}

bool TokenRules::sees(std::size_t query, std::size_t key) const {
  if (is_padding(key)) return false;
  if (!sights_.is_causal) return true;
  return key <= query && (!sights_.window || query - key < *sights_.window);
}

// `weight(i, j)` is that of a cell that is open, `entropy(i)` that of a whole row.
template <class Weight, class Entropy>
HeadMeans TokenRules::means(const Weight& weight, const Entropy& entropy) const {
  HeadMeans result;
  const std::size_t n = ids_.size();
  const auto add = [&](HeadMeasureKind kind, double value) {
    MeanOverQueries& mean = result[static_cast<std::size_t>(kind)];
    mean.sum += value;
    ++mean.n_rows;
  };
  const auto add_cell = [&](HeadMeasureKind kind, std::size_t i, std::size_t j) {
    if (sees(i, j)) add(kind, weight(i, j));
  };
  // Several keys of one query count together, and the query once.
  const auto add_cells = [&](HeadMeasureKind kind, std::size_t i, const auto& keys,
                             std::size_t behind) {
    double sum = 0.0;
    bool has_any = false;
    for (const auto key : keys) {
      const std::size_t j = key + behind;
      if (j >= n || !sees(i, j)) continue;
      sum += weight(i, j);
      has_any = true;
    }
    if (has_any) add(kind, sum);
  };
  for (std::size_t i = 0; i < n; ++i) {
    if (is_padding(i)) continue;
    if (i > first_) {
      add_cell(HeadMeasureKind::previous, i, i - 1);
      add_cell(HeadMeasureKind::first, i, first_);
      add_cell(HeadMeasureKind::self, i, i);
    }
    if (i + 1 < n) add_cell(HeadMeasureKind::next, i, i + 1);
    add_cells(HeadMeasureKind::same, i, same_[i], 0);
    add_cells(HeadMeasureKind::induction, i, same_[i], 1);
    add_cells(HeadMeasureKind::separator, i, separators_, 0);
    if (n_open_[i] >= 2)
      add(HeadMeasureKind::entropy, entropy(i) / std::log(static_cast<double>(n_open_[i])));
  }
  return result;
}

template <class Real>
HeadMeans TokenRules::means_of(Rows<const Real> weights) const {
  return means([&](std::size_t i, std::size_t j) { return static_cast<double>(weights(i, j)); },
               [&](std::size_t i) { return entropy_of(weights.row(i), weights.n_cols); });
}

HeadMeans TokenRules::even_means() const {
  return means([&](std::size_t i, std::size_t) { return 1.0 / static_cast<double>(n_open_[i]); },
               [&](std::size_t i) { return std::log(static_cast<double>(n_open_[i])); });
}

std::vector<HeadMeasureKind> measured_in(const HeadMeans& even) {
  std::vector<HeadMeasureKind> kinds;
  for (const auto& kind : kHeadMeasureKinds)
    if (mean_of(even, kind.value).n_rows > 0) kinds.push_back(kind.value);
  return kinds;
}

template <class Real>
HeadSketch sketch_of(Rows<const Real> weights, std::size_t side) {
  const std::size_t n = weights.n_rows, dots = std::min(side, n);
  HeadSketch sketch{dots, dots, std::vector<bool>(dots * dots)};
  for (std::size_t i = 0; i < n; ++i) {
    const Real* const row = weights.row(i);
    const std::size_t most = static_cast<std::size_t>(std::max_element(row, row + n) - row);
    const std::size_t first = i * dots / n * dots;
    if (row[most] > 0) sketch.dots[first + most * dots / n] = true;
    if (row[most] < static_cast<Real>(kStrong)) continue;
    for (std::size_t j = 0; j < n; ++j)
      if (row[j] >= static_cast<Real>(kStrong)) sketch.dots[first + j * dots / n] = true;
  }
  return sketch;
}

template HeadMeans TokenRules::means_of(Rows<const float>) const;
template HeadMeans TokenRules::means_of(Rows<const double>) const;
template HeadSketch sketch_of(Rows<const float>, std::size_t);
template HeadSketch sketch_of(Rows<const double>, std::size_t);

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
