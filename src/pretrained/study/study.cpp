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

// Several keys of one query count together, and the query once.
template <class Weight>
double weight_on(const KeyRule& rule, const Weight& weight) {
  double sum = 0.0;
  for (const NamedKeys& named : rule) {
    double of_query = 0.0;
    for (const arma::uword key : named.keys) of_query += weight(named.query, key);
    sum += of_query;
  }
  return sum;
}

}  // namespace

TokenRules::TokenRules(const std::vector<std::uint32_t>& ids, Sights sights,
                       const std::vector<bool>& separators)
    : sights_(std::move(sights)), n_open_(ids.size()) {
  const std::size_t n = ids.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n && !is_padding(i); ++j) n_open_[i] += sees(i, j);
  std::size_t first = 0;  // token of the text, behind padding
  while (first + 1 < n && is_padding(first)) ++first;
  NamedKeys all_separators;
  for (std::size_t j = 0; j < separators.size(); ++j)
    if (separators[j]) all_separators.keys.push_back(j);
  KeyRule separator(n, all_separators), induction = induction_keys(ids), same = induction;
  for (std::size_t i = 0; i < n; ++i) separator[i].query = i;
  for (NamedKeys& named : same)
    for (arma::uword& key : named.keys) --key;
  const auto each_from = [n](std::size_t query, const auto& key_of) {
    return one_key_each(query, n, key_of);
  };
  rules_ = {{Habit::previous, each_from(first + 1, [](arma::uword i) { return i - 1; })},
            {Habit::first, each_from(first + 1, [first](arma::uword) { return first; })},
            {Habit::self, each_from(first + 1, [](arma::uword i) { return i; })},
            {Habit::next,
             one_key_each(0, std::max<arma::uword>(n, 1) - 1, [](arma::uword i) { return i + 1; })},
            {Habit::same, std::move(same)},
            {Habit::induction, std::move(induction)},
            {Habit::separator, std::move(separator)}};
  for (auto& [habit, rule] : rules_) {
    rule = seen_keys(std::move(rule));
    even_[habit] = {
        .even = weight_on(rule, [&](std::size_t i,
                                    std::size_t) { return 1.0 / static_cast<double>(n_open_[i]); }),
        .n_rows = rule.size()};
  }
  HeadMeasure& entropy = even_[Habit::entropy];
  entropy.n_rows = static_cast<arma::uword>(std::count_if(
      n_open_.begin(), n_open_.end(), [](std::size_t n_keys) { return n_keys >= 2; }));
  entropy.even = static_cast<double>(entropy.n_rows);
}

bool TokenRules::is_padding(std::size_t place) const {
  return !sights_.is_padding.empty() && sights_.is_padding[place];
}

bool TokenRules::sees(std::size_t query, std::size_t key) const {
  if (is_padding(key)) return false;
  if (!sights_.is_causal) return true;
  return key <= query && (!sights_.window || query - key < *sights_.window);
}

// What a rule says of the text, where not every query sees every key.
KeyRule TokenRules::seen_keys(KeyRule rule) const {
  for (NamedKeys& named : rule)
    std::erase_if(named.keys, [&](arma::uword key) { return !sees(named.query, key); });
  std::erase_if(
      rule, [&](const NamedKeys& named) { return named.keys.empty() || is_padding(named.query); });
  return rule;
}

template <class Real>
HeadMeasures TokenRules::measures_of(Rows<const Real> weights) const {
  HeadMeasures measures = even_;
  for (const auto& [habit, rule] : rules_)
    measures[habit].weight = weight_on(
        rule, [&](std::size_t i, std::size_t j) { return static_cast<double>(weights(i, j)); });
  for (std::size_t i = 0; i < n_open_.size(); ++i)
    if (n_open_[i] >= 2)
      measures[Habit::entropy].weight +=
          entropy_of(weights.row(i), weights.n_cols) / std::log(static_cast<double>(n_open_[i]));
  return measures;
}

