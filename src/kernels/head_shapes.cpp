#include "kernels/head_shapes.hpp"

#include "core/shape.hpp"

namespace attn {

HeadShapes head_shapes(const arma::SizeMat& Q, const arma::SizeMat& K, const arma::SizeMat& V,
                       const FusedOptions& options) {
  const auto& [n_heads, n_kv_heads] = options.heads;
  require_not_empty("Q", Q.n_rows, Q.n_cols);
  require_not_empty("K", K.n_rows, K.n_cols);
  require_not_empty("V", V.n_rows, V.n_cols);
  kv_head_of(0, options.heads);  // refuses counts that do not fit
  const HeadShapes shapes{.n_q = Q.n_rows,
                          .n_k = K.n_rows,
                          .d_k = head_width(Q.n_cols, n_heads),
                          .d_v = head_width(V.n_cols, n_kv_heads)};
  require_shape("K", K.n_rows, K.n_cols, K.n_rows, n_kv_heads * shapes.d_k);
  require_shape("V", V.n_rows, V.n_cols, shapes.n_k, V.n_cols);
  require_fitting(options.visible, shapes.n_q, shapes.n_k);
  return shapes;
}

}  // namespace attn
