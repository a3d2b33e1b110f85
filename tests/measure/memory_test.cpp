#include "measure/memory.hpp"

#include <armadillo>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("peak_extra_bytes: sees what is held at once, each time anew", "[measure][memory]") {
  constexpr std::uint64_t kMib = 1U << 20U;
  const auto peak = [](arma::uword n_mib) {
    return peak_extra_bytes([n_mib] { arma::vec(n_mib * kMib / sizeof(double)).fill(1.0); });
  };
  bool has_run = false;
  if (!peak_extra_bytes([&has_run] { has_run = true; })) return;  // a system that does not tell
  CHECK(has_run);
  for (int i = 0; i < 2; ++i) {
    CHECK(*peak(64) >= 60 * kMib);
    CHECK(*peak(64) <= 120 * kMib);  // a sanitizer keeps books of its own
    CHECK(*peak(16) < 48 * kMib);
  }
}
