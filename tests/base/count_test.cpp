#include "base/count.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"

TEST_CASE("count_of: every 64-bit number") {
  CHECK(count_of(0) == 0);
  CHECK(count_of(UINT64_MAX).get_str() == "18446744073709551615");
}

TEST_CASE("power_of: exact beyond 64 bits") {
  CHECK(power_of(1024, 0) == 1);
  CHECK(power_of(10, 30) == Count("1" + std::string(30, '0')));
}

TEST_CASE("count_text: groups of three, at any length") {
  CHECK(count_text(Count(999)) == "999");
  CHECK(count_text(Count(124439808)) == "124,439,808");
  CHECK(count_text(Count("12000000004000000000000000000")) ==
        "12,000,000,004,000,000,000,000,000,000");
  CHECK(count_text(Count(-1234)) == "-1,234");
  CHECK(count_text(Count(-123)) == "-123");
}

TEST_CASE("percent_of: a share of the whole") {
  CHECK(percent_of(1, 4) == 25.0);
  CHECK(percent_of(4, 4) == 100.0);
  CHECK(percent_of(0, 0) == 0.0);
  const Count huge("1" + std::string(60, '0'));
  CHECK(percent_of(huge, 4 * huge) == 25.0);
}

TEST_CASE("count_text: groups of three digits from the right") {
  CHECK(count_text(0) == "0");
  CHECK(count_text(999) == "999");
  CHECK(count_text(1000) == "1,000");
  CHECK(count_text(12345) == "12,345");
  CHECK(count_text(1048576) == "1,048,576");
  CHECK(count_text(18446744073709551615U) == "18,446,744,073,709,551,615");
}

TEST_CASE("count_json: an integer as far as other programs read one, then its digits") {
  CHECK(count_json(0).dump() == "0");
  CHECK(count_json(-7).dump() == "-7");
  const Count largest = Count(1) << 53;
  CHECK(count_json(largest).dump() == "9007199254740992");
  CHECK(count_json(largest + 1).dump() == R"("9007199254740993")");
  CHECK(count_json(-largest - 1).dump() == R"("-9007199254740993")");
}

TEST_CASE("json_number: whole numbers are integers, others keep every digit") {
  CHECK(json_number(2.0).dump() == "2");
  CHECK(json_number(-0.0).dump() == "0");
  CHECK(json_number(0.1).dump() == "0.1");
  CHECK(json_number(std::numeric_limits<double>::infinity()).dump() == "null");
}

TEST_CASE("whole_in: a whole number of JSON, and nothing that is nearly one") {
  using Json = nlohmann::json;
  CHECK(whole_in(Json(0U)) == 0U);
  CHECK(whole_in(Json::parse("18446744073709551615")) == UINT64_MAX);
  CHECK(whole_in(Json(7U), 7) == 7U);
  CHECK_FALSE(whole_in(Json(8U), 7));
  for (const char* other : {"-1", "1.5", "1e90", "true", "\"3\"", "null", "[3]"}) {
    INFO(other);
    CHECK_FALSE(whole_in(Json::parse(other)));
  }
}
