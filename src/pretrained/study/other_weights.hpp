#pragma once

#include <cstddef>
#include <optional>

#include "data/matrix/arrays.hpp"
#include "network/rows.hpp"

namespace attn {

/// What another program does differently where undoing that gives the weights of a layer here.
enum class WeightsCause {
  other_heads,      ///< the same ones in another order
  other_layer,      ///< those of a layer with another number
  transposed,       ///< a column for each query
  unmasked,         ///< keys are seen that are hidden here
  masked,           ///< keys are hidden that are seen here
  scores,           ///< before the softmax
  unmasked_scores,  ///< before the mask, and so before the softmax
  dropout,          ///< some weights are 0 by chance, and the rest larger for it
};

/// One cause, and the layer of the others that agrees.
struct CauseFound {
  WeightsCause cause = WeightsCause::other_heads;
  std::size_t layer = 0;
};

/// Whether a layer is small enough to look for the cause.
bool is_cause_sought(std::size_t n_weights);

/// The one cause of a difference between the weights of a layer and others, of which `layer` is
/// the one that should agree; nothing if it is none of these.
///
/// Shapes:  ours (n_heads · n × n), the heads one below another; others (n_layers, n_heads, n, n)
/// Errors:  as MappedArray::copy
template <class Real>
std::optional<CauseFound> cause_of_difference(Rows<const Real> ours, const MappedArray& others,
                                              std::size_t layer, double tolerance);

extern template std::optional<CauseFound> cause_of_difference(Rows<const float>, const MappedArray&,
                                                              std::size_t, double);
extern template std::optional<CauseFound> cause_of_difference(Rows<const double>,
                                                              const MappedArray&, std::size_t,
                                                              double);

}  // namespace attn
