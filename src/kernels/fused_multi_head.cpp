#include "kernels/fused_multi_head.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/shape.hpp"
#include "kernels/fused_attention.hpp"

namespace attn {
namespace {

// The queries, keys and values of all heads.
template <class Real>
struct Operands {
  arma::Mat<Real> Q, K, V;

  bool is_finite() const { return Q.is_finite() && K.is_finite() && V.is_finite(); }
};

// The numbers of a matrix that is not needed any more.
template <class Real>
arma::Mat<Real> taken(const std::string& name, arma::mat&& matrix) {
  if constexpr (std::is_same_v<Real, double>) {
    return std::move(matrix);
  } else {
    const arma::mat given = std::move(matrix);
    arma::Mat<Real> converted = arma::conv_to<arma::Mat<Real>>::from(given);
    if (!converted.is_finite() && given.is_finite()) require_finite(name, converted);
    return converted;
  }
}

template <class Real>
arma::Mat<Real> projected(const arma::Mat<Real>& X, const std::string& weight, arma::mat W,
                          const arma::rowvec& b, const FusedRun& run) {
  arma::Mat<Real> product = matrix_product(X, taken<Real>(weight, std::move(W)), run.n_threads);
  require_finite_rows("X W", product, X);
  if (b.is_empty()) return product;
  product.each_row() += arma::conv_to<arma::Row<Real>>::from(b);
  require_finite_rows("X W + b", product, X);
  return product;
}

// Each head's columns turned by the positions of the rows, where they are.
template <class Real>
void rotate_heads(arma::Mat<Real>& Q, arma::uword n_heads, const Rotary& rope) {
  const arma::uword d_k = Q.n_cols / n_heads;
  const arma::mat angles = rotation_angles(first_positions(Q.n_rows), d_k, rope);
  for (arma::uword pair = 0; pair < angles.n_cols; ++pair) {
    const arma::Col<Real> cosine =
        arma::conv_to<arma::Col<Real>>::from(rope.length * arma::cos(angles.col(pair)));
    const arma::Col<Real> sine =
        arma::conv_to<arma::Col<Real>>::from(rope.length * arma::sin(angles.col(pair)));
    const PairColumns columns = columns_of_pair(pair, d_k, rope.pairing);
    for (arma::uword first = 0; first < Q.n_cols; first += d_k) {
      Real* const a = Q.colptr(first + columns.first);
      Real* const b = Q.colptr(first + columns.second);
      for (arma::uword i = 0; i < Q.n_rows; ++i) {
        const Real before = a[i];
        a[i] = before * cosine[i] - b[i] * sine[i];
        b[i] = b[i] * cosine[i] + before * sine[i];
      }
    }
  }
}

// The largest length of a row, all heads together: no head's part of it is longer.
template <class Real>
double longest_row(const arma::Mat<Real>& matrix) {
  std::vector<double> squares(matrix.n_rows, 0.0);
  for (arma::uword col = 0; col < matrix.n_cols; ++col)
    for (arma::uword row = 0; row < matrix.n_rows; ++row) {
      const auto cell = static_cast<double>(matrix(row, col));
      squares[row] += cell * cell;
    }
  return std::sqrt(*std::max_element(squares.begin(), squares.end()));
}

// Whether numbers are so large that something on the way may leave their range: queries times the
// factor, scores in powers of two, or values that are added up before they are divided. No score is
// further from 0 than the lengths of its query and key multiplied.
template <class Real>
bool is_near_limit(const Operands<Real>& of, double factor) {
  constexpr double kLimit = static_cast<double>(std::numeric_limits<Real>::max()) / 4;
  const double scores =
      longest_row(of.Q) * std::max(1.0, factor) * std::max(1.0, longest_row(of.K));
  const auto [least, most] = std::minmax_element(of.V.begin(), of.V.end());
  const double values = std::max(-static_cast<double>(*least), static_cast<double>(*most));
  const bool is_near =
      std::max(factor, scores) >= kLimit || values >= kLimit / static_cast<double>(of.V.n_rows);
  return is_near && of.is_finite();
}

// Scores that overflow are refused, as they are where stages are kept.
template <class Real>
void require_finite_scores(const Operands<Real>& of, const HeadCounts& counts, const Scale& scale,
                           double factor) {
  constexpr arma::uword kQueriesAtOnce = 256;
  const arma::uword d_k = of.Q.n_cols / counts.n_heads;
  for (arma::uword head = 0; head < counts.n_heads; ++head) {
    const arma::uword first_key = kv_head_of(head, counts) * d_k;
    const arma::Mat<Real> keys = of.K.cols(first_key, first_key + d_k - 1).t();
    for (arma::uword first = 0; first < of.Q.n_rows; first += kQueriesAtOnce) {
      const arma::uword last = std::min(first + kQueriesAtOnce, of.Q.n_rows) - 1;
      const arma::Mat<Real> queries = of.Q.submat(first, head * d_k, last, head * d_k + d_k - 1);
      arma::Mat<Real> S = matrix_product(queries, keys);
      require_finite("Q Kᵀ", S);
      if (scale.kind != Scale::Kind::factor && scale.temperature == 1.0) continue;
      S *= static_cast<Real>(factor);
      require_finite("scale S", S);
    }
  }
}

// Attention of numbers near their limit: in plain loops, which are slow and have no powers of two,
// and of values so small that all of them can be added up.
template <class Real>
arma::Mat<Real> attended_near_limit(const Operands<Real>& of, const FusedOptions& options) {
  int exponent = 0;
  std::frexp(static_cast<double>(of.V.n_rows), &exponent);  // n_k < 2^exponent
  const arma::Mat<Real> V = of.V * std::ldexp(Real{1}, -exponent);
  return reference_attention(of.Q, of.K, V, options) * std::ldexp(Real{1}, exponent);
}

// What a query that may attend to nothing gets. Kernels give it 0.
template <class Real>
void fill_empty_rows(arma::Mat<Real>& O, const arma::uvec& empty, const arma::Mat<Real>& V,
                     const HeadCounts& counts, EmptyRow empty_row) {
  if (empty.is_empty() || empty_row == EmptyRow::zero) return;
  arma::Row<Real> row(O.n_cols);
  row.fill(std::numeric_limits<Real>::quiet_NaN());
  if (empty_row == EmptyRow::uniform) {
    const arma::Row<Real> mean = arma::mean(V, 0);
    const arma::uword d_v = V.n_cols / counts.n_kv_heads;
    for (arma::uword head = 0; head < counts.n_heads; ++head) {
      const arma::uword from = kv_head_of(head, counts) * d_v;
      row.subvec(head * d_v, arma::size(1, d_v)) = mean.subvec(from, arma::size(1, d_v));
    }
  }
  for (const arma::uword i : empty) O.row(i) = row;
}

// Takes the operands, so that they are gone when it returns.
template <class Real>
arma::Mat<Real> attended(Operands<Real> of, const HeadCounts& counts,
                         const AttentionOptions& options, const FusedRun& run) {
  const double factor = score_factor(of.Q.n_cols / counts.n_heads, options.scale);
  const VisibleKeys visible = visible_keys(options);
  const arma::uvec empty = empty_queries(of.Q.n_rows, of.K.n_rows, visible);
  const FusedOptions fused{.heads = counts,
                           .scale = factor,
                           .visible = visible,
                           .n_threads = run.n_threads,
                           .tiles = {},
                           .tf32 = run.tf32};
  const bool is_near = is_near_limit(of, factor);
  if (is_near) require_finite_scores(of, counts, options.scale, factor);
  arma::Mat<Real> O =
      is_near ? attended_near_limit(of, fused) : fused_attention(of.Q, of.K, of.V, fused);
  if (!O.is_finite() && of.is_finite()) require_finite("A V", O);
  fill_empty_rows(O, empty, of.V, counts, options.empty_row);
  return O;
}

template <class Real>
Operands<Real> operands_of(MultiHeadLayer layer, const FusedRun& run) {
  MultiHeadWeights& w = layer.weights;
  const arma::Mat<Real> X = taken<Real>("X", std::move(layer.X));
  const arma::Mat<Real> M =
      layer.memory ? taken<Real>("M", std::move(*layer.memory)) : arma::Mat<Real>();
  const arma::Mat<Real> N =
      layer.value_memory ? taken<Real>("M_V", std::move(*layer.value_memory)) : arma::Mat<Real>();
  const arma::Mat<Real>& keys_from = layer.memory ? M : X;
  const arma::Mat<Real>& values_from = layer.value_memory ? N : keys_from;
  Operands<Real> of;
  of.Q = projected(X, "W_Q", std::move(w.W_Q), w.b_Q, run);
  of.K = projected(keys_from, "W_K", std::move(w.W_K), w.b_K, run);
  of.V = projected(values_from, "W_V", std::move(w.W_V), w.b_V, run);
  if (layer.rope) {
    rotate_heads(of.Q, layer.counts.n_heads, *layer.rope);
    rotate_heads(of.K, layer.counts.n_kv_heads, *layer.rope);
  }
  return of;
}

}  // namespace

template <class Real>
arma::Mat<Real> fused_multi_head(MultiHeadLayer layer, const AttentionOptions& options,
                                 const FusedRun& run) {
  if (layer.norm) throw std::invalid_argument("fused_multi_head: no norm on queries and keys");
  require_fitting_shapes(layer);
  require_fitting(visible_keys(options), layer.X.n_rows, layer.keys_from().n_rows);
  const HeadCounts counts = layer.counts;
  arma::mat W_O = std::move(layer.weights.W_O);
  const arma::rowvec b_O = std::move(layer.weights.b_O);
  arma::Mat<Real> concat = attended(operands_of<Real>(std::move(layer), run), counts, options, run);
  if (W_O.is_empty()) return concat;
  return projected(concat, "W_O", std::move(W_O), b_O, run);
}

template <class Real>
arma::Mat<Real> fused_head(Embedded embedded, const AttentionOptions& options,
                           const FusedRun& run) {
  require_fitting_shapes(embedded);
  MultiHeadLayer layer;
  layer.X = std::move(embedded.X);
  layer.memory = std::move(embedded.memory);
  layer.weights.W_Q = std::move(embedded.W_Q);
  layer.weights.W_K = std::move(embedded.W_K);
  layer.weights.W_V = std::move(embedded.W_V);
  return fused_multi_head<Real>(std::move(layer), options, run);
}

template <class Real>
arma::Mat<Real> fused_head(Projected tensors, const AttentionOptions& options,
                           const FusedRun& run) {
  require_fitting_shapes(tensors);
  require_fitting(visible_keys(options), tensors.Q.n_rows, tensors.K.n_rows);
  return attended<Real>(
      {taken<Real>("Q", std::move(tensors.Q)), taken<Real>("K", std::move(tensors.K)),
       taken<Real>("V", std::move(tensors.V))},
      {}, options, run);
}

template arma::mat fused_multi_head(MultiHeadLayer, const AttentionOptions&, const FusedRun&);
template arma::fmat fused_multi_head(MultiHeadLayer, const AttentionOptions&, const FusedRun&);
template arma::mat fused_head(Embedded, const AttentionOptions&, const FusedRun&);
template arma::fmat fused_head(Embedded, const AttentionOptions&, const FusedRun&);
template arma::mat fused_head(Projected, const AttentionOptions&, const FusedRun&);
template arma::fmat fused_head(Projected, const AttentionOptions&, const FusedRun&);

}  // namespace attn
