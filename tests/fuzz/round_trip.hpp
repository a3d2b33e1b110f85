#pragma once

#include <cstdint>
#include <string_view>

#include "base/message.hpp"
#include "data/matrix/arrays.hpp"

namespace attn {

inline std::string_view text_of(const std::uint8_t* bytes, std::size_t size) {
  return {reinterpret_cast<const char*>(bytes), size};
}

/// Whatever a reader accepts is a finite matrix with cells, and is the same after being written and
/// read again. InputError is the only exception that a reader may throw.
template <typename Read>
void require_round_trip(Read read) {
  try {
    const arma::mat value = read();
    if (value.is_empty() || !value.is_finite()) __builtin_trap();
    const arma::mat again = read_npy(npy_bytes(value), "");
    if (again.n_rows != value.n_rows || again.n_cols != value.n_cols) __builtin_trap();
    for (arma::uword i = 0; i < value.n_elem; ++i)
      if (again[i] != value[i]) __builtin_trap();
  } catch (const InputError&) {
  }
}

}  // namespace attn
