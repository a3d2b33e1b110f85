// The seam: what a BLAS must offer to be the one that attn is built with. `openblas/` and `cuda/`
// each implement all of this file, and CMake picks one of them. `reference_attention` is the same
// in plain loops, which both are checked against.
#pragma once

#include <armadillo>
#include <optional>
#include <string>

#include "base/named.hpp"
#include "core/heads.hpp"

namespace attn {

/// Which keys each query may attend to: restrictions that need no matrix, and a matrix for all
/// others. All of them must allow a cell. Queries and keys are aligned at their ends.
struct VisibleKeys {
  bool causal = false;
  std::optional<arma::uword> window;  ///< only keys fewer than this many places away
  arma::uword n_padded = 0;           ///< this many last keys are padding
  const Mask* mask = nullptr;         ///< (n_q × n_k), not owned
};

/// The same as the options of attention say it. The mask is the options' own, so they must live
/// longer.
///
/// Errors:  std::invalid_argument for padding before the keys, which no kernel has, and for
///          a pattern
VisibleKeys visible_keys(const AttentionOptions& options);

/// Places `first` to `last` − 1; none where first == last.
struct PlaceRange {
  arma::uword first = 0, last = 0;
};

using KeyRange = PlaceRange;
using QueryRange = PlaceRange;

/// The keys that one query may attend to, leaving a mask given as a matrix aside.
///
///     causal:  j ≤ i + n_k − n_q
///     window:  |i + n_k − n_q − j| < window
///     padding: j < n_k − n_padded
KeyRange keys_of(arma::uword query, arma::uword n_q, arma::uword n_k, const VisibleKeys& visible);

/// The queries that may attend to one key, leaving a mask given as a matrix aside; none for a place
/// after the last key.
QueryRange queries_of(arma::uword key, arma::uword n_q, arma::uword n_k,
                      const VisibleKeys& visible);

/// The keys that at least one of the queries `first` to `last` − 1 may attend to.
KeyRange keys_of_any(arma::uword first, arma::uword last, arma::uword n_q, arma::uword n_k,
                     const VisibleKeys& visible);

/// The keys that every one of the queries may attend to, were there no matrix.
KeyRange keys_of_all(arma::uword first, arma::uword last, arma::uword n_q, arma::uword n_k,
                     const VisibleKeys& visible);

/// The queries that may attend to nothing, in order.
///
/// Errors:  as require_fitting
arma::uvec empty_queries(arma::uword n_q, arma::uword n_k, const VisibleKeys& visible);

/// Errors:  InputError if the mask is not (n_q × n_k), the window is 0, or more keys are padding
///          than there are.
void require_fitting(const VisibleKeys& visible, arma::uword n_q, arma::uword n_k);

/// How many queries and keys are worked on at a time; 0 leaves it to the kernel. The result is the
/// same for all sizes, but for the order in which sums are rounded.
struct TileSizes {
  arma::uword n_queries = 0, n_keys = 0;
};

/// What all heads of one call have in common.
struct FusedOptions {
  HeadCounts heads{};
  double scale = 1.0;  ///< what every score is multiplied by: 1/√d_k as a rule
  VisibleKeys visible{};
  unsigned n_threads = 0;  ///< 0: as many as usual_threads() says; the result is the same for all
  TileSizes tiles{};
  bool tf32 = false;  ///< products of float in TF32, where the device has it
};

/// Attention of all heads without ever holding a matrix of scores: tiles of queries against tiles
/// of keys, with a running maximum and sum for each query.
///
///     O_h = softmax(scale · Q_h K_gᵀ + mask) V_g,   g = ⌊h · n_kv_heads / n_heads⌋
///
/// A query that may attend to nothing gets 0. NaN in a query, or in a key or value that a query may
/// attend to, reaches that query's output; whether one that it may not attend to does is not said.
///
/// Shapes:  Q (n_q × n_heads·d_k), K (n_k × n_kv_heads·d_k), V (n_k × n_kv_heads·d_v), the heads'
///          columns beside each other, head 0 first; result (n_q × n_heads·d_v);
///          log_sum_exp, if it is asked for, (n_q × n_heads): ln Σ exp(scaled score), −∞ where a
///          query may attend to nothing
/// Errors:  InputError if shapes or a mask do not fit, or for tf32 without a device that has it;
///          SurroundingsError if the device refuses or its memory runs out.
/// Source:  Dao et al. 2022, arXiv:2205.14135, algorithm 1; Milakov and Gimelshein 2018,
///          arXiv:1805.02867 (running maximum and sum); Ainslie et al. 2023, arXiv:2305.13245.
template <class Real>
arma::Mat<Real> fused_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                const arma::Mat<Real>& V, const FusedOptions& options,
                                arma::Mat<Real>* log_sum_exp = nullptr);

