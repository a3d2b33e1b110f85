// Loops over rows and numbers, in pieces that hang on sizes alone, dealt out to threads.
#pragma once

#include <cstddef>

#include "base/system.hpp"
#include "kernels/machine.hpp"

namespace attn {

/// The threads that a network learns or runs on. While they live, a product of the BLAS runs on the
/// thread that asks for it, so that its digits hang on nothing but its shape.
///
/// Only one object at a time, as BlasThreads.
class Workers : public Threads {
 public:
  /// 0 threads: as many as usual_threads() says.
  explicit Workers(unsigned n_threads = 0)
      : Threads(n_threads == 0 ? usual_threads() : threads_with_room(n_threads)) {}

 private:
  BlasThreads single_{1};
};

/// Into how many pieces work is cut, by its size alone and never by the number of threads: so the
/// digits are the same on any machine.
///
/// Units:   work in operations that take as long as those of a product by the BLAS, some 10⁻¹¹
///          seconds; result between 1 and n_most
std::size_t n_pieces(double work, std::size_t n_most);

/// One of several pieces of about equal size.
struct WorkPiece {
  std::size_t first = 0, count = 0;
};

/// Piece i of n items cut into n_pieces, each but the last a multiple of `grain`.
WorkPiece piece_of(std::size_t n, std::size_t n_pieces, std::size_t i, std::size_t grain = 1);

/// Lines of a matrix, cut into pieces by the work that all of them are.
struct LineCut {
  std::size_t n, grain, n_pieces;

  LineCut(std::size_t n_lines, std::size_t lines_together, double work)
      : n(n_lines),
        grain(lines_together),
        n_pieces(attn::n_pieces(work, n_lines / lines_together)) {}
  WorkPiece piece(std::size_t i) const { return piece_of(n, n_pieces, i, grain); }
};

// Loops over numbers, compiled twice: for any processor of its kind, whose vectors may hold but
// four floats, and for those with AVX2, which hold eight. No addition changes its place and
// nothing is fused, so the digits are the same.

/// While it lives, loops run as they do where there is no AVX2. For tests.
class NarrowVectors {
 public:
  NarrowVectors();
  ~NarrowVectors();
  NarrowVectors(const NarrowVectors&) = delete;
  NarrowVectors& operator=(const NarrowVectors&) = delete;
};

/// Whether this processor has AVX2, and nobody holds it back.
bool has_wide_vectors();

#if defined(__x86_64__) && defined(__GNUC__)

/// Everything that `loops` calls becomes part of this function, and so is compiled for AVX2.
template <class Loops>
[[gnu::target("avx2"), gnu::flatten, gnu::noinline]] void in_wide_vectors(const Loops& loops) {
  loops();
}

/// Calls loops(), in the widest vectors that there are. What it calls must be inline.
template <class Loops>
void in_vectors(const Loops& loops) {
  if (has_wide_vectors())
    in_wide_vectors(loops);
  else
    loops();
}

#else

template <class Loops>
void in_vectors(const Loops& loops) {
  loops();
}

#endif

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
