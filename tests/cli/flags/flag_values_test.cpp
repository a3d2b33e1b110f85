#include "cli/flags/flag_values.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("count_value: a whole number within its limits", "[cli][flag_values]") {
  CHECK(count_value("--n", "0", 0, 9) == 0);
  CHECK(count_value("--n", "9", 0, 9) == 9);
  CHECK(count_value("--n", "007", 0, 9) == 7);
  CHECK(count_value("--n", "18446744073709551615", 0, UINT64_MAX) == UINT64_MAX);
}

TEST_CASE("count_value: refuses everything else in one sentence", "[cli][flag_values][error]") {
  for (const std::string text : {"0", "10", "-1", "+5", "5.0", "5x", " 5", "5 ", "0x5", "1e1", "5",
                                 "99999999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_MATCHES(
        count_value("--n", text, 1, 4), InputError,
        Message("--n must be a whole number from 1 to 4, but it is " + text + "."));
  }
  CHECK_THROWS_MATCHES(count_value("--n", "", 1, 4), InputError,
                       Message("--n must be a whole number from 1 to 4, but it is ''."));
}

TEST_CASE("count_value: what was given is shortened and made safe to show", "[cli][flag_values]") {
  CHECK_THROWS_MATCHES(count_value("--n", std::string(1'000'000, '7'), 1, 4), InputError,
                       Message("--n must be a whole number from 1 to 4, but it is " +
                               std::string(24, '7') + "...."));
  CHECK_THROWS_MATCHES(count_value("--n", "\033[2J", 1, 4), InputError,
                       Message("--n must be a whole number from 1 to 4, but it is ?[2J (U+001B)."));
}

TEST_CASE("setting_value: a million millions are the limit", "[cli][flag_values]") {
  CHECK(setting_value("--layers", "1") == 1);
  CHECK(setting_value("--layers", "1000000000000") == kLargestSetting);
  CHECK(setting_value("--d-ff", "0", 0) == 0);
  CHECK_THROWS_AS(setting_value("--layers", "0"), InputError);
  CHECK_THROWS_AS(setting_value("--layers", "1000000000001"), InputError);
}

TEST_CASE("count_values: whole numbers between commas and spaces", "[cli][flag_values]") {
  using Values = std::vector<std::uint64_t>;
  CHECK(count_values("--n", "0,0,1,12", 12) == Values{0, 0, 1, 12});
  CHECK(count_values("--n", " 3 , 4 5,", 9) == Values{3, 4, 5});
  CHECK_THROWS_MATCHES(count_values("--n", "1,13", 12), InputError,
                       Message("--n must be a whole number from 0 to 12, but it is 13."));
  CHECK_THROWS_MATCHES(count_values("--n", "1,-2", 12), InputError,
                       Message("--n must be a whole number from 0 to 12, but it is -2."));
  CHECK_THROWS_AS(count_values("--n", " , ", 12), InputError);
}

TEST_CASE("number_value: a finite number in full", "[cli][flag_values]") {
  CHECK(number_value("--x", "0.25") == 0.25);
  CHECK(number_value("--x", "-3") == -3.0);
  CHECK(number_value("--x", "1e-3") == 1e-3);
  CHECK(number_value("--x", ".5") == 0.5);
  for (const std::string half : {"1/2", "２分の１", "１／２", "2/4"})
    CHECK(number_value("--x", half) == 0.5);
}

TEST_CASE("number_value: refuses what is no finite number", "[cli][flag_values][error]") {
  CHECK_THROWS_MATCHES(number_value("--x", "1,5"), InputError,
                       Message("--x must be a number, but it is 1,5. Write decimals with a point, "
                               "as in 1.5."));
  for (const std::string text : {"half", "1.5x", "nan", "inf", "-inf", "1e999", "1/0", "1/2/3"}) {
    CAPTURE(text);
    CHECK_THROWS_MATCHES(number_value("--x", text), InputError,
                         Message("--x must be a number, but it is " + text + "."));
  }
}

TEST_CASE("choice_value: the place of a word in its list", "[cli][flag_values]") {
  CHECK(choice_value("--rng", "whole", {"whole", "numpy"}) == 0);
  CHECK(choice_value("--rng", "numpy", {"whole", "numpy"}) == 1);
}

