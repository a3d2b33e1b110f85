#include "cli/exercise/sitting_order.hpp"

#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

TEST_CASE("order_of: words and keys", "[cli][exercise]") {
  const Field& scores = practice_exercise().field("scores");
  for (const char* text : {"h", "hint", ":h", ":hint"})
    CHECK(order_of(text, scores) == Order::hint);
  for (const char* text : {"q", "quit", "exit", ":q"}) CHECK(order_of(text, scores) == Order::quit);
  CHECK(order_of("?", scores) == Order::help);
  CHECK(order_of("undo", scores) == Order::undo);
  for (const char* text : {"ｈ", "ヒント", ":ヒント", "：ｈ"})
    CHECK(order_of(text, scores) == Order::hint);
  CHECK(order_of("？", scores) == Order::help);
  CHECK(order_of("終了", scores) == Order::quit);
  for (const char* text : {"スキップ", "後回し"}) CHECK(order_of(text, scores) == Order::skip);
  CHECK(order_of("次へ", scores) == Order::next);
  CHECK(order_of("y", scores) == Order::answers);
  for (const char* text : {"\033[A", "h\u200b"}) CHECK_FALSE(order_of(text, scores));
  for (const char* text : {"", ":", "1 0", "hints", "x", "H"}) CHECK_FALSE(order_of(text, scores));
}

TEST_CASE("order_of: what could be the answer is none without a colon", "[cli][exercise]") {
  Field choice{.name = "kind", .kind = FieldKind::choice};
  choice.options = {{"h", {}, {}}, {"skip", {}, {}}};
  CHECK_FALSE(order_of("h", choice));
  CHECK_FALSE(order_of("skip", choice));
  CHECK(order_of(":h", choice) == Order::hint);
  CHECK(order_of("s", choice) == Order::skip);
  Field formula{.name = "total", .kind = FieldKind::expression};
  formula.variables = {"n", "d"};
  CHECK_FALSE(order_of("n", formula));
  CHECK(order_of("next", formula) == Order::next);
}

TEST_CASE("order_of: where nothing can be answered", "[cli][exercise]") {
  CHECK(order_of("n") == Order::next);
  CHECK(order_of(":exit") == Order::quit);
  CHECK_FALSE(order_of(""));
  CHECK_FALSE(order_of("1 0"));
}

TEST_CASE("order_help: every order once", "[cli][exercise]") {
  CHECK(order_help().size() == 10);
  for (const OrderHelp& line : order_help()) CHECK_FALSE(line.does.empty());
}
