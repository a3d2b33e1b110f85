#include "render/number/heat_level.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("share_level: ten steps of a tenth each", "[render][number]") {
  CHECK(share_level(0.0) == 0);
  CHECK(share_level(0.0999) == 0);
  CHECK(share_level(0.5) == 5);
  CHECK(share_level(1.0) == 9);
  CHECK(share_level(-0.5) == 0);
  CHECK(share_level(2.0) == 9);
}

TEST_CASE("signed_level: alike to both sides of zero", "[render][number]") {
  CHECK(signed_level(0.0) == kSignedZero);
  CHECK(signed_level(-1.0) == 0);
  CHECK(signed_level(1.0) == 6);
  for (const double part : {0.1, 0.25, 0.5, 0.75, 0.9})
    CHECK(signed_level(part) - kSignedZero == kSignedZero - signed_level(-part));
  CHECK(signed_level(0.5) == 5);  // a half rounds away from zero
}
