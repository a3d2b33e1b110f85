#include "render/picture/sketch_sheet.hpp"

#include "support/catch.hpp"

using namespace attn;

namespace {

// A diagonal of eight dots.
Sketch diagonal(const std::string& name, const std::string& caption) {
  Sketch sketch{.name = name, .caption = caption, .n_rows = 8, .n_cols = 8};
  sketch.dots.resize(64);
  for (std::size_t i = 0; i < 8; ++i) sketch.dots[i * 9] = true;
  return sketch;
}

Layout bare_layout(unsigned width) {
  Layout layout;
  layout.width = width;
  layout.explain = 0;
  return layout;
}

}  // namespace

TEST_CASE("sketch_sheet_text: names once above, layers beside, captions below") {
  const SketchSheet sheet{.title = "Heads",
                          .rows = {{"0", {diagonal("0", "s.9"), diagonal("1", "-")}},
                                   {"1", {diagonal("0", "-"), diagonal("1", "-")}}}};
  CHECK(sketch_sheet_text(sheet, bare_layout(80)) ==
        "    0     1\n"
        " 0  ⠑⢄    ⠑⢄\n"
        "      ⠑⢄    ⠑⢄\n"
        "    s.9   -\n"
        " 1  ⠑⢄    ⠑⢄\n"
        "      ⠑⢄    ⠑⢄\n"
        "    -     -\n");
}

TEST_CASE("sketch_sheet_text: what does not fit goes on below, under its own names") {
  SketchSheet sheet{.rows = {{"", {}}}};
  for (int i = 0; i < 8; ++i)
    sheet.rows.front().sketches.push_back(diagonal("5." + std::to_string(i), ""));
  const std::string text = sketch_sheet_text(sheet, bare_layout(40));
  CHECK(text.starts_with(" 5.0   5.1   5.2   5.3   5.4   5.5\n"));
  CHECK(text.find("\n 5.6   5.7\n") != std::string::npos);
}

TEST_CASE("sketch_sheet_text: ASCII has no other glyph") {
  Layout layout = bare_layout(40);
  layout.glyphs = Glyphs::ascii;
  const SketchSheet sheet{.rows = {{"0", {diagonal("0", "")}}}};
  for (const char c : sketch_sheet_text(sheet, layout))
    CHECK((c == '\n' || (c >= ' ' && c <= '~')));
}
