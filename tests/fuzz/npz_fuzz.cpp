#include "data/matrix/arrays.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(npz_fuzz) {
  std::vector<std::string> names;
  try {
    names = npz_names(bytes, "x.npz");
  } catch (const InputError&) {
    return;
  }
  for (const std::string& key : names)
    require_round_trip([&] { return read_npz(bytes, "x.npz", key); });
}
