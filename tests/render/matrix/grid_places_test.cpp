#include "render/matrix/grid_places.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

const auto kGap = std::optional<arma::uword>{};

}  // namespace

TEST_CASE("places: all of them where there is room", "[render][places]") {
  CHECK(places(3, 3) == Places{0, 1, 2});
  CHECK(places(0, 5).empty());
}

TEST_CASE("places: two thirds from the start and one from the end", "[render][places]") {
  // Room for 7: the gap and six places, 0 to 3 and the last two.
  CHECK(places(100, 7) == Places{0, 1, 2, 3, kGap, 98, 99});
  CHECK(places(100, 3) == Places{0, kGap, 99});  // the two ends come first
  CHECK(places(100, 2) == Places{0, kGap});
}

TEST_CASE("places: the focus stays in view and takes no more room", "[render][places]") {
  CHECK(places(100, 7, 50) == Places{kGap, 48, 49, 50, 51, 52, kGap});
  for (arma::uword focus = 0; focus < 40; ++focus) {
    const Places shown = places(40, 9, focus);
    CHECK(std::count(shown.begin(), shown.end(), std::optional(focus)) == 1);
    CHECK(shown.size() <= 9);
  }
}

TEST_CASE("n_left_out: counts what the gaps stand for", "[render][places]") {
  CHECK(n_left_out(places(100, 7), 100) == 94);
  CHECK(n_left_out(places(3, 3), 3) == 0);
}
