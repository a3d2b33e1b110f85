#include "data/matrix/text_formats.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(csv_fuzz) {
  require_round_trip([&] { return read_csv(bytes, "x.csv"); });
  require_round_trip([&] { return read_tsv(bytes, "x.tsv"); });
}
