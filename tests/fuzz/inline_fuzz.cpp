#include "data/matrix/text_formats.hpp"
#include "round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  const std::string argument(text);
  looks_inline(argument);
  require_round_trip([&] { return read_inline(argument, "--q"); });
  return 0;
}
