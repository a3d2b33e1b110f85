#include "kernels/reference_attention.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "kernels/head_shapes.hpp"

namespace attn {
namespace {

constexpr double kBlocked = -std::numeric_limits<double>::infinity();

bool may_attend(arma::uword query, arma::uword key, const HeadShapes& shapes,
                const VisibleKeys& visible) {
  const KeyRange keys = keys_of(query, shapes.n_q, shapes.n_k, visible);
  if (key < keys.first || key >= keys.last) return false;
  return !visible.mask || visible.mask->at(query, key) != 0;
}

}  // namespace

template <class Real>
arma::Mat<Real> reference_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                    const arma::Mat<Real>& V, const FusedOptions& options,
                                    arma::Mat<Real>* log_sum_exp) {
  const HeadShapes shapes = head_shapes(arma::size(Q), arma::size(K), arma::size(V), options);
  const arma::uword n_heads = options.heads.n_heads;
  arma::Mat<Real> O(shapes.n_q, n_heads * shapes.d_v);
  if (log_sum_exp) log_sum_exp->set_size(shapes.n_q, n_heads);

  std::vector<double> scores(shapes.n_k);
  for (arma::uword head = 0; head < n_heads; ++head) {
    const arma::uword kv_head = kv_head_of(head, options.heads);
    for (arma::uword i = 0; i < shapes.n_q; ++i) {
      double largest = kBlocked;
      for (arma::uword j = 0; j < shapes.n_k; ++j) {
        scores[j] = kBlocked;
        if (!may_attend(i, j, shapes, options.visible)) continue;
        double score = 0;
        for (arma::uword c = 0; c < shapes.d_k; ++c)
          score += static_cast<double>(Q(i, head * shapes.d_k + c)) *
                   static_cast<double>(K(j, kv_head * shapes.d_k + c));
        scores[j] = options.scale * score;
        largest = std::max(largest, scores[j]);
      }
      double sum = 0;
      for (double& score : scores) {
        score = score == kBlocked ? 0.0 : std::exp(score - largest);
        sum += score;
      }
      for (arma::uword c = 0; c < shapes.d_v; ++c) {
        double mixed = 0;
        for (arma::uword j = 0; j < shapes.n_k; ++j)
          if (scores[j] != 0)
            mixed += scores[j] * static_cast<double>(V(j, kv_head * shapes.d_v + c));
        O(i, head * shapes.d_v + c) = static_cast<Real>(sum == 0 ? 0.0 : mixed / sum);
      }
      if (log_sum_exp)
        (*log_sum_exp)(i, head) = static_cast<Real>(sum == 0 ? kBlocked : largest + std::log(sum));
    }
  }
  return O;
}

template arma::mat reference_attention(const arma::mat&, const arma::mat&, const arma::mat&,
                                       const FusedOptions&, arma::mat*);
template arma::fmat reference_attention(const arma::fmat&, const arma::fmat&, const arma::fmat&,
                                        const FusedOptions&, arma::fmat*);

}  // namespace attn
