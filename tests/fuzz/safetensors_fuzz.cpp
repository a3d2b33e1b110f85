#include "data/matrix/arrays.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_READER(safetensors_fuzz) {
  const auto read = [bytes](std::uintmax_t offset, std::size_t count) {
    if (offset > bytes.size() || count > bytes.size() - offset) __builtin_trap();
    return std::string(bytes.substr(offset, count));
  };
  const Safetensors tensors(bytes.size(), read, "x.safetensors");
  for (const std::string& key : tensors.keys()) {
    require_round_trip([&] { return matrix_of(tensors.tensor(key)); });
    require_round_trip([&] { return arma::mat(row_of(tensors.tensor(key))); });
    require_round_trip([&] { return joined_matrix_of(tensors.tensor(key)); });
  }
}
