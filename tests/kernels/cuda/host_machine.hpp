#pragma once

#include <armadillo>
#include <limits>
#include <vector>

#include "kernels/cuda/attend_tiles.hpp"
#include "support/catch.hpp"

// The device's part of attention in plain loops, so that all of it but the calls of CUDA can be
// tested without a device: the plan, the tiles, where each product finds its numbers, the softmax.

namespace attn::cuda {

struct HostMachine {
  template <class Real>
  void multiply(const BatchedProduct& product, const Real* A, const Real* B, Real* C) const {
    const auto& [m, n, k, left, right, result, n_products, is_added] = product;
    // What cuBLAS asks of its arguments.
    REQUIRE((m > 0 && n > 0 && k > 0 && n_products > 0));
    REQUIRE(left.height >= (left.is_transposed ? k : m));
    REQUIRE(right.height >= (right.is_transposed ? n : k));
    REQUIRE(result.height >= m);
    for (std::int64_t p = 0; p < n_products; ++p)
      for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
          Real sum = 0;
          for (std::int64_t l = 0; l < k; ++l)
            sum += cell(A, left, p, i, l) * cell(B, right, p, l, j);
          Real& to = C[result.begin + p * result.stride + i + j * result.height];
          to = is_added ? to + sum : sum;
        }
  }
  template <class Real>
  void begin_rows(const RunningRows<Real>& rows, std::int64_t n_rows) const {
    for (std::int64_t row = 0; row < n_rows; ++row) begin_row(rows, row);
  }
  template <class Real>
  void update_rows(const ScoreTile<Real>& at) const {
    for (std::int64_t head = 0; head < at.tile.n_heads; ++head)
      for (std::int64_t query = 0; query < at.tile.n_queries; ++query)
        update_row(at, head, query, SingleLane());
  }
  template <class Real>
  void rescale_cells(const OutputTile<Real>& at) const {
    for (std::int64_t column = 0; column < at.tile.n_heads * at.d_v; ++column)
      for (std::int64_t query = 0; query < at.tile.n_queries; ++query)
        rescale_cell(at, query, column);
  }
  template <class Real>
  void finish_rows(const RunningRows<Real>& rows, std::int64_t n_rows) const {
    for (std::int64_t row = 0; row < n_rows; ++row) finish_row(rows, row);
  }

 private:
  template <class Real>
  static Real cell(const Real* numbers, const Operand& operand, std::int64_t product,
                   std::int64_t row, std::int64_t column) {
    if (operand.is_transposed) std::swap(row, column);
    return numbers[operand.begin + product * operand.stride + row + column * operand.height];
  }
};

/// fused_attention on the host. What the device would leave undefined is NaN at first.
template <class Real>
arma::Mat<Real> attention_on_host(const arma::Mat<Real>& Q, const arma::Mat<Real>& K,
                                  const arma::Mat<Real>& V, const FusedOptions& options,
                                  arma::Mat<Real>* log_sum_exp = nullptr) {
  const HeadShapes shapes = head_shapes(arma::size(Q), arma::size(K), arma::size(V), options);
  const arma::uword n_heads = options.heads.n_heads, n_rows = shapes.n_q * n_heads;
  const TilePlan plan = tile_plan(shapes, n_heads, options.tiles, sizeof(Real));
  const std::vector<KeySpan> spans = key_spans(shapes, options.visible);
  constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
  std::vector<Real> scores(static_cast<std::size_t>(plan.n_scores()), nan);
  std::vector<Real> maximum(n_rows, nan), sum(n_rows, nan), factor(n_rows, nan);
  arma::Mat<Real> O(shapes.n_q, n_heads * shapes.d_v);
  O.fill(nan);
  HostMachine machine;
  attend_tiles(shapes, options, plan, spans,
               AttentionArrays<Real>{
                   .Q = Q.memptr(),
                   .K = K.memptr(),
                   .V = V.memptr(),
                   .output = O.memptr(),
                   .scores = scores.data(),
                   .visible = spans.data(),
                   .mask = options.visible.mask ? options.visible.mask->memptr() : nullptr,
                   .rows = {.maximum = maximum.data(), .sum = sum.data(), .factor = factor.data()}},
               machine);
  if (log_sum_exp) *log_sum_exp = arma::Mat<Real>(maximum.data(), shapes.n_q, n_heads);
  return O;
}

}  // namespace attn::cuda
