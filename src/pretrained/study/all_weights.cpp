#include "pretrained/study/all_weights.hpp"

#include <cmath>

namespace attn {
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
void for_all_weights(PretrainedModel<Real>& model, const ModelInput& input,
                     std::optional<std::size_t> only_layer,
                     const std::function<void(std::size_t layer, Rows<const Real> weights)>& take) {
  const std::size_t n = input.ids.size(), end = only_layer ? *only_layer + 1 : model.n_layers();
  TokenRows<Real> X = model.embed(input);
  TokenRows<Real> all;
  const LayerRun<Real> kept{
      .place = [&](std::size_t head) { return all.rows().rows(head * n, n); }};
  for (std::size_t layer = 0; layer < end; ++layer) {
    const bool is_wanted = !only_layer || layer == *only_layer;
    if (is_wanted && all.n_rows() == 0) all = TokenRows<Real>(model.n_heads() * n, n);
    model.apply_layer(layer, input, X, is_wanted ? kept : LayerRun<Real>{});
    if (is_wanted) take(layer, all.rows());
  }
}

template <class Real>
WeightsDifference difference_of_weights(PretrainedModel<Real>& model, const ModelInput& input,
                                        std::optional<std::size_t> only_layer,
                                        const MappedArray& others, double tolerance) {
  WeightsDifference found{.largest = -1.0};  // so that even equal numbers have a first place
  for_all_weights<Real>(model, input, only_layer, [&](std::size_t layer, Rows<const Real> weights) {
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

ATTN_ALL_WEIGHTS(float, );
ATTN_ALL_WEIGHTS(double, );

}  // namespace attn
