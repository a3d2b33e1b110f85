#pragma once

#include "network/vectors.hpp"
#include "network/workers.hpp"

namespace attn {

/// Calls row(0) to row(n_rows − 1), each once: dealt out to the workers, and in vector code, so
/// that what it calls must be inline. Rows must not hang on each other.
///
/// Units:   work_of_row as n_pieces() counts it
template <class Row>
void for_each_row(Workers& workers, std::size_t n_rows, double work_of_row, const Row& row) {
  const std::size_t pieces = n_pieces(work_of_row * static_cast<double>(n_rows), n_rows);
  workers.share(pieces, [&](std::size_t k, unsigned) {
    const WorkPiece piece = piece_of(n_rows, pieces, k);
    in_vectors([&] {
      for (std::size_t i = piece.first; i < piece.first + piece.count; ++i) row(i);
    });
  });
}

}  // namespace attn
