#include "base/environment.hpp"

#include <cstdlib>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("environment: the value, and nothing where there is none", "[base][environment]") {
  setenv("ATTN_TEST_VARIABLE", "7", 1);
  CHECK(environment("ATTN_TEST_VARIABLE") == "7");
  unsetenv("ATTN_TEST_VARIABLE");
  CHECK(environment("ATTN_TEST_VARIABLE") == "");
}
