#include "render/drawing/heads_drawing.hpp"

#include "render/drawing/drawn.hpp"
#include "render/heads_trace.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("heads_drawing: each map has its name above and its means below", "[render][drawing]") {
  const Trace trace = heads_trace();
  const Drawing drawing = heads_drawing(trace.in_every_group("weights"), {}, 160.0);
  for (const std::string words : {"head 0", "head 1", "entropy", "on itself", "on the first"})
    CHECK(says(drawing.items, words));
  CHECK(misplaced(drawing.items, drawing.width, drawing.height) == "");
  Layout bare;
  bare.explain = 0;
  CHECK_FALSE(says(heads_drawing(trace.in_every_group("weights"), bare, 160.0).items, "entropy"));
}

TEST_CASE("heads_drawing: as many in a row as fit, in rows of one length", "[render][drawing]") {
  const Trace trace = heads_trace();
  const std::vector<const Stage*> four(4, &trace.stage("weights", "head 0"));
  const auto n_names_at_top = [&four](double width) {
    std::size_t n = 0;
    for (const Text& text : items_of<Text>(heads_drawing(four, {}, width).items))
      if (text.is_bold && text.at.y < 5.0) ++n;
    return n;
  };
  CHECK(n_names_at_top(160.0) == 4);
  CHECK(n_names_at_top(80.0) == 2);
  CHECK(n_names_at_top(36.0) == 1);
}

TEST_CASE("heads_drawing: not wider than it may be", "[render][drawing]") {
  const Trace trace = heads_trace();
  for (const double width : {36.0, 80.0, 156.0})
    CHECK(heads_drawing(trace.in_every_group("weights"), {}, width).width <= width);
}
