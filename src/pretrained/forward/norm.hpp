#pragma once

#include <vector>

#include "network/rows.hpp"
#include "network/workers.hpp"
#include "pretrained/forward/weight_source.hpp"

namespace attn {

/// The norm of each row, as the family has it.
///
///     LayerNorm  y = g (x − mean) / √(variance + ε) + b
///     RMSNorm    y = g x / √(mean of x² + ε)          where there is no b
///
/// Shapes:  X and Y (n × width), which may be the same
/// Source:  Ba et al. 2016, arXiv:1607.06450; Zhang and Sennrich 2019, arXiv:1910.07467.
template <class Real>
class RowNorm {
 public:
  RowNorm() = default;

  /// Errors:  as WeightSource::tensor
  RowNorm(const WeightSource& source, const NamedPair& names, double epsilon);

  void apply(Workers& workers, Rows<const Real> X, Rows<Real> Y) const;

  /// One row of its own, inside a loop over rows.
  void apply_to_row(const Real* x, Real* y) const;

  std::size_t width() const { return gain_.size(); }
  const std::vector<Real>& gain() const { return gain_; }

 private:
  std::vector<Real> gain_, shift_;
  Real epsilon_ = 0;
};

extern template class RowNorm<float>;
extern template class RowNorm<double>;

}  // namespace attn
