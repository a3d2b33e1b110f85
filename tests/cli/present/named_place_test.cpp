#include "cli/present/named_place.hpp"

#include "base/error.hpp"
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