std::vector<Habit> measured_in(const HeadMeasures& measures) {
  std::vector<Habit> habits;
  for (const Named<Habit>& row : kTextMeasures)
    if (measures[row.value].n_rows > 0) habits.push_back(row.value);
  return habits;
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

template HeadMeasures TokenRules::measures_of(Rows<const float>) const;
template HeadMeasures TokenRules::measures_of(Rows<const double>) const;
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

// The states before layer `first` go through all layers from it on.
template <class Real>
void TextInModel<Real>::run_from(std::size_t first, TokenRows<Real>& X,
                                 const ModelRun<Real>& whole) const {
  for (std::size_t layer = first; layer < model_.n_layers(); ++layer) {
    LayerRun<Real> run = layer_run(layer, whole);
    if (layer + 1 == model_.n_layers()) run.only_row = whole.only_at;
    model_.apply_layer(layer, input_, X, run);
  }
}

template <class Real>
TokenRows<Real> TextInModel<Real>::states(const ModelRun<Real>& run) const {
  TokenRows<Real> X = model_.embed(input_);
  run_from(0, X, run);
  return X;
}

template <class Real>
TokenRows<Real> TextInModel<Real>::states_before(std::size_t layer) const {
  TokenRows<Real> X = model_.embed(input_);
  for (std::size_t l = 0; l < layer; ++l) model_.apply_layer(l, input_, X);
  return X;
}

template <class Real>
TokenRules TextInModel<Real>::rules(const std::vector<bool>& separators, std::size_t layer) const {
  return {input_.ids,
          {.is_causal = model_.architecture().is_causal(),
           .window = model_.architecture().windows[layer],
           .is_padding = input_.is_padding},
          separators};
}

template <class Real>
ModelStudy<Real> TextInModel<Real>::study(const std::vector<bool>& separators, std::size_t side,
                                          std::size_t place) const {
  // Layers differ in their windows alone.
  std::map<std::optional<std::uint64_t>, TokenRules> rules_in;
  for (std::size_t layer = 0; layer < model_.n_layers(); ++layer)
    if (const auto window = model_.architecture().windows[layer]; !rules_in.contains(window))
      rules_in.emplace(window, rules(separators, layer));
  ModelStudy<Real> result;
  result.heads.resize(model_.n_layers() * model_.n_heads());
  const auto measure = [&](std::size_t layer, std::size_t head, Rows<const Real> weights) {
    const TokenRules& seen = rules_in.at(model_.architecture().windows[layer]);
    result.heads[layer * model_.n_heads() + head] = {layer, head, seen.measures_of(weights),
                                                     sketch_of(weights, side)};
  };
  result.states = states({.watch = measure, .only_at = place});
  return result;
}

template <class Real>
Probabilities TextInModel<Real>::said_at(std::size_t place, const TokenRows<Real>& states) const {
  const TokenRows<Real> logits = model_.logits(states.rows().rows(place, 1));
  return probabilities(logits.rows().data, logits.n_cols());
}

template <class Real>
std::vector<Probabilities> TextInModel<Real>::lens(std::size_t place) const {
  std::vector<Probabilities> said;
  TokenRows<Real> X = model_.embed(input_);
  said.push_back(said_at(place, X));
  for (std::size_t layer = 0; layer < model_.n_layers(); ++layer) {
    model_.apply_layer(layer, input_, X);
    said.push_back(said_at(place, X));
  }
  return said;
}

template <class Real>
std::vector<double> TextInModel<Real>::losses(const TokenRows<Real>& states) const {
  std::vector<double> found;
  for (std::size_t first = 0; first + 1 < input_.ids.size(); first += kRowsTogether) {
    const std::size_t count = std::min(kRowsTogether, input_.ids.size() - 1 - first);
    const TokenRows<Real> logits = model_.logits(states.rows().rows(first, count));
    for (std::size_t i = 0; i < count; ++i) {
      const Real* const row = logits.rows().row(i);
      const double most = static_cast<double>(*std::max_element(row, row + logits.n_cols()));
      double sum = 0.0;
      for (std::size_t j = 0; j < logits.n_cols(); ++j)
        sum += std::exp(static_cast<double>(row[j]) - most);
      const auto next = static_cast<double>(row[input_.ids[first + i + 1]]);
      found.push_back(std::log(sum) + most - next);
    }
  }
  return found;
}

template <class Real>
Removal TextInModel<Real>::brief_removal(std::size_t place, const std::set<LayerHead>& heads,
                                         std::optional<Probabilities> said) const {
  const std::size_t first = first_layer_of(heads);
  TokenRows<Real> X = states_before(first);
  if (!said) {
    TokenRows<Real> with = X.copy();
    run_from(first, with, {.only_at = place});
    said = said_at(place, with);
  }
  run_from(first, X, {.without = heads, .only_at = place});
  Removal result{.with = *std::move(said), .without = said_at(place, X)};
  result.kl = kl_divergence(result.with, result.without);
  return result;
}

template <class Real>
double TextInModel<Real>::state_change(std::size_t place, const std::set<LayerHead>& heads) const {
  const std::size_t first = first_layer_of(heads);
  const TokenRows<Real> before = states_before(first);
  const auto last_state = [&](const std::set<LayerHead>& gone) {
    TokenRows<Real> X = before.copy();
    run_from(first, X, {.without = gone, .only_at = place});
    return model_.last_states(X.rows().rows(place, 1));
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
Removal TextInModel<Real>::removal(std::size_t place, const std::set<LayerHead>& heads,
                                   std::size_t n_random, std::uint64_t seed) const {
  const std::size_t first = first_layer_of(heads);
  TokenRows<Real> with = states_before(first), without = with.copy();
  run_from(first, with, {});
  run_from(first, without, {.without = heads});
  Removal result{.with = said_at(place, with), .without = said_at(place, without)};
  result.kl = kl_divergence(result.with, result.without);
  if (has_losses(model_.architecture(), input_)) {
    result.loss_with = mean_loss(losses(with), input_);
    result.loss_without = mean_loss(losses(without), input_);
  }
  std::mt19937 draw(static_cast<std::mt19937::result_type>(seed));
  for (std::size_t i = 0; i < n_random; ++i) {
    const auto others = random_heads(draw, model_.n_layers(), model_.n_heads(), heads);
    result.random_kls.push_back(brief_removal(place, others, result.with).kl);
  }
  return result;
}

namespace {

// NaN is further away than any number.
bool is_further(double difference, double largest) {
  return !(difference <= largest) && !std::isnan(largest);
}

// The largest difference, with what is known of the first one.
void take(WeightsDifference& found, WeightsDifference largest) {
  largest.first_layer = found.first_layer;
  largest.is_cause_sought = found.is_cause_sought;
  largest.cause = found.cause;
  found = largest;
}

// The numbers of one layer against as many others, a row at a time.
template <class Real>
class LayerComparison {
 public:
  LayerComparison(const MappedArray& others, std::size_t first, std::size_t layer)
      : others_(others), first_(first), layer_(layer) {}

  // Whether no number is further away than the tolerance.
  bool add(Rows<const Real> weights, double tolerance, WeightsDifference& found) const {
    const std::size_t n = weights.n_cols;
    std::vector<double> row(n);
    bool is_near = true;
    for (std::size_t i = 0; i < weights.n_rows; ++i) {
      others_.copy(first_ + i * n, n, row.data());
      for (std::size_t j = 0; j < n; ++j) {
        const auto ours = static_cast<double>(weights(i, j));
        const double difference = std::abs(ours - row[j]);
        is_near = is_near && difference <= tolerance;
        if (is_further(difference, found.largest))
          take(found, {difference, layer_, i / n, i % n, j, ours, row[j]});
      }
    }
    return is_near;
  }

 private:
  const MappedArray& others_;
  std::size_t first_, layer_;
};

}  // namespace

template <class Real>
void TextInModel<Real>::for_all_weights(
    std::optional<std::size_t> only_layer,
    const std::function<void(std::size_t layer, Rows<const Real> weights)>& take) const {
  const std::size_t n = input_.ids.size(), end = only_layer ? *only_layer + 1 : model_.n_layers();
  TokenRows<Real> X = model_.embed(input_);
  TokenRows<Real> all;
  const LayerRun<Real> kept{
      .place = [&](std::size_t head) { return all.rows().rows(head * n, n); }};
  for (std::size_t layer = 0; layer < end; ++layer) {
    const bool is_wanted = !only_layer || layer == *only_layer;
    if (is_wanted && all.n_rows() == 0) all = TokenRows<Real>(model_.n_heads() * n, n);
    model_.apply_layer(layer, input_, X, is_wanted ? kept : LayerRun<Real>{});
    if (is_wanted) take(layer, all.rows());
  }
}

template <class Real>
WeightsDifference TextInModel<Real>::difference_of_weights(std::optional<std::size_t> only_layer,
                                                           const MappedArray& others,
                                                           double tolerance) const {
  WeightsDifference found{.largest = -1.0};  // so that even equal numbers have a first place
  for_all_weights(only_layer, [&](std::size_t layer, Rows<const Real> weights) {
    const bool has_layers = others.n_numbers() > weights.size();  // whatever axes of one it has
    const std::size_t first = has_layers ? layer * weights.size() : 0;
    const LayerComparison<Real> comparison(others, first, layer);
    if (comparison.add(weights, tolerance, found) || found.first_layer) return;
    found.first_layer = layer;
    found.is_cause_sought = is_cause_sought(weights.size());
    found.cause = cause_of_difference(weights, others, has_layers ? layer : 0, tolerance);
  });
  return found;
}

template class TextInModel<float>;
template class TextInModel<double>;

}  // namespace attn
