#include "data/matrix/text_formats.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(inline_fuzz) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  const std::string argument(text);
  looks_inline(argument);
  require_round_trip([&] { return read_inline(argument, "--q"); });
  return 0;
}
