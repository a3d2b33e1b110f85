#include "base/json_number.hpp"

#include <limits>

#include "support/catch.hpp"
#include "support/json.hpp"

using namespace attn;

TEST_CASE("count_json: an integer as far as other programs read one, then its digits",
          "[base][json_number]") {
  CHECK(count_json(0).dump() == "0");
  CHECK(count_json(-7).dump() == "-7");
  const Count largest = Count(1) << 53;
  CHECK(count_json(largest).dump() == "9007199254740992");
  CHECK(count_json(largest + 1).dump() == R"("9007199254740993")");
  CHECK(count_json(-largest - 1).dump() == R"("-9007199254740993")");
}

TEST_CASE("json_number: whole numbers are integers, others keep every digit",
          "[base][json_number]") {
  CHECK(json_number(2.0).dump() == "2");
  CHECK(json_number(-0.0).dump() == "0");
  CHECK(json_number(0.1).dump() == "0.1");
  CHECK(json_number(std::numeric_limits<double>::infinity()).dump() == "null");
}
