#include "data/matrix/text_formats.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(json_fuzz) {
  require_round_trip([&] { return read_json_matrix(bytes, "x.json", {"q", "query"}); });
  require_round_trip([&] {
    const JsonMatrices matrices(bytes, "x.json");
    return matrices.get(matrices.keys().empty() ? "" : matrices.keys().back());
  });
}
