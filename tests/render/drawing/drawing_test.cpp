#include "render/drawing/drawing.hpp"

#include "render/drawing/drawn.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

Drawing square(double side) {
  Drawing drawing{.width = side, .height = side};
  Shape shape{.stroke_width = 1.0};
  add_rectangle(shape.path, {0, 0, side, side});
  drawing.items.push_back(std::move(shape));
  return drawing;
}

Point corner(const Drawing& drawing, std::size_t i) {
  return std::get<Shape>(drawing.items.at(i)).path.front().to;
}

}  // namespace

TEST_CASE("beside: middles at one height", "[render][drawing]") {
  const Drawing row = beside({square(4), square(2)}, 1.0);
  CHECK(row.width == 7.0);
  CHECK(row.height == 4.0);
  CHECK(corner(row, 1).x == 5.0);
  CHECK(corner(row, 1).y == 1.0);
}

TEST_CASE("beside_at_top: tops at one height", "[render][drawing]") {
  CHECK(corner(beside_at_top({square(4), square(2)}, 1.0), 1).y == 0.0);
}

TEST_CASE("stacked: one below the other", "[render][drawing]") {
  const Drawing column = stacked({square(4), square(2)}, 1.0);
  CHECK(column.width == 4.0);
  CHECK(column.height == 7.0);
  CHECK(corner(column, 1).y == 5.0);
  CHECK(stacked({}, 1.0).height == 0.0);
}

TEST_CASE("in_rows: what does not fit goes below", "[render][drawing]") {
  const Drawing rows = in_rows({square(4), square(4), square(4)}, 9.0, 1.0, 2.0);
  CHECK(rows.width == 9.0);
  CHECK(rows.height == 10.0);
  CHECK(corner(rows, 2).x == 0.0);
  CHECK(in_rows({square(4)}, 1.0, 1.0, 2.0).width == 4.0);  // alone it stays
}

TEST_CASE("scaled: places, lines and letters alike", "[render][drawing]") {
  Drawing drawing = square(4);
  put(drawing, text_line("a", 2.0), {1.0, 1.0});
  const Drawing half = scaled(drawing, 0.5);
  CHECK(half.width == 2.0);
  CHECK(std::get<Shape>(half.items[0]).path[1].to.x == 2.0);
  CHECK(std::get<Shape>(half.items[0]).stroke_width == 0.5);
  CHECK(std::get<Text>(half.items[1]).size == 1.0);
}

TEST_CASE("put: a raster moves, too", "[render][drawing]") {
  Drawing page, part;
  part.items.push_back(Raster{.box = {1, 2, 3, 4}});
  put(page, part, {10, 20});
  const Box box = std::get<Raster>(page.items[0]).box;
  CHECK(box.x == 11.0);
  CHECK(box.y == 22.0);
  CHECK(box.width == 3.0);
}

TEST_CASE("paragraph_drawing: as many lines as it takes", "[render][drawing]") {
  const Drawing one = paragraph_drawing("a few words", 2.0, 100.0);
  const Drawing more = paragraph_drawing("a few words", 2.0, 9.0);
  CHECK(words_of(one.items) == std::vector<std::string>{"a few words"});
  CHECK(words_of(more.items).size() > 1);
  CHECK(more.height > one.height);
}

TEST_CASE("paragraph_drawing: wide letters and long words leave it no wider", "[render][drawing]") {
  for (const std::string& text :
       {std::string("WWW MMM WWW MMM WWW MMM"), std::string(300, 'x'), std::string("日本語の文")}) {
    CAPTURE(text);
    CHECK(paragraph_drawing(text, 2.5, 20.0).width <= 20.0);
  }
}
