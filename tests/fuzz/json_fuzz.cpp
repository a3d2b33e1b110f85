#include "data/matrix/text_formats.hpp"
#include "fuzz_target.hpp"
#include "round_trip.hpp"

ATTN_FUZZ_TARGET(json_fuzz) {
  using namespace attn;
  const std::string_view text = text_of(bytes, size);
  require_round_trip([&] { return read_json_matrix(text, "x.json", {"q", "query"}); });
  require_round_trip([&] {
    const JsonMatrices matrices(text, "x.json");
    return matrices.get(matrices.keys().empty() ? "" : matrices.keys().back());
  });
  return 0;
}
