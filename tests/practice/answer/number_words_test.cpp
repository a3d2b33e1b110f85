#include "practice/answer/reading.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

bool is_no_name(const std::string&) { return false; }

double worded_value(const std::string& text) {
  const auto number = worded_number(text, is_no_name);
  return number ? number->value : -1.0;
}

}  // namespace

TEST_CASE("worded_number: numbers up to twelve as words", "[practice][number_words]") {
  for (const char* text : {"four", "Four", "四"}) CHECK(worded_value(text) == 4);
  for (const char* text : {"zero", "ゼロ", "零", "〇"}) CHECK(worded_value(text) == 0);
  for (const char* text : {"twelve", "十二"}) CHECK(worded_value(text) == 12);
  for (const char* text : {"four hundred", "四百", "fourth", "half", "thirteen", "", "4", "1.5"})
    CHECK(worded_value(text) == -1);
}

TEST_CASE("worded_number: ordinals say that they are some", "[practice][number_words]") {
  for (const char* text : {"3rd", "3番目", "3 番", "3番目の"}) {
    const auto number = worded_number(text, is_no_name);
    REQUIRE(number);
    CHECK(number->value == 3);
    CHECK(number->is_ordinal);
  }
  for (const char* text : {"11th", "第11", "12th", "1st", "22nd"}) CHECK(worded_value(text) > 0);
  for (const char* text : {"3th", "11st", "1.5th", "th"}) CHECK(worded_value(text) == -1);
}

TEST_CASE("worded_number: a noun or the sign of a product before it", "[practice][number_words]") {
  for (const char* text : {"head 4", "Head #4", "ヘッド4", "KV head 4", "No. 4", "第4", "x4", "×4",
                           "x 4", "×4.0", "position: 4", "pair 4", "factor 4", "組 4", "step 4"})
    CHECK(worded_value(text) == 4);
  for (const char* text : {"n 4", "heads per group 4", "x", "x4y", "head", "head -4", "overhead 4"})
    CHECK(worded_value(text) == -1);
}

TEST_CASE("worded_number: the names of known numbers keep their meaning",
          "[practice][number_words]") {
  const auto is_name = [](const std::string& word) {
    return word == "n" || word == "d" || word == "x" || word == "head";
  };
  for (const char* text : {"2nd", "x4", "head 4"}) CHECK_FALSE(worded_number(text, is_name));
}

TEST_CASE("require_more_than_sameness: numbers are written once more",
          "[practice][number_words][error]") {
  for (const char* text : {"same", " Unchanged ", "同じ", "変わらない"})
    CHECK_REFUSED(require_more_than_sameness(text),
                  "Write the numbers themselves, also where they are the same as before.");
  CHECK_NOTHROW(require_more_than_sameness("2.76"));
}

TEST_CASE("require_single_number: two numbers may be a difference",
          "[practice][number_words][error]") {
  CHECK_REFUSED(require_single_number("-1.350 -0.207"),
                "'-1.350 -0.207' may be two numbers or a difference. Write one number; a "
                "difference has spaces on both sides of its sign.");
  CHECK_REFUSED(require_single_number("512 512"),
                "'512 512' may be two numbers, or one: 512512. Write one number without spaces.");
  for (const char* text :
       {"1.5 - 0.5", "1.5-0.5", "2 -1", "-1.5", "n -0.5", "", "1 048 576", "512 numbers"})
    CHECK_NOTHROW(require_single_number(text));
}