TEST_CASE("choice_value: refuses another word, and says which was meant",
          "[cli][flag_values][error]") {
  CHECK_THROWS_MATCHES(choice_value("--rng", "torch", {"whole", "numpy"}), InputError,
                       Message("--rng must be one of whole, numpy, but it is torch."));
  CHECK_THROWS_MATCHES(
      choice_value("--rng", "nunpy", {"whole", "numpy"}), InputError,
      Message("--rng must be one of whole, numpy, but it is nunpy. Did you mean numpy?"));
  CHECK_THROWS_AS(choice_value("--rng", "Whole", {"whole", "numpy"}), InputError);
  CHECK_THROWS_MATCHES(choice_value("--rng", "", {"whole", "numpy"}), InputError,
                       Message("--rng must be one of whole, numpy, but it is ''."));
}

TEST_CASE("index_list: places by number and range, each once and in order", "[cli][flag_values]") {
  using Places = std::vector<std::uint64_t>;
  CHECK(index_list("--head", "0", 4) == Places{0});
  CHECK(index_list("--head", "3,1", 4) == Places{1, 3});
  CHECK(index_list("--head", "0-2", 4) == Places{0, 1, 2});
  CHECK(index_list("--head", "2-3,0,3,1-2", 4) == Places{0, 1, 2, 3});
  CHECK(index_list("--head", "1-1", 4) == Places{1});
}

TEST_CASE("index_list: refuses places that are not there and lists that are none",
          "[cli][flag_values][error]") {
  for (const std::string text : {"4", "0-4", "2-1", "-1", "1-", "0,", ",0", "0,,1", "a", "0 1",
                                 "1.5", "0-1-2", "99999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_MATCHES(
        index_list("--head", text, 4), InputError,
        Message("--head must list numbers from 0 to 3, such as 0,2 or 0-3, but it is " + text +
                "."));
  }
}

TEST_CASE("range_values: numbers and ranges in the order typed, each once", "[cli][flag_values]") {
  using Values = std::vector<std::uint64_t>;
  CHECK(range_values("--n", "7", 9, 5) == Values{7});
  CHECK(range_values("--n", "2:4", 9, 5) == Values{2, 3, 4});
  CHECK(range_values("--n", "9,0:2,1", 9, 5) == Values{9, 0, 1, 2});
}

TEST_CASE("range_values: refuses everything else, and too many", "[cli][flag_values][error]") {
  for (const std::string text : {"", "4:2", "1:", ":2", "1-3", "1,,2", "10", "1:10", "a", "1:2:3",
                                 "99999999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_MATCHES(range_values("--n", text, 9, 50), InputError,
                         Message("--n must list whole numbers from 0 to 9, such as 1:30 or 1,4,7, "
                                 "but it is " +
                                 (text.empty() ? "''" : text) + "."));
  }
  CHECK(range_values("--n", "1:5", 9, 5).size() == 5);
  CHECK_THROWS_MATCHES(range_values("--n", "1:6", 9, 5), InputError,
                       Message("--n may list at most 5 numbers."));
  CHECK_THROWS_AS(range_values("--n", "0:3,4,5", 9, 5), InputError);
  CHECK_THROWS_AS(range_values("--n", "0:1000000000000", 1'000'000'000'000, 1000), InputError);
}

TEST_CASE("flag_values: full-width digits and signs, dashes of any kind", "[cli][flag_values]") {
  using Values = std::vector<std::uint64_t>;
  CHECK(count_value("--n", "８０", 0, 99) == 80);
  CHECK(setting_value("--n", "１２") == 12);
  for (const std::string minus : {"ー", "ｰ", "―", "－", "−", "—", "–", "─"})
    CHECK(number_value("--x", minus + "０．５") == -0.5);
  CHECK(count_values("--n", "０、1，２　3", 9) == Values{0, 1, 2, 3});
  CHECK(range_values("--n", "１：３，5", 9, 9) == Values{1, 2, 3, 5});
  CHECK(index_list("--n", "０，２－３", 9) == Values{0, 2, 3});
  CHECK(index_list("--n", "2ー3", 9) == Values{2, 3});
  CHECK(choice_value("--c", "ａｌｌ", {"none", "all"}) == 1);
}

TEST_CASE("flag_values: a refusal shows what was typed", "[cli][flag_values][error]") {
  CHECK_THROWS_MATCHES(count_value("--n", "ー１", 0, 4), InputError,
                       Message("--n must be a whole number from 0 to 4, but it is ー１."));
  CHECK_THROWS_MATCHES(count_values("--n", "１、９", 4), InputError,
                       Message("--n must be a whole number from 0 to 4, but it is ９."));
  for (const std::string typed : {"０・５", "0･5", "0·5", "0、5", "0,5"})
    CHECK_THROWS_MATCHES(number_value("--x", typed), InputError,
                         Message("--x must be a number, but it is " + typed +
                                 ". Write decimals with a point, as in 1.5."));
}
