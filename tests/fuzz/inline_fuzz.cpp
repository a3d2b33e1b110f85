#include "data/matrix/text_formats.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(inline_fuzz) {
  const std::string argument(bytes);
  looks_inline(argument);
  require_round_trip([&] { return read_inline(argument, "--q"); });
}
