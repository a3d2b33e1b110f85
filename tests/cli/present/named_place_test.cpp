#include "cli/present/named_place.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/told_readings.hpp"

using namespace attn;

namespace {

Stage two_by_three() {
  return {.id = "weights",
          .value = arma::zeros(2, 3),
          .rows = {"query", {"1", "b"}},
          .cols = {"key", {"x", "y", "x"}}};
}

Stage without_names() { return {.id = "wq", .value = arma::zeros(4, 2)}; }

}  // namespace

TEST_CASE("row_named, col_named: by the word, else by the number", "[cli][named_place]") {
  CHECK(row_named("--row", two_by_three(), "b") == 1);
  CHECK(row_named("--row", two_by_three(), "1") == 0);  // the word goes first
  CHECK(row_named("--row", two_by_three(), "0") == 0);
  CHECK(col_named("--loss", two_by_three(), "y") == 1);
  CHECK(col_named("--loss", two_by_three(), "2") == 2);
  CHECK(col_named("--loss", without_names(), "1") == 1);
}

TEST_CASE("row_named: a number that several rows are called is that of a row, and told",
          "[cli][named_place]") {
  Stage stage = two_by_three();
  stage.rows.labels = {"1", "1"};
  const ToldReadings told;
  CHECK(row_named("--row", stage, "0") == 0);
  CHECK(row_named("--row", stage, "1") == 1);
  CHECK(told.sentences() ==
        std::vector<std::string>{"--row 1: several are called that, so it was read as a "
                                 "number, counted from 0."});
}

TEST_CASE("row_named, col_named: refuse what is not there, or there twice",
          "[cli][named_place][error]") {
  CHECK_THROWS_MATCHES(row_named("--row", two_by_three(), "c"), InputError,
                       Message("--row c: weights has no such row. It has 1, b, or 0 to 1."));
  CHECK_THROWS_MATCHES(col_named("--loss", two_by_three(), "3"), InputError,
                       Message("--loss 3: weights has no such column. It has x, y, x, or 0 to 2."));
  CHECK_THROWS_MATCHES(
      col_named("--loss", two_by_three(), "x"), InputError,
      Message("--loss x: that is both column 0 and column 2 of weights. Give the number."));
  CHECK_THROWS_MATCHES(row_named("--row", without_names(), ""), InputError,
                       Message("--row '': wq has rows 0 to 3."));
  CHECK_THROWS_MATCHES(col_named("--loss", without_names(), "-1"), InputError,
                       Message("--loss -1: wq has columns 0 to 1."));
}

TEST_CASE("place_named: a token, else the place of that number", "[cli][named_place]") {
  const std::vector<std::string> tokens{"a", "2", "b", "a"};
  const auto place = [](const std::string& text, const std::vector<std::string>& among) {
    CHECK(names_place(text, among) == place_named("--cell", text, among).has_value());
    return place_named("--cell", text, among);
  };
  CHECK(place("b", tokens) == 2);
  CHECK(place("2", tokens) == 1);  // a token called 2
  CHECK(place("3", tokens) == 3);
  CHECK(place("３", tokens) == 3);
  CHECK(place("0", {"0", "0", "1"}) == 0);
  CHECK(place("1", {"1", "+", "1", "=", "2"}) == 1);
  CHECK(place("2", {"1", "+", "1", "=", "2"}) == 4);
  for (const char* none : {"4", "", "-1", "00000000000000000001"}) CHECK_FALSE(place(none, tokens));
  CHECK(names_place("a", tokens));
  CHECK_THROWS_MATCHES(place_named("--cell", "a", tokens), InputError,
                       Message("--cell a: that is both token 0 and token 3, counted from 0. Give "
                               "the number."));
}

TEST_CASE("place_named: a number in whatever width that several are called is told",
          "[cli][named_place]") {
  std::vector<std::string> told;
  tell_readings([&told](const std::string& sentence) { told.push_back(sentence); });
  CHECK(place_named("--cell", "１", {"１", "１", "b"}) == 1);
  CHECK(place_named("--cell", "b", {"１", "１", "b"}) == 2);
  CHECK(place_named("--cell", "Ａ", {"b", "A"}) == 1);
  CHECK_THROWS_AS(place_named("--cell", "Ａ", {"Ａ", "Ａ", "A"}), InputError);
  tell_readings({});
  CHECK(told == std::vector<std::string>{"--cell １: several are called that, so it was read as a "
                                         "number, counted from 0."});
}
