#include "render/learning/weight_pair.hpp"

#include "render/learning/learned_example.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("weight_pair_text: side by side where both fit, else one below the other", "[learning]") {
  const LearningReport report = learned_example();
  const Stage& before = report.weights.stage("weights_before", head_group({0, 0}));
  const Stage& after = report.weights.stage("weights_after", head_group({0, 0}));
  const auto lines_with_t5 = [&](unsigned width) {
    Layout layout;
    layout.width = width;
    const std::string text = weight_pair_text(before, after, layout);
    std::size_t n = 0;
    for (std::size_t at = text.find("t5"); at != std::string::npos; at = text.find("t5", at + 1))
      ++n;
    return n;
  };
  CHECK(lines_with_t5(80) == 3);  // two headings in one line, and one row for both
  CHECK(lines_with_t5(40) == 4);
}
