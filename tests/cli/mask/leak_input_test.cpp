#include "cli/mask/leak_input.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("leak_test: one row changes, and all weights stay", "[cli][leak_input]") {
  const LeakTest test = leak_test({"a", "b", "c"}, {}, "1=d", {});
  CHECK(test.place == 1);
  CHECK(test.other == "d");
  CHECK_FALSE(test.is_any_other);
  const arma::mat moved = test.changed_X - test.before.X;
  CHECK(arma::any(moved.row(1) != 0.0));
  CHECK(moved.row(0).is_zero());
  CHECK(moved.row(2).is_zero());
  CHECK(difference(test.changed_X.row(1), word_numbers({}, {"d"}, {}).X) == "");
}

TEST_CASE("leak_test: a word that is called other becomes another", "[cli][leak_input]") {
  CHECK(leak_test({"a", "other"}, {}, "", {}).other == "another");
  CHECK(leak_test({"a", "other"}, {}, "", {}).is_any_other);
  CHECK(leak_test({"a", "b", "c"}, {1, 2}, "", {}).place == 0);  // what is padding stays
  CHECK(leak_test({"a", "b"}, {0, 1}, "", {}).place == 0);
}

TEST_CASE("leak_test: refuses changes that it cannot make", "[cli][leak_input][error]") {
  for (const char* change : {"z=b", "a", "a=", "=", "7=b"})
    CHECK_THROWS_AS(leak_test({"a", "b"}, {}, change, {}), InputError);
  CHECK(leak_test({"=", "b"}, {}, "==c", {}).word == "=");
}

TEST_CASE("leak_test: a token that is there twice is named by its number",
          "[cli][leak_input][error]") {
  CHECK_THROWS_WITH(leak_test({"a", "b", "a"}, {}, "a=c", {}),
                    "--change a: that is both token 0 and token 2, counted from 0. Give the "
                    "number.");
  CHECK(leak_test({"a", "b", "a"}, {}, "2=c", {}).place == 2);
  CHECK(leak_test({"a", "b", "a"}, {}, "b=c", {}).place == 1);
  CHECK(leak_test({"1", "+", "1"}, {}, "1=c", {}).place == 1);
  CHECK(leak_test({"１", "１", "b"}, {}, "１=c", {}).place == 1);
  CHECK_THROWS_AS(leak_test({"7", "+", "7"}, {}, "7=c", {}), InputError);
}
