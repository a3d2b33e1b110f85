#include "data/matrix/arrays.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(npz_fuzz) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  std::vector<std::string> names;
  try {
    names = npz_names(text, "x.npz");
  } catch (const InputError&) {
    return 0;
  }
  for (const std::string& key : names)
    require_round_trip([&] { return read_npz(text, "x.npz", key); });
  return 0;
}
