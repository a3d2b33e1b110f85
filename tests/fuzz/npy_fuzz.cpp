#include "data/matrix/arrays.hpp"
#include "round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  require_round_trip([&] { return read_npy(text, "x.npy"); });
  return 0;
}
