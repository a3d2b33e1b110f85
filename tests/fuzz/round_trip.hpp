#pragma once

#include "data/matrix/arrays.hpp"
#include "fuzz_target.hpp"

namespace attn {

/// Whatever a reader accepts is a finite matrix with cells, and is the same after being written and
/// read again.
template <typename Read>
void require_round_trip(Read read) {
  read_or_refuse([&] {
    const arma::mat value = read();
    if (value.is_empty() || !value.is_finite()) __builtin_trap();
    const arma::mat again = read_npy(npy_bytes(value), "");
    if (again.n_rows != value.n_rows || again.n_cols != value.n_cols) __builtin_trap();
    for (arma::uword i = 0; i < value.n_elem; ++i)
      if (again[i] != value[i]) __builtin_trap();
  });
}

}  // namespace attn
