#include "render/figure/palette.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

double contrast(double a, double b) { return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05); }

}  // namespace

TEST_CASE("rgb_of: each step of weights is darker than the one before", "[render][figure]") {
  for (int level = 1; level < kShareLevels; ++level)
    CHECK(luminance_of(rgb_of({Color::Kind::share, level})) <
          luminance_of(rgb_of({Color::Kind::share, level - 1})));
}

TEST_CASE("rgb_of: signed values of one size are about as dark as one another",
          "[render][figure]") {
  for (int size = 1; size <= kSignedZero; ++size) {
    const double minus = luminance_of(rgb_of({Color::Kind::signed_value, kSignedZero - size}));
    const double plus = luminance_of(rgb_of({Color::Kind::signed_value, kSignedZero + size}));
    CHECK(contrast(minus, plus) < 1.25);
  }
}

TEST_CASE("text_color_on: numbers can be read on every colour", "[render][figure]") {
  for (const auto& [kind, n] :
       {std::pair(Color::Kind::share, kShareLevels),
        std::pair(Color::Kind::signed_value, kSignedLevels), std::pair(Color::Kind::open, 1)})
    for (int level = 0; level < n; ++level) {
      const Color ground{kind, level};
      CAPTURE(static_cast<int>(kind), level);
      CHECK(contrast(luminance_of(rgb_of(ground)), luminance_of(rgb_of(text_color_on(ground)))) >=
            4.4);
    }
}

TEST_CASE("rgb_of: a level that does not exist is the nearest one", "[render][figure]") {
  CHECK(rgb_of({Color::Kind::share, 99}) == kShareColors.back());
  CHECK(rgb_of({Color::Kind::share, -1}) == kShareColors.front());
}
