#include "render/drawing/equations.hpp"

#include <set>

#include "render/drawing/drawn.hpp"
#include "render/drawing/text_sizes.hpp"
#include "render/heads_trace.hpp"
#include "render/rendered.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("equations_of: products of what was computed, and what lies between",
          "[render][drawing]") {
  const Trace trace = by_hand_trace();
  const Equations equations = equations_of(trace, {}, 160.0);
  REQUIRE(equations.rows.size() == 3);
  CHECK(says(equations.rows[0].items, "Kᵀ"));
  CHECK(says(equations.rows[1].items, "A = softmax(masked)"));
  CHECK(says(equations.rows[2].items, ".881"));
  std::vector<std::string> ids;
  for (const Stage* stage : equations.stages) ids.push_back(stage->id);
  CHECK(ids == std::vector<std::string>{"query", "key", "scores", "weights", "value", "output"});
}

TEST_CASE("equations_of: without words there is no line between", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  Layout layout;
  layout.explain = 0;
  CHECK(equations_of(trace, layout, 160.0).rows.size() == 2);
}

TEST_CASE("equations_of: none where one of them has no room", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  CHECK(equations_of(trace, {}, 100.0).rows.size() == 3);
  CHECK(equations_of(trace, {}, 50.0).rows.empty());
}

TEST_CASE("equations_of: all in one size, and none too small to read", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  for (double width = 80.0; width < 160.0; width += 5.0) {
    CAPTURE(width);
    std::set<double> sizes;  // of symbols
    for (const Drawing& row : equations_of(trace, {}, width).rows)
      for (const Text& text : items_of<Text>(row.items)) {
        CHECK(text.size > kLeastTextSize - 1e-9);
        if (text.is_bold) sizes.insert(text.size);
      }
    CHECK(sizes.size() <= 1);
  }
}

TEST_CASE("is_product_of_computed: projections are products with parameters", "[render][drawing]") {
  const Trace trace = by_hand_trace();
  CHECK_FALSE(is_product_of_computed(trace, trace.stage("query")));
  CHECK(is_product_of_computed(trace, trace.stage("scores")));
  CHECK_FALSE(is_product_of_computed(trace, trace.stage("weights")));
  CHECK(equations_of(heads_trace(), {}, 160.0).rows.empty());
}
