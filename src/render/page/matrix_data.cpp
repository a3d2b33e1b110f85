#include "render/page/matrix_data.hpp"

#include <bit>
#include <cstdint>

#include "base/base64.hpp"

namespace attn {

std::string numbers_of(const arma::mat& value) {
  std::string bytes;
  bytes.reserve(value.n_elem * sizeof(double));
  for (arma::uword i = 0; i < value.n_rows; ++i)
    for (arma::uword j = 0; j < value.n_cols; ++j) {
      auto bits = std::bit_cast<std::uint64_t>(value(i, j));
      for (std::size_t byte = 0; byte < sizeof(double); ++byte, bits >>= 8)
        bytes += static_cast<char>(bits & 0xFF);
    }
  return base64_of(bytes);
}

std::string letters_of(const BlockedCells& blocked) {
  std::string bytes;
  for (arma::uword i = 0; i < blocked.n_rows; ++i)
    for (arma::uword j = 0; j < blocked.n_cols; ++j) bytes += static_cast<char>(blocked(i, j));
  return base64_of(bytes);
}

}  // namespace attn
