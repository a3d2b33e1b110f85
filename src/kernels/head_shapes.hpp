#pragma once

#include "kernels/fused_attention.hpp"

namespace attn {

/// The sizes that all heads of one call share.
struct HeadShapes {
  arma::uword n_q = 0, n_k = 0;  ///< queries, keys
  arma::uword d_k = 0, d_v = 0;  ///< widths of one head
};

/// The sizes of one head, read off the matrices of all heads.
///
/// Errors:  InputError if a matrix is empty, the heads do not divide its width, widths or heights
///          do not fit, or the visible keys do not.
HeadShapes head_shapes(const arma::SizeMat& Q, const arma::SizeMat& K, const arma::SizeMat& V,
                       const FusedOptions& options);

}  // namespace attn
