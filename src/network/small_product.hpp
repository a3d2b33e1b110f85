#pragma once

#include <algorithm>
#include <cstddef>

#include "network/rows.hpp"

// Products so small that a BLAS would be busy with packing them: those inside a head of attention.
// All is inline, to become part of in_vectors(), and each number of C is one sum over k in order,
// whatever the vectors: so the digits are the same on every processor.

namespace attn {

/// One side of a product, as it lies or transposed: number (i, k) stands at data + i · step + k ·
/// k_step.
template <class Real>
struct ProductSide {
  const Real* data;
  std::size_t step, k_step;

  ProductSide from(std::size_t i, std::size_t k) const {
    return {data + i * step + k * k_step, step, k_step};
  }
};

namespace small_product {

// So many bytes in a row, wherever they begin.
template <class Real, std::size_t n_bytes>
struct LanesOf {
  using Type [[gnu::vector_size(n_bytes), gnu::aligned(sizeof(Real)), gnu::may_alias]] = Real;
  static constexpr std::size_t kCount = n_bytes / sizeof(Real);
};

/// Where a block of C lies, of which n_cols columns are wanted; what is there is added to or not.
template <class Real>
struct Block {
  Real* data;
  std::size_t stride, n_cols;
  bool is_added_to;
};

// A few rows of C by one or two vectors of columns: all sums stay in registers while k goes by.
// b has n_vectors whole vectors for each k, one k behind another by b_step.
template <std::size_t n_bytes, std::size_t n_rows, std::size_t n_vectors, class Real>
void multiply_rows(ProductSide<Real> a, const Real* b, std::size_t b_step, std::size_t n_k,
                   Real factor, const Block<Real>& C) {
  using Lanes = typename LanesOf<Real, n_bytes>::Type;
  constexpr std::size_t kWidth = LanesOf<Real, n_bytes>::kCount;
  Lanes sums[n_rows][n_vectors] = {};
  for (std::size_t k = 0; k < n_k; ++k) {
    Lanes b_k[n_vectors];
#pragma GCC unroll 2
    for (std::size_t v = 0; v < n_vectors; ++v)
      b_k[v] = *reinterpret_cast<const Lanes*>(b + k * b_step + v * kWidth);
#pragma GCC unroll 6
    for (std::size_t i = 0; i < n_rows; ++i) {
      const Real a_ik = a.data[i * a.step + k * a.k_step];
#pragma GCC unroll 2
      for (std::size_t v = 0; v < n_vectors; ++v) sums[i][v] += a_ik * b_k[v];
    }
  }
#pragma GCC unroll 6
  for (std::size_t i = 0; i < n_rows; ++i) {
    Real* c = C.data + i * C.stride;
#pragma GCC unroll 2
    for (std::size_t v = 0; v < n_vectors; ++v, c += kWidth) {
      const Lanes product = factor * sums[i][v];
      const std::size_t left = C.n_cols - std::min(C.n_cols, v * kWidth);
      if (left >= kWidth) {
        auto& place = *reinterpret_cast<Lanes*>(c);
        place = C.is_added_to ? place + product : product;
      } else {
        for (std::size_t j = 0; j < left; ++j)
          c[j] = C.is_added_to ? c[j] + product[j] : product[j];
      }
    }
  }
}

// All rows of C, six and two and one at a time.
template <std::size_t n_bytes, std::size_t n_vectors, class Real>
void multiply_columns(ProductSide<Real> A, std::size_t n_rows, const Real* b, std::size_t b_step,
                      std::size_t n_k, Real factor, const Block<Real>& C) {
  const auto at = [&](std::size_t i) {
    return Block<Real>{C.data + i * C.stride, C.stride, C.n_cols, C.is_added_to};
  };
  std::size_t i = 0;
  for (; i + 6 <= n_rows; i += 6)
    multiply_rows<n_bytes, 6, n_vectors>(A.from(i, 0), b, b_step, n_k, factor, at(i));
  for (; i + 2 <= n_rows; i += 2)
    multiply_rows<n_bytes, 2, n_vectors>(A.from(i, 0), b, b_step, n_k, factor, at(i));
  for (; i < n_rows; ++i)
    multiply_rows<n_bytes, 1, n_vectors>(A.from(i, 0), b, b_step, n_k, factor, at(i));
}

// Some columns of B, of a width that four divides, as whole vectors, k by k. Beyond the last column
// it is repeated: nobody looks at what comes of it.
template <class Real>
void pack(ProductSide<Real> B, std::size_t n_cols, std::size_t n_k, std::size_t width,
          Real* packed) {
  for (std::size_t j = 0; j < width; j += 4) {
    const auto column = [&](std::size_t from_j) {
      return B.from(std::min(j + from_j, n_cols - 1), 0).data;
    };
    const Real *b0 = column(0), *b1 = column(1), *b2 = column(2), *b3 = column(3);
    for (std::size_t k = 0; k < n_k; ++k) {
      Real* to = packed + k * width + j;
      to[0] = b0[k * B.k_step];
      to[1] = b1[k * B.k_step];
      to[2] = b2[k * B.k_step];
      to[3] = b3[k * B.k_step];
    }
  }
}

}  // namespace small_product

/// C = factor · Σ over k of A(i, k) B(j, k), or C += it, in vectors of n_bytes: as many as the
/// processor's have, since 15 of them must fit into its registers.
///
/// Shapes:  C (m × n); A (m × n_k) and B (n × n_k) as the sides say
template <std::size_t n_bytes, class Real>
void multiply_small(ProductSide<Real> A, ProductSide<Real> B, std::size_t n_k, Rows<Real> C,
                    bool is_added_to, Real factor) {
  using namespace small_product;
  constexpr std::size_t kWidth = LanesOf<Real, n_bytes>::kCount, kDepth = 64;
  Real packed[kDepth * 2 * kWidth];
  for (std::size_t k = 0; k < std::max<std::size_t>(n_k, 1); k += kDepth)
    for (std::size_t j = 0; j < C.n_cols; j += 2 * kWidth) {
      const std::size_t depth = std::min(kDepth, n_k - k), left = C.n_cols - j;
      // Columns are packed four at a time.
      const std::size_t width = left <= kWidth && kWidth >= 4 ? kWidth : 2 * kWidth;
      const ProductSide<Real> b = B.from(j, k);
      const bool is_packed = b.step != 1 || left < width;
      if (is_packed) pack(b, left, depth, width, packed);
      const Real* from = is_packed ? packed : b.data;
      const std::size_t step = is_packed ? width : b.k_step;
      const Block<Real> block{C.data + j, C.stride, std::min(left, width), is_added_to || k > 0};
      if (width == kWidth)
        multiply_columns<n_bytes, 1>(A.from(0, k), C.n_rows, from, step, depth, factor, block);
      else
        multiply_columns<n_bytes, 2>(A.from(0, k), C.n_rows, from, step, depth, factor, block);
    }
}

}  // namespace attn
