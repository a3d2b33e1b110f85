#include "data/matrix/written_number.hpp"

#include "support/catch.hpp"

using namespace attn;

TEST_CASE("written_number: decimals and fractions, in either width", "[data][written_number]") {
  for (const char* half : {"0.5", "０．５", "1/2", "１／２", "2分の1", "２分の１", " 1 / 2 ", "½"})
    CHECK(written_number(half) == 0.5);
  for (const char* minus : {"-0.25", "ー0.25", "−1/4", "4分の-1", "-¼", "−¼"})
    CHECK(written_number(minus) == -0.25);
  for (const char* mixed : {"1½", "１½"}) CHECK(written_number(mixed) == 1.5);
  CHECK(written_number("-12¾") == -12.75);
  CHECK(written_number("⅓") == 1.0 / 3.0);
}

TEST_CASE("written_number: nothing that could be two numbers or a product",
          "[data][written_number]") {
  for (const char* text : {"0,5", "1,000", "0・5", "2·5", "1/0", "1/2/3", "1 2", "", "/", "分の",
                           "1½½", "½½", "⅟", "Ⅳ", "-"}) {
    CAPTURE(text);
    CHECK_FALSE(written_number(text));
  }
}

TEST_CASE("has_doubtful_comma: only where thousands are as likely", "[data][written_number]") {
  for (const char* text : {"1,000", "-12,345", "+999,999"}) CHECK(has_doubtful_comma(text));
  for (const char* text :
       {"0,500", "1,5", "1,0000", "1,000,000", "1,000.5", "1234,567", "1000", ","})
    CHECK_FALSE(has_doubtful_comma(text));
  CHECK(doubt_about_comma("-1,250") == "'-1,250' may be -1250 or -1.250: write one of these.");
}
