#include "data/matrix/arrays.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(npy_fuzz) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  require_round_trip([&] { return read_npy(text, "x.npy"); });
  return 0;
}
