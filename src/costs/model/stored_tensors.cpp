#include "costs/model/stored_tensors.hpp"

namespace attn {

Count numbers_in(const std::optional<TensorDifference::Shape>& shape) {
  if (!shape) return 0;
  Count n = 1;
  for (const std::uint64_t size : *shape) n *= count_of(size);
  return n;
}

}  // namespace attn
