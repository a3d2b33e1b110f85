#include "practice/feedback/explanation.hpp"

#include "practice/feedback/feedback.hpp"
#include "render/text/document.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

const std::string kTwo = "Each of these:\n- One.\n- Two.";

}  // namespace

TEST_CASE("pieces_of_explanation: a sentence is a paragraph", "[practice][explanation]") {
  const ExplanationPieces pieces = pieces_of_explanation("One - or two.", 0);
  CHECK(pieces.text == "One - or two.");
  CHECK(pieces.items.empty());
}

TEST_CASE("pieces_of_explanation: several mistakes are a list", "[practice][explanation]") {
  const ExplanationPieces pieces = pieces_of_explanation(kTwo, 1);
  CHECK(pieces.text == "Each of these:");
  REQUIRE(pieces.items.size() == 2);
  CHECK(pieces.items[0].text == "One.");
  CHECK(pieces.items[1].text == "Two.");
  CHECK(pieces.items[1].depth == 1);
}

TEST_CASE("whole_explanation: a remark stands behind a list, not in its last item",
          "[practice][explanation]") {
  FieldResult result{.explanation = "One."};
  result.messages = {"A remark."};
  CHECK(whole_explanation(result) == "One. A remark.");
  result.explanation = kTwo;
  CHECK(whole_explanation(result) == kTwo + "\nA remark.");
}
