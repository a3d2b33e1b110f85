#include "network/optimizers/optimizers.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "network/rows.hpp"
#include "network/workers.hpp"

namespace attn {

// The numbers of Adam's step that are the same for all parameters.
template <class Real>
struct AdamFactors {
  Real keep1, take1, keep2, take2, rate, root_correction, epsilon, decay, shrink;
};

namespace {

// Nothing that is shown hangs on numbers below this; the least normal float is 1.2e-38.
template <class Real>
Real without_dust(Real x) {
  constexpr Real kDust = std::numeric_limits<Real>::min() * Real(16);
  return std::abs(x) < kDust ? Real(0) : x;
}

template <class Real>
AdamFactors<Real> adam_factors(const OptimizerSettings& s, std::uint64_t t, double learning_rate) {
  const auto steps = static_cast<double>(t);
  const bool is_decoupled = s.kind == OptimizerKind::adamw;
  const auto real = [](double x) { return static_cast<Real>(x); };
  return {.keep1 = real(s.beta1),
          .take1 = real(1.0 - s.beta1),
          .keep2 = real(s.beta2),
          .take2 = real(1.0 - s.beta2),
          .rate = real(learning_rate / (1.0 - std::pow(s.beta1, steps))),
          .root_correction = real(1.0 / std::sqrt(1.0 - std::pow(s.beta2, steps))),
          .epsilon = real(s.epsilon),
          .decay = real(is_decoupled ? 0.0 : s.weight_decay),
          .shrink = real(is_decoupled ? 1.0 - learning_rate * s.weight_decay : 1.0)};
}

template <class Real>
void adam_step(const AdamFactors<Real>& f, const Real* gradients, Real* p, Real* m, Real* v,
               std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    const Real g = gradients[i] + f.decay * p[i];
    m[i] = without_dust(f.keep1 * m[i] + f.take1 * g);
    v[i] = without_dust(f.keep2 * v[i] + f.take2 * g * g);
    p[i] = f.shrink * p[i] - f.rate * m[i] / (std::sqrt(v[i]) * f.root_correction + f.epsilon);
  }
}

template <class Real>
void sgd_step(const OptimizerSettings& s, Real rate, bool is_first, const Real* gradients, Real* p,
              Real* v, std::size_t n) {
  const Real kept = is_first ? Real(0) : static_cast<Real>(s.momentum);
  for (std::size_t i = 0; i < n; ++i) {
    const Real g = gradients[i] + static_cast<Real>(s.weight_decay) * p[i];
    v[i] = without_dust(kept * v[i] + g);
    p[i] -= rate * v[i];
  }
}

}  // namespace

template <class Real>
Optimizer<Real>::Optimizer(const OptimizerSettings& settings, std::size_t n_parameters)
    : first_moment(n_parameters),
      second_moment(settings.kind == OptimizerKind::sgd ? 0 : n_parameters),
      settings_(settings) {}

template <class Real>
void Optimizer<Real>::step(Workers& workers, Parameters<Real>& parameters, double learning_rate) {
  ++n_steps;
  const std::size_t n = parameters.size();
  const std::size_t pieces = n_pieces(50.0 * static_cast<double>(n), n);
  const auto factors = adam_factors<Real>(settings_, n_steps, learning_rate);
  workers.share(pieces, [&](std::size_t k, unsigned) {
    const auto [first, count] = piece_of(n, pieces, k, 64);
    const Real* g = parameters.gradients.data() + first;
    Real* p = parameters.values.data() + first;
    Real* m = first_moment.data() + first;
    in_vectors([&, n_here = count, first_v = first] {
      if (settings_.kind == OptimizerKind::sgd)
        sgd_step(settings_, static_cast<Real>(learning_rate), n_steps == 1, g, p, m, n_here);
      else
        adam_step(factors, g, p, m, second_moment.data() + first_v, n_here);
    });
  });
}

template <class Real>
double gradient_norm(const Parameters<Real>& parameters) {
  // In float by lanes and pieces, in double between them: quick, and the same for any thread.
  constexpr std::size_t kPiece = 4096, kLanes = 16;
  double sum = 0.0;
  const std::vector<Real>& g = parameters.gradients;
  for (std::size_t first = 0; first < g.size(); first += kPiece) {
    const std::size_t last = std::min(first + kPiece, g.size());
    Real lanes[kLanes] = {};
    in_vectors([&] {
      std::size_t i = first;
      for (; i + kLanes <= last; i += kLanes)
        for (std::size_t k = 0; k < kLanes; ++k) lanes[k] += g[i + k] * g[i + k];
      for (; i < last; ++i) lanes[0] += g[i] * g[i];
    });
    for (const Real lane : lanes) sum += static_cast<double>(lane);
  }
  // A square of more than a float holds is still one in double.
  if (!std::isfinite(sum))
    sum = sum_of<double>(g.size(), [&](std::size_t i) {
      return static_cast<double>(g[i]) * static_cast<double>(g[i]);
    });
  return std::sqrt(sum);
}

template <class Real>
void clip_gradients(Parameters<Real>& parameters, double norm, double most) {
  const auto factor = static_cast<Real>(std::min(1.0, most / (norm + 1e-6)));
  if (factor < 1)
    for (Real& g : parameters.gradients) g *= factor;
}

template class Optimizer<float>;
template class Optimizer<double>;
template double gradient_norm(const Parameters<float>&);
template double gradient_norm(const Parameters<double>&);
template void clip_gradients(Parameters<float>&, double, double);
template void clip_gradients(Parameters<double>&, double, double);

double Schedule::at(std::uint64_t t) const {
  const auto now = static_cast<double>(t), settled = static_cast<double>(warm_up);
  const double rise = warm_up == 0 ? 1.0 : std::min(1.0, (now + 1.0) / settled);
  if (!is_cosine) return learning_rate * rise;
  const double rest = std::max(1.0, static_cast<double>(n_steps) - settled);
  const double progress = std::clamp((now - settled) / rest, 0.0, 1.0);
  constexpr double kLeft = 0.1;
  const double fall = kLeft + (1.0 - kLeft) * 0.5 * (1.0 + std::cos(std::numbers::pi * progress));
  return learning_rate * rise * fall;
}

}  // namespace attn
