#include "data/matrix/arrays.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

// The first byte says which kind of file the others are.
ATTN_FUZZ_TARGET(mapped_array_fuzz) {
  using namespace attn;
  constexpr const char* kPaths[] = {"x.npy", "x.npz", "x.safetensors"};
  std::string_view text = text_of(bytes, size);
  if (text.empty()) return 0;
  const char* const path = kPaths[static_cast<unsigned char>(text.front()) % 3];
  text.remove_prefix(1);
  try {
    const Tensor tensor = tensor_in_file(text, path, "attentions");
    double sum = 0.0;
    for (std::size_t at = 0; at < tensor.data.size(); at += tensor.type.size)
      sum += tensor.type.value(tensor.data.data() + at, tensor.swap);
    volatile double seen = sum;
    static_cast<void>(seen);
  } catch (const InputError&) {
  }
  return 0;
}
