#include "kernels/cuda/softmax_kernels.hpp"

namespace attn::cuda {
namespace {

constexpr int kThreads = 256;  // of a block
constexpr int kLanes = 32;     // of a warp
constexpr int kWarps = kThreads / kLanes;
constexpr std::int64_t kMostInY = 65535;  // what a grid takes beyond its first dimension
constexpr unsigned kAllLanes = 0xffffffff;

// The lanes of a warp share the keys of one query: neighbours read neighbouring scores.
struct Warp {
  std::int64_t lane;

  __device__ std::int64_t first() const { return lane; }
  __device__ static std::int64_t step() { return kLanes; }

  template <class Real>
  __device__ static Real largest(Real mine) {
    for (int distance = kLanes / 2; distance > 0; distance /= 2) {
      const Real other = __shfl_xor_sync(kAllLanes, mine, distance);
      if (other > mine) mine = other;
    }
    return mine;
  }

  template <class Real>
  __device__ static Real sum(Real mine) {
    for (int distance = kLanes / 2; distance > 0; distance /= 2)
      mine += __shfl_xor_sync(kAllLanes, mine, distance);
    return mine;
  }
};

__device__ std::int64_t thread_in_grid() {
  return static_cast<std::int64_t>(blockIdx.x) * kThreads + threadIdx.x;
}

template <class Real>
__global__ void begin_rows_kernel(RunningRows<Real> rows, std::int64_t n_rows) {
  const std::int64_t row = thread_in_grid();
  if (row < n_rows) begin_row(rows, row);
}

template <class Real>
__global__ void finish_rows_kernel(RunningRows<Real> rows, std::int64_t n_rows) {
  const std::int64_t row = thread_in_grid();
  if (row < n_rows) finish_row(rows, row);
}

// A warp for each query of each head. A warp leaves as a whole, so the others find all its lanes.
template <class Real>
__global__ void update_rows_kernel(ScoreTile<Real> at) {
  const std::int64_t warp = thread_in_grid() / kLanes;
  if (warp >= at.tile.n_heads * at.tile.n_queries) return;
  update_row(at, warp / at.tile.n_queries, warp % at.tile.n_queries, Warp{threadIdx.x % kLanes});
}

// A thread for a query, because the output of neighbouring queries stands together; the columns go
// along the second dimension of the grid, and on from there where they are more than it takes.
template <class Real>
__global__ void rescale_cells_kernel(OutputTile<Real> at) {
  const std::int64_t query = thread_in_grid();
  if (query >= at.tile.n_queries) return;
  const std::int64_t n_columns = at.tile.n_heads * at.d_v;
  for (std::int64_t column = blockIdx.y; column < n_columns; column += gridDim.y)
    rescale_cell(at, query, column);
}

// How many blocks are needed for n of what one of them does so many of.
unsigned blocks_for(std::int64_t n, int of_one) {
  return static_cast<unsigned>((n + of_one - 1) / of_one);
}

}  // namespace

template <class Real>
cudaError_t begin_rows(const RunningRows<Real>& rows, std::int64_t n_rows, cudaStream_t stream) {
  begin_rows_kernel<<<blocks_for(n_rows, kThreads), kThreads, 0, stream>>>(rows, n_rows);
  return cudaGetLastError();
}

template <class Real>
cudaError_t update_rows(const ScoreTile<Real>& at, cudaStream_t stream) {
  const std::int64_t n_rows = at.tile.n_heads * at.tile.n_queries;
  update_rows_kernel<<<blocks_for(n_rows, kWarps), kThreads, 0, stream>>>(at);
  return cudaGetLastError();
}

template <class Real>
cudaError_t rescale_cells(const OutputTile<Real>& at, cudaStream_t stream) {
  const std::int64_t n_columns = at.tile.n_heads * at.d_v;
  const dim3 grid(blocks_for(at.tile.n_queries, kThreads),
                  static_cast<unsigned>(n_columns < kMostInY ? n_columns : kMostInY));
  rescale_cells_kernel<<<grid, kThreads, 0, stream>>>(at);
  return cudaGetLastError();
}

template <class Real>
cudaError_t finish_rows(const RunningRows<Real>& rows, std::int64_t n_rows, cudaStream_t stream) {
  finish_rows_kernel<<<blocks_for(n_rows, kThreads), kThreads, 0, stream>>>(rows, n_rows);
  return cudaGetLastError();
}

template cudaError_t begin_rows(const RunningRows<float>&, std::int64_t, cudaStream_t);
template cudaError_t begin_rows(const RunningRows<double>&, std::int64_t, cudaStream_t);
template cudaError_t update_rows(const ScoreTile<float>&, cudaStream_t);
template cudaError_t update_rows(const ScoreTile<double>&, cudaStream_t);
template cudaError_t rescale_cells(const OutputTile<float>&, cudaStream_t);
template cudaError_t rescale_cells(const OutputTile<double>&, cudaStream_t);
template cudaError_t finish_rows(const RunningRows<float>&, std::int64_t, cudaStream_t);
template cudaError_t finish_rows(const RunningRows<double>&, std::int64_t, cudaStream_t);

}  // namespace attn::cuda
