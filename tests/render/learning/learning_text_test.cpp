#include "render/learning/learning_text.hpp"

#include "render/learning/learned_example.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("learning_text: before, after, measures and what they say", "[learning]") {
  const LearningReport report = learned_example(100);
  const std::string text = learning_text(report, {});
  for (const char* part : {"before", "after", "mean diagonal", "It was learned."})
    CHECK(text.find(part) != std::string::npos);
  CHECK(learning_title(report.settings, "", report.n_parameters, {}).find("1,040 parameters") !=
        std::string::npos);
}

TEST_CASE("learning_notes: after four steps nothing was learned, and that is said", "[learning]") {
  const std::vector<std::string> notes = learning_notes(learned_example());
  REQUIRE_FALSE(notes.empty());
  CHECK(notes.front().find("It was learned.") == std::string::npos);
}

TEST_CASE("learning_curve_text: names its marks", "[learning]") {
  const std::string text = learning_curve_text(learned_example(), {});
  CHECK(text.find("* loss in training") != std::string::npos);
}
