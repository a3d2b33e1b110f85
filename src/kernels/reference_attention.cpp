#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "kernels/fused_attention.hpp"

namespace attn {
namespace {

constexpr double kBlocked = -std::numeric_limits<double>::infinity();

bool may_attend(arma::uword query, arma::uword key, const HeadShapes& shapes,
                const VisibleKeys& visible) {
  const KeyRange keys = keys_of(query, shapes.n_q, shapes.n_k, visible);
  if (key < keys.first || key >= keys.last) return false;
  return !visible.mask || visible.mask->at(query, key) != 0;
}

// Σ over i of A(row_a, first_a + i) · B(row_b, first_b + i)
template <class Real>
double dot(const arma::Mat<Real>& A, arma::uword row_a, arma::uword first_a,
           const arma::Mat<Real>& B, arma::uword row_b, arma::uword first_b, arma::uword n) {
  double sum = 0;
  for (arma::uword i = 0; i < n; ++i)
    sum += static_cast<double>(A(row_a, first_a + i)) * static_cast<double>(B(row_b, first_b + i));
  return sum;
}

// The shares of one query, not yet divided by their sum.
struct Shares {
  std::vector<double> of_keys;
  double sum = 0, log_sum_exp = kBlocked;
};

Shares shares_of(std::vector<double> scores) {
  double largest = kBlocked;
  for (const double score : scores) largest = std::max(largest, score);
  Shares shares;
  for (double& score : scores) {
    score = score == kBlocked ? 0.0 : std::exp(score - largest);
    shares.sum += score;
  }
  if (shares.sum != 0) shares.log_sum_exp = largest + std::log(shares.sum);
  shares.of_keys = std::move(scores);
  return shares;
}

}  // namespace

template <class Real>
arma::Mat<Real> reference_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                    const arma::Mat<Real>& V, const FusedOptions& options,
                                    arma::Mat<Real>* log_sum_exp) {
  const HeadShapes shapes = head_shapes(arma::size(Q), arma::size(K), arma::size(V), options);
  const auto& [n_q, n_k, d_k, d_v] = shapes;
  const arma::uword n_heads = options.heads.n_heads;
  arma::Mat<Real> O(n_q, n_heads * d_v, arma::fill::zeros);
  if (log_sum_exp) log_sum_exp->set_size(n_q, n_heads);

  for (arma::uword head = 0; head < n_heads; ++head) {
    const arma::uword kv_head = kv_head_of(head, options.heads);
    for (arma::uword i = 0; i < n_q; ++i) {
      std::vector<double> scores(n_k, kBlocked);
      for (arma::uword j = 0; j < n_k; ++j)
        if (may_attend(i, j, shapes, options.visible))
          scores[j] = options.scale * dot(Q, i, head * d_k, K, j, kv_head * d_k, d_k);
      const Shares shares = shares_of(std::move(scores));
      for (arma::uword c = 0; c < d_v && shares.sum != 0; ++c) {
        double mixed = 0;
        for (arma::uword j = 0; j < n_k; ++j)
          if (may_attend(i, j, shapes, options.visible))
            mixed += shares.of_keys[j] * static_cast<double>(V(j, kv_head * d_v + c));
        O(i, head * d_v + c) = static_cast<Real>(mixed / shares.sum);
      }
      if (log_sum_exp) (*log_sum_exp)(i, head) = static_cast<Real>(shares.log_sum_exp);
    }
  }
  return O;
}

template arma::mat reference_attention(const arma::mat&, const arma::mat&, const arma::mat&,
                                       const FusedOptions&, arma::mat*);
template arma::fmat reference_attention(const arma::fmat&, const arma::fmat&, const arma::fmat&,
                                        const FusedOptions&, arma::fmat*);

}  // namespace attn
