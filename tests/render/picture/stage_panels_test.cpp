#include "render/picture/stage_panels.hpp"

#include "render/picture/pictured.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

std::string panels_of(const Trace& trace, const Layout& layout) {
  std::vector<const Stage*> stages;
  for (const char* id : {"scores", "scaled", "masked", "weights"})
    stages.push_back(&trace.stage(id));
  return panels_text(stages, layout, 3);
}

}  // namespace

TEST_CASE("panels_text: the scale of signed stages is symmetric about 0", "[render][picture]") {
  const Trace trace = by_hand_trace();
  const std::string text = panels_of(trace, layout_of(80));
  CHECK(contains(text, "   scores     scaled            masked            weights\n"));
  CHECK(contains(text, "   −4 .. 4    −2.000 .. 2.000   −1.000 .. 1.000   0 .. 1\n"));
  CHECK(contains(in_one_line(text), "each stage has its own, symmetric about 0"));
  CHECK(contains(text, "   rows of weights\n"));
  CHECK(contains(in_one_line(text), "curves each from 0 to 1"));
}

TEST_CASE("panels_text: side by side or below one another", "[render][picture]") {
  const Trace trace = by_hand_trace();
  for (const unsigned width : {40U, 60U, 80U, 120U})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii}) {
      const std::string text = panels_of(trace, layout_of(width, glyphs));
      CHECK(misfit(text, width) == "");
      CHECK(is_ascii(text) == (glyphs == Glyphs::ascii));
      CHECK(contains(text, "scores     scaled            masked") == (width > 40));
    }
}

TEST_CASE("panels_text: colours are explained, and need no shades", "[render][picture]") {
  Layout layout;
  layout.color = true;
  const std::string text = in_one_line(without_escapes(panels_of(by_hand_trace(), layout)));
  CHECK(contains(text, "blue is negative, red positive, white 0"));
  CHECK_FALSE(contains(text, "shades"));
}

TEST_CASE("panels_text: a picture for each group, and large maps are cut", "[render][picture]") {
  Stage first = weights_among(numbered(50), arma::eye(50, 50)), second = first;
  first.group = "head 0";
  second.group = "head 1";
  const std::string text = panels_text({&first, &second}, layout_of(60), 3);
  CHECK(contains(text, " head 0\n\n"));
  CHECK(contains(text, " head 1\n\n"));
  CHECK(contains(in_one_line(text), ".. cells left out of large maps"));
  CHECK(contains(in_one_line(text), "rows drawn: 4 of 50"));
}
