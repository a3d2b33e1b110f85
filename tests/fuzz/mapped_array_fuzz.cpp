#include "data/matrix/arrays.hpp"
#include "fuzz_target.hpp"

// The first byte says which kind of file the others are.
ATTN_FUZZ_READER(mapped_array_fuzz) {
  constexpr const char* kPaths[] = {"x.npy", "x.npz", "x.safetensors"};
  if (bytes.empty()) return;
  const char* const path = kPaths[static_cast<unsigned char>(bytes.front()) % 3];
  bytes.remove_prefix(1);
  const Tensor tensor = tensor_in_file(bytes, path, "attentions");
  double sum = 0.0;
  for (std::size_t at = 0; at < tensor.data.size(); at += tensor.type.size)
    sum += tensor.type.value(tensor.data.data() + at, tensor.swap);
  volatile double seen = sum;
  static_cast<void>(seen);
}
