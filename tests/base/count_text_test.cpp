#include "base/count_text.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("count_text: groups of three digits from the right", "[core][count_text]") {
  CHECK(count_text(0) == "0");
  CHECK(count_text(999) == "999");
  CHECK(count_text(1000) == "1,000");
  CHECK(count_text(12345) == "12,345");
  CHECK(count_text(1048576) == "1,048,576");
  CHECK(count_text(18446744073709551615U) == "18,446,744,073,709,551,615");
}
