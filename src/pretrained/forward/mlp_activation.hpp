#pragma once

#include "network/rows.hpp"
#include "network/workers.hpp"
#include "pretrained/family/architecture.hpp"

namespace attn {

/// Bends each number in its place; with gates, X becomes f(gate) ∘ X.
///
/// Shapes:  X and gates, unless they are empty, (n × d_ff)
template <class Real>
void bend(Workers& workers, MlpActivation activation, Rows<Real> X, Rows<const Real> gates = {});

extern template void bend(Workers&, MlpActivation, Rows<float>, Rows<const float>);
extern template void bend(Workers&, MlpActivation, Rows<double>, Rows<const double>);

}  // namespace attn
