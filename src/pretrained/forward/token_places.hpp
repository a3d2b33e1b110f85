#pragma once

#include <cstddef>
#include <vector>

#include "pretrained/forward/pretrained_model.hpp"

namespace attn {

/// The place of each token, as a model counts them: behind padding from the beginning, and in
/// RoBERTa behind the place that padding has.
///
/// Shapes:  result n
std::vector<std::size_t> token_places(const ModelInput& input, const Architecture& architecture);

/// Adds the sinusoidal encoding of its place to each token.
///
/// Shapes:  places n, X (n × d_model)
/// Source:  see sinusoidal_encoding
template <class Real>
void add_waves(const std::vector<std::size_t>& places, Rows<Real> X);

extern template void add_waves(const std::vector<std::size_t>&, Rows<float>);
extern template void add_waves(const std::vector<std::size_t>&, Rows<double>);

}  // namespace attn
