#include "data/matrix/text_formats.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(csv_fuzz) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  require_round_trip([&] { return read_csv(text, "x.csv"); });
  require_round_trip([&] { return read_tsv(text, "x.tsv"); });
  return 0;
}
