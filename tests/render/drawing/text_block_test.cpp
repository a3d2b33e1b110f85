#include "render/drawing/text_block.hpp"

#include "render/drawing/drawn.hpp"
#include "render/drawing/text_sizes.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("one_line: without indents and line ends", "[render][drawing]") {
  CHECK(one_line(" attend   \"a b\"\n   n 4\n\n") == "attend   \"a b\" n 4");
}

TEST_CASE("heading_drawing: each line stays one, and fits", "[render][drawing]") {
  const Drawing heading = heading_drawing(" attend\n   " + std::string(300, 'x') + "\n", 60.0);
  CHECK(words_of(heading.items).size() == 2);
  CHECK(words_of(heading.items).front() == "attend");
  CHECK(heading.width <= 60.0);
}

TEST_CASE("heading_drawing: all of it has one size, however narrow", "[render][drawing]") {
  const std::string title = " attend   \"The cat sat down\"   d_model 4\n   n 4   causal\n";
  for (const double width : {36.0, 50.0, 80.0}) {
    CAPTURE(width);
    const Drawing heading = heading_drawing(title, width);
    for (const Text& text : items_of<Text>(heading.items)) CHECK(text.size == kTitleSize);
    CHECK(heading.width <= width);
    CHECK(says(heading.items, "d_model 4"));  // no line ends inside it
  }
}

TEST_CASE("screen_columns: no fewer than any screen has", "[render][drawing]") {
  CHECK(screen_columns(10.0, 2.9) == 40);
  CHECK(screen_columns(156.0, 2.9) > 80);
}
