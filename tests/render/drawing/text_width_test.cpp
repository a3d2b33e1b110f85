#include "render/drawing/text_width.hpp"

#include "render/text/display_width.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("text_width: no usual font needs more", "[render][drawing]") {
  CHECK(text_width("", 2.5) == 0.0);
  CHECK(text_width("0", 10.0) == Approx(6.4));
  CHECK(text_width("il", 10.0) < text_width("WM", 10.0) / 3);
  CHECK(text_width("猫が", 10.0) == Approx(20.4));
  CHECK(text_width("−", 10.0) >= 8.38);  // the minus sign is as wide as a plus
  CHECK(text_width("a", 10.0, true) > text_width("a", 10.0));
}

TEST_CASE("text_width: a mark above a letter takes no room", "[render][drawing]") {
  CHECK(text_width("か\xE3\x82\x99", 10.0) == text_width("が", 10.0));
}

TEST_CASE("fitted_text: smaller first, then cut", "[render][drawing]") {
  CHECK(fitted_text("softmax", 100.0, 2.5, 1.5).size == 2.5);
  const FittedText smaller = fitted_text("softmax", 8.0, 2.5, 1.5);
  CHECK(smaller.text == "softmax");
  CHECK(smaller.size < 2.5);
  CHECK(text_width(smaller.text, smaller.size) <= 8.0 + 1e-9);
  const FittedText cut = fitted_text("softmax of scores", 8.0, 2.5, 1.5);
  CHECK(cut.size == 1.5);
  CHECK(cut.text.ends_with("…"));
  CHECK(text_width(cut.text, cut.size) <= 8.0);
}

TEST_CASE("columns_in: at least one", "[render][drawing]") {
  CHECK(columns_in(0.1, 2.5) == 1);
  CHECK(columns_in(15.5, 2.5) == 10);
}
