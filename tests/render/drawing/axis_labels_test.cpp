#include "render/drawing/axis_labels.hpp"

#include "render/drawing/drawn.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("row_labels: long words are cut, and many of them become fewer", "[render][drawing]") {
  const Axis words{"query", {"cat", std::string(40, 'x')}};
  const AxisLabels labels = row_labels(words, 5.0);
  CHECK(labels.texts.front() == "cat");
  CHECK(labels.texts.back() == std::string(17, 'x') + "…");
  CHECK(labels.stride == 1);
  CHECK(row_labels(words, 0.5).stride > 2);
  CHECK(row_labels({"dim", {}}, 5.0).extent == 0.0);
}

TEST_CASE("column_labels: level where there is room, else upright", "[render][drawing]") {
  const Axis words{"key", {"The", "mat"}};
  CHECK_FALSE(column_labels(words, 10.0).is_upright);
  CHECK(column_labels(words, 3.0).is_upright);
}

TEST_CASE("column_labels: those of a scale stay level and become fewer", "[render][drawing]") {
  const Axis positions{.name = "position", .labels = numbered(100), .is_scale = true};
  const AxisLabels labels = column_labels(positions, 1.0);
  CHECK_FALSE(labels.is_upright);
  CHECK(labels.stride == 5);
}

TEST_CASE("level_column_labels: cut to the column", "[render][drawing]") {
  const AxisLabels labels = level_column_labels({"key", {"attention", "cat"}}, 6.0);
  CHECK(labels.texts.front().ends_with("…"));
  CHECK(text_width(labels.texts.front(), labels.size) <= 6.0);
  CHECK(labels.texts.back() == "cat");
}

TEST_CASE("put_column_labels: each stands above its column", "[render][drawing]") {
  const CellGrid grid{.n_rows = 1, .n_cols = 2, .corner = {10, 20}, .width = 8, .height = 5};
  Drawing drawing;
  put_column_labels(drawing, grid, column_labels({"key", {"a", "b"}}, grid.width));
  const std::vector<Text> texts = items_of<Text>(drawing.items);
  CHECK(texts[0].at.x == 14.0);
  CHECK(texts[1].at.x == 22.0);
  CHECK(texts[0].at.y < 20.0);
}

TEST_CASE("put_row_labels: each ends left of its row", "[render][drawing]") {
  const CellGrid grid{.n_rows = 2, .n_cols = 1, .corner = {10, 20}, .width = 8, .height = 5};
  Drawing drawing;
  put_row_labels(drawing, grid, row_labels({"query", {"a", "b"}}, grid.height));
  const std::vector<Text> texts = items_of<Text>(drawing.items);
  CHECK(texts[0].anchor == Text::Anchor::end);
  CHECK(texts[0].at.x < 10.0);
  CHECK(texts[1].at.y - texts[0].at.y == Approx(5.0));
}

TEST_CASE("round_stride: ends where there is no room at all", "[render][drawing]") {
  CHECK(round_stride(3.0, 1.0) == 5);
  CHECK(round_stride(3.0, 0.0) == 1);
  CHECK(round_stride(3.0, -1.0) == 1);
  CHECK(round_stride(3.0, 1e-300) >= 1'000'000);
}
