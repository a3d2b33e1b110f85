#include "core/attention.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/message.hpp"
#include "core/shape.hpp"
#include "core/statistics.hpp"

namespace attn {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

void fill_empty_row(arma::mat& weights, arma::uword row, EmptyRow empty) {
  switch (empty) {
    case EmptyRow::zero:
      weights.row(row).zeros();
      break;
    case EmptyRow::nan:
      weights.row(row).fill(std::numeric_limits<double>::quiet_NaN());
      break;
    case EmptyRow::uniform:
      weights.row(row).fill(1.0 / static_cast<double>(weights.n_cols));
      break;
  }
}

void require_temperature(double temperature) {
  if (std::isfinite(temperature) && temperature > 0.0) return;
  throw InputError(
      message("the temperature must be a positive number, but it is {}. At 1 it "
              "changes nothing.",
              temperature));
}

}  // namespace

arma::mat project(const arma::mat& X, const arma::mat& W) {
  require_not_empty("X", X);
  require_not_empty("W", W);
  require_product("X", X, "W", W);

  arma::mat projected = X * W;
  require_finite_rows("X W", projected, X);
  clear_cancelled(projected, X, W);
  return projected;
}

arma::mat project(const arma::mat& X, const arma::mat& W, const arma::rowvec& b) {
  require_shape(translated("the bias (one number for each column of W)"), b.n_rows, b.n_cols, 1,
                W.n_cols);
  arma::mat projected = project(X, W);
  projected.each_row() += b;
  require_finite_rows("X W + b", projected, X);
  // The bias is one weight more, of an input that is always 1.
  clear_cancelled(projected, arma::join_rows(X, arma::ones(X.n_rows, 1)), arma::join_cols(W, b));
  return projected;
}

arma::mat attention_scores(const arma::mat& Q, const arma::mat& K) {
  require_not_empty("Q", Q);
  require_not_empty("K", K);
  require_same_width("Q", Q, "K", K);

  const arma::mat K_transposed = K.t();
  arma::mat S = Q * K_transposed;
  require_finite("Q Kᵀ", S);
  clear_cancelled(S, Q, K_transposed);
  return S;
}

ScoreNumber score_number(arma::uword d_k, const Scale& scale) {
  require_temperature(scale.temperature);
  switch (scale.kind) {
    case Scale::Kind::sqrt_d_k:
      return {std::sqrt(static_cast<double>(d_k)) * scale.temperature};
    case Scale::Kind::off:
      return {scale.temperature};
    case Scale::Kind::factor:
      break;
  }
  if (!std::isfinite(scale.factor) || scale.factor <= 0.0)
    throw InputError(
        message("the scale must be a positive number, but it is {}. Without it, scores are "
                "divided by √d_k.",
                scale.factor));
  return {.number = scale.factor / scale.temperature, .divides = false};
}

double score_factor(arma::uword d_k, const Scale& scale) {
  const auto [number, divides] = score_number(d_k, scale);
  return divides ? 1.0 / number : number;
}

arma::mat scaled_scores(const arma::mat& S, arma::uword d_k, const Scale& scale) {
  const auto [number, divides] = score_number(d_k, scale);
  arma::mat scaled = S;
  if (!divides)
    scaled *= number;
  else if (number != 1.0)
    scaled /= number;
  require_finite("scale S", scaled);
  return scaled;
}

arma::mat masked_scores(const arma::mat& scores, const Mask& mask) {
  require_shape(translated("the mask"), mask.n_rows, mask.n_cols, scores.n_rows, scores.n_cols);

  arma::mat masked = scores;
  for (arma::uword cell = 0; cell < masked.n_elem; ++cell)
    if (!mask[cell]) masked[cell] = -kInfinity;
  return masked;
}

arma::mat softmax_rows(const arma::mat& scores, EmptyRow empty) {
  arma::mat weights(arma::size(scores));
  for (arma::uword i = 0; i < scores.n_rows; ++i) {
    double highest = -kInfinity;
    for (arma::uword j = 0; j < scores.n_cols; ++j) {
      if (scores(i, j) == kInfinity)
        throw InputError(message("score [{}, {}] is +inf: softmax needs scores below it.", i, j));
      highest = std::max(highest, scores(i, j));
    }
    // All −∞, and nothing that max() would have passed over: a NaN has to stay visible.
    if (highest == -kInfinity && !scores.row(i).has_nan()) {
      fill_empty_row(weights, i, empty);
      continue;
    }

    double sum = 0.0;
    for (arma::uword j = 0; j < scores.n_cols; ++j)
      sum += weights(i, j) = std::exp(scores(i, j) - highest);
    for (arma::uword j = 0; j < scores.n_cols; ++j) weights(i, j) /= sum;
  }
  return weights;
}

arma::mat attention_output(const arma::mat& A, const arma::mat& V) {
  require_not_empty("A", A);
  require_not_empty("V", V);
  require_product("A", A, "V", V);

  arma::mat O = A * V;
  clear_cancelled(O, A, V);
  return O;
}

arma::mat rms_normed(const arma::mat& X, const arma::rowvec& gain, double epsilon) {
  require_shape(translated("the gain (one for each column)"), 1, gain.n_elem, 1, X.n_cols);
  arma::mat result = X;
  for (arma::uword i = 0; i < X.n_rows; ++i)
    result.row(i) = X.row(i) / std::sqrt(arma::mean(arma::square(X.row(i))) + epsilon) % gain;
  return result;
}

arma::mat moving_average_matrix(arma::uword n, arma::uword n_taps) {
  if (n_taps == 0)
    throw InputError(
        translated("a moving average over 0 tokens has nothing to average. Take 1 or more."));
  arma::mat A(n, n, arma::fill::zeros);
  for (arma::uword t = 0; t < n; ++t) {
    const arma::uword n_there = std::min(n_taps, t + 1);
    for (arma::uword s = t + 1 - n_there; s <= t; ++s) A(t, s) = 1.0 / static_cast<double>(n_there);
  }
  return A;
}

arma::mat exponential_average_matrix(arma::uword n, double alpha) {
  if (!(alpha > 0.0 && alpha <= 1.0))
    throw InputError(
        message("the newest token's share of an exponential average, α, is above 0 and at most 1, "
                "not {}.",
                alpha));
  arma::mat A(n, n, arma::fill::zeros);
  for (arma::uword t = 0; t < n; ++t) {
    if (t > 0) A.row(t) = (1.0 - alpha) * A.row(t - 1);
    A(t, t) = t == 0 ? 1.0 : alpha;
  }
  return A;
}

}  // namespace attn
