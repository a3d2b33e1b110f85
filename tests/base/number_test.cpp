#include "base/number.hpp"

#include <cmath>
#include <limits>

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("parse_number: reads every usual spelling", "[data][number]") {
  CHECK(parse_number("0") == 0.0);
  CHECK(parse_number("-2.5") == -2.5);
  CHECK(parse_number("+2.5") == 2.5);
  CHECK(parse_number(".5") == 0.5);
  CHECK(parse_number("5.") == 5.0);
  CHECK(parse_number("1e3") == 1000.0);
  CHECK(parse_number("1E+3") == 1000.0);
  CHECK(parse_number("1e-3") == 0.001);
  CHECK(parse_number("00012") == 12.0);
  CHECK(std::signbit(*parse_number("-0")));
}

TEST_CASE("parse_number: reads the minus sign that the screen shows", "[data][number]") {
  CHECK(parse_number("\u22122.5") == -2.5);
  CHECK(parse_number("1e\u22123") == 0.001);
}

TEST_CASE("parse_number: reads the nearest double", "[data][number]") {
  CHECK(parse_number("0.1") == 0.1);
  CHECK(parse_number("1.7976931348623157e308") == std::numeric_limits<double>::max());
  CHECK(parse_number("5e-324") == std::numeric_limits<double>::denorm_min());
  CHECK(parse_number("0." + std::string(1000, '3')) == 1.0 / 3);
}

TEST_CASE("parse_number: a number too small is zero and one too large is infinite",
          "[data][number]") {
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(parse_number("1e-999") == 0.0);
  CHECK(std::signbit(*parse_number("-1e-999")));
  CHECK(parse_number("1e999") == infinity);
  CHECK(parse_number("-1e999") == -infinity);
  CHECK(parse_number("+1e+999") == infinity);
  CHECK(parse_number("1e99999999999999999999") == infinity);
  CHECK(parse_number("1e-99999999999999999999") == 0.0);
  CHECK(parse_number("0e999") == 0.0);
  CHECK(parse_number(std::string(400, '1')) == infinity);
  CHECK(parse_number(std::string(400, '1') + "e-800") == 0.0);
  CHECK(parse_number("0." + std::string(400, '0') + "1") == 0.0);
  CHECK(parse_number("0." + std::string(400, '0') + "1e800") == infinity);
  // A long number whose exponent brings it back into range.
  CHECK(parse_number("1" + std::string(400, '0') + "e-400") == 1.0);
}

TEST_CASE("parse_number: not finite numbers are read so that they can be refused by name",
          "[data][number]") {
  CHECK(std::isnan(*parse_number("nan")));
  CHECK(std::isnan(*parse_number("NaN")));
  CHECK(std::isinf(*parse_number("-inf")));
  CHECK(std::isinf(*parse_number("Infinity")));
}

TEST_CASE("parse_number: refuses whatever is not wholly a number", "[data][number]") {
  for (const char* text :
       {"",         " ",        "+",     "-",    ".",   "e",   "1e",  "1 ",  " 1",
        "1,5",      "1.2.3",    "0x10",  "1e5x", "--1", "+-1", "-+1", "++1", "\u2212\u22121",
        "+\u22121", "1\u22122", "1_000", "1f",   "one", "1\n", "²"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text));
  }
  CHECK_FALSE(parse_number(std::string_view("1\0", 2)));
}
