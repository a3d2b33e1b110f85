#include "render/figure/base64.hpp"

#include "support/catch.hpp"

using namespace attn;

// The examples of RFC 4648, section 10.
TEST_CASE("base64: any number of bytes", "[render][figure]") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("foobar") == "Zm9vYmFy");
}

TEST_CASE("base64: bytes above 127 are no negative numbers", "[render][figure]") {
  CHECK(base64("\xff\xfe\xfd") == "//79");
}
