// SGD, Adam, AdamW, clipping, and how large a step is when.
#pragma once

#include <cstdint>
#include <vector>

#include "base/named.hpp"
#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

/// The rules by which numbers follow their gradients.
enum class OptimizerKind { sgd, adam, adamw };
inline constexpr Named<OptimizerKind> kOptimizers[] = {
    {OptimizerKind::sgd, "sgd"}, {OptimizerKind::adam, "adam"}, {OptimizerKind::adamw, "adamw"}};

/// PyTorch's defaults, but for the weight decay of AdamW, which is 0.01 there.
struct OptimizerSettings {
  OptimizerKind kind = OptimizerKind::adam;
  double momentum = 0.0;                              ///< of sgd
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;  ///< of adam and adamw
  double weight_decay = 0.0;
};

/// One step of learning after another.
///
///     sgd:    g += λ p;   v = μ v + g, at first v = g;   p −= η v
///     adam:   g += λ p;   m = β₁ m + (1 − β₁) g;   v = β₂ v + (1 − β₂) g²
///             p −= η/(1 − β₁ᵗ) · m / (√v/√(1 − β₂ᵗ) + ε),   t = 1, 2, …
///     adamw:  p *= 1 − η λ;   then as adam, without λ
///
/// Numbers too small to matter become 0: where a gradient is 0 for long, m and v would else sink
/// into denormal numbers, with which a processor takes a hundred times as long.
///
/// Source:  Kingma and Ba 2015, arXiv:1412.6980; Loshchilov and Hutter 2019, arXiv:1711.05101; in
///          the order of torch.optim.
template <class Real>
class Optimizer {
 public:
  Optimizer(const OptimizerSettings& settings, std::size_t n_parameters);

  /// Gradients are read and stay as they are.
  void step(Workers& workers, Parameters<Real>& parameters, double learning_rate);

  /// What a checkpoint must hold: how many steps were taken, and the running means.
  std::uint64_t n_steps = 0;
  std::vector<Real> first_moment, second_moment;  ///< m and v; for sgd v alone, as first_moment

 private:
  OptimizerSettings settings_;
};

/// The length of all gradients as one vector, summed in a fixed order.
template <class Real>
double gradient_norm(const Parameters<Real>& parameters);

/// Makes gradients shorter where they are longer than `most` together, ‖g‖ being their norm: by
/// min(1, most/(‖g‖ + 1e-6)).
///
/// Source:  Pascanu et al. 2013, arXiv:1211.5063; in the form of torch.nn.utils.clip_grad_norm_.
template <class Real>
void clip_gradients(Parameters<Real>& parameters, double norm, double most);

extern template class Optimizer<float>;
extern template class Optimizer<double>;
extern template double gradient_norm(const Parameters<float>&);
extern template double gradient_norm(const Parameters<double>&);
extern template void clip_gradients(Parameters<float>&, double, double);
extern template void clip_gradients(Parameters<double>&, double, double);

/// How large a step is, at every time: it grows while the running means of the optimizer settle,
/// and may shrink towards the end.
///
///     η_t = η · min(1, (t + 1) / warm_up) · (cosine: 0.1 + 0.9 · ½ (1 + cos(π progress)), else 1)
///     progress = (t − warm_up) / (n_steps − warm_up), not below 0
///
/// Source:  Loshchilov and Hutter 2017, arXiv:1608.03983 (cosine).
struct Schedule {
  double learning_rate = 1e-3;
  std::uint64_t warm_up = 0;
  std::uint64_t n_steps = 0;  ///< where the cosine ends
  bool is_cosine = false;

  /// For step t, counted from 0.
  double at(std::uint64_t t) const;
};

}  // namespace attn
