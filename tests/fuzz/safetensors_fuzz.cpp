#include "data/matrix/arrays.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(safetensors_fuzz) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  const auto read = [text](std::uintmax_t offset, std::size_t count) {
    if (offset > text.size() || count > text.size() - offset) __builtin_trap();
    return std::string(text.substr(offset, count));
  };
  try {
    const Safetensors tensors(size, read, "x.safetensors");
    for (const std::string& key : tensors.keys()) {
      require_round_trip([&] { return matrix_of(tensors.tensor(key)); });
      require_round_trip([&] { return arma::mat(row_of(tensors.tensor(key))); });
      require_round_trip([&] { return joined_matrix_of(tensors.tensor(key)); });
    }
  } catch (const InputError&) {
  }
  return 0;
}
