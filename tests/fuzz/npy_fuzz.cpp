#include "data/matrix/arrays.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(npy_fuzz) {
  require_round_trip([&] { return read_npy(bytes, "x.npy"); });
}
