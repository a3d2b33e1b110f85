#pragma once

#include <cuda_runtime_api.h>

#include "kernels/cuda/running_softmax.hpp"

// The functions of running_softmax for all rows or cells at once, on the device. Each queues its
// work on a stream and says whether that could be done.

namespace attn::cuda {

/// begin_row for n_rows rows.
template <class Real>
cudaError_t begin_rows(const RunningRows<Real>& rows, std::int64_t n_rows, cudaStream_t stream);

/// update_row for every query of every head of a tile.
template <class Real>
cudaError_t update_rows(const ScoreTile<Real>& at, cudaStream_t stream);

/// rescale_cell for every cell of the output that a tile adds to.
template <class Real>
cudaError_t rescale_cells(const OutputTile<Real>& at, cudaStream_t stream);

/// finish_row for n_rows rows.
template <class Real>
cudaError_t finish_rows(const RunningRows<Real>& rows, std::int64_t n_rows, cudaStream_t stream);

}  // namespace attn::cuda
