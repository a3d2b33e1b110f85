#pragma once

#include <functional>
#include <optional>

#include "data/matrix/arrays.hpp"
#include "pretrained/forward/pretrained_model.hpp"
#include "pretrained/study/other_weights.hpp"

namespace attn {

/// Puts a text through a model, or through one layer and those before it, and hands out the
/// attention weights of each layer. One layer of them is held at a time.
///
/// Shapes:  weights (n_heads · n × n), the heads one below another
/// Errors:  as PretrainedModel, and what `take` throws
template <class Real>
void for_all_weights(PretrainedModel<Real>& model, const ModelInput& input,
                     std::optional<std::size_t> only_layer,
                     const std::function<void(std::size_t layer, Rows<const Real> weights)>& take);

/// Where weights differ most from others.
struct WeightsDifference {
  double largest = 0.0;  ///< NaN where the others have one that is no number
  std::size_t layer = 0, head = 0, query = 0, key = 0;
  double ours = 0.0, theirs = 0.0;
  std::optional<std::size_t> first_layer{};  ///< that has a difference beyond the tolerance
  bool is_cause_sought = false;              ///< of the difference of that layer
  std::optional<CauseFound> cause{};

  bool agrees() const { return !first_layer; }
};

/// How far the attention weights of a model are from those that an array holds: (n_layers, n_heads,
/// n, n), or (n_heads, n, n) of one layer.
///
/// Errors:  as for_all_weights and MappedArray::copy; the shapes must fit.
template <class Real>
WeightsDifference difference_of_weights(PretrainedModel<Real>& model, const ModelInput& input,
                                        std::optional<std::size_t> only_layer,
                                        const MappedArray& others, double tolerance);

#define ATTN_ALL_WEIGHTS(Real, kind)                                                               \
  kind template void for_all_weights(PretrainedModel<Real>&, const ModelInput&,                    \
                                     std::optional<std::size_t>,                                   \
                                     const std::function<void(std::size_t, Rows<const Real>)>&);   \
  kind template WeightsDifference difference_of_weights(PretrainedModel<Real>&, const ModelInput&, \
                                                        std::optional<std::size_t>,                \
                                                        const MappedArray&, double)
ATTN_ALL_WEIGHTS(float, extern);
ATTN_ALL_WEIGHTS(double, extern);

}  // namespace attn
