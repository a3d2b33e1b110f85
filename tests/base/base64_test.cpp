#include "base/base64.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("base64_of: the examples of RFC 4648", "[base][base64]") {
  CHECK(base64_of("") == "");
  CHECK(base64_of("f") == "Zg==");
  CHECK(base64_of("fo") == "Zm8=");
  CHECK(base64_of("foo") == "Zm9v");
  CHECK(base64_of("foob") == "Zm9vYg==");
  CHECK(base64_of("fooba") == "Zm9vYmE=");
  CHECK(base64_of("foobar") == "Zm9vYmFy");
}

TEST_CASE("base64_of: every bit counts", "[base][base64]") {
  CHECK(base64_of(std::string(3, '\0')) == "AAAA");
  CHECK(base64_of("\xFF\xFF\xFF") == "////");
  CHECK(base64_of("\xFB\xEF\xBE") == "++++");
}