/// A product of two matrices: what projections are made of.
///
///     C = A B
///
/// Shapes:  A (m × k), B (k × n), C (m × n)
/// Errors:  std::invalid_argument if the shapes do not fit, or a side is longer than the BLAS
///          counts; SurroundingsError as above.
template <class Real>
arma::Mat<Real> matrix_product(const arma::Mat<Real>& A, const arma::Mat<Real>& B,
                               unsigned n_threads = 0);

/// How long one product of two n × n matrices takes that already lie where the kernels work: the
/// least of several, after warming up. The ceiling that attention is measured against.
///
/// Units:   seconds
/// Errors:  SurroundingsError as above.
template <class Real>
double product_seconds(arma::uword n, unsigned n_threads = 0);

/// The numbers that are computed with. tf32 is fp32 whose products are rounded to 10 bits first.
enum class Precision { fp64, fp32, tf32 };
inline constexpr Named<Precision> kPrecisions[] = {
    {Precision::fp64, "fp64"}, {Precision::fp32, "fp32"}, {Precision::tf32, "tf32"}};

/// What the kernels run on.
struct KernelFacts {
  std::string blas;      ///< "OpenBLAS 0.3.21" or "cuBLAS 13.0"
  std::string runs_on;   ///< "core Cooperlake", "NVIDIA H200", or why there is no device
  std::string vectors;   ///< the instructions of our own vector code, "AVX3"; empty on a device
  bool is_ready = true;  ///< false if it has no device to run on
  Precision usual = Precision::fp64;  ///< unless it is chosen; fp32 on a device
  bool has_tf32 = false;
};

/// What the kernels run on, here and now.
KernelFacts kernel_facts();

/// Whether they run on a device: that has no vector code of ours, copies every matrix, and divides
/// its own work.
inline bool is_device(const KernelFacts& facts) { return facts.vectors.empty(); }

extern template arma::mat fused_attention(const arma::mat&, const arma::mat&, const arma::mat&,
                                          const FusedOptions&, arma::mat*);
extern template arma::fmat fused_attention(const arma::fmat&, const arma::fmat&, const arma::fmat&,
                                           const FusedOptions&, arma::fmat*);
extern template arma::mat matrix_product(const arma::mat&, const arma::mat&, unsigned);
extern template arma::fmat matrix_product(const arma::fmat&, const arma::fmat&, unsigned);
extern template double product_seconds<double>(arma::uword, unsigned);
extern template double product_seconds<float>(arma::uword, unsigned);

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

/// fused_attention in plain loops over one query at a time, slow and obvious: what the fast ones
/// are checked against. It works in double whatever it is given, and has no tiles and no threads.
///
/// Shapes, Errors: as fused_attention
template <class Real>
arma::Mat<Real> reference_attention(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                    const arma::Mat<Real>& V, const FusedOptions& options,
                                    arma::Mat<Real>* log_sum_exp = nullptr);

extern template arma::mat reference_attention(const arma::mat&, const arma::mat&, const arma::mat&,
                                              const FusedOptions&, arma::mat*);
extern template arma::fmat reference_attention(const arma::fmat&, const arma::fmat&,
                                               const arma::fmat&, const FusedOptions&, arma::fmat*);

}  // namespace attn
