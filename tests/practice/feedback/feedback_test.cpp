#include "practice/feedback/feedback.hpp"

#include "render/text/document.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

std::string feedback_on(const std::string& sheet, bool in_full = false) {
  return document_text(feedback(check_answer(sheet), in_full), Layout{});
}

std::string feedback_in(const char* id, const std::string& sheet) {
  for (const Worksheet& worksheet : course_worksheets())
    if (worksheet.exercise().id == id)
      return document_text(
          feedback(check(worksheet.exercise(), worksheet, read_answer_sheet(sheet, "-")), false),
          Layout{});
  return "";
}

}  // namespace

TEST_CASE("feedback: a right answer", "[practice][feedback]") {
  const std::string text = feedback_on(
      "scores = 2 2; 1 2\nweights = .5 .5; .3775 .6225\noutput = 1 2; .755 2.49\n"
      "mask = 1 0; 1 1\nopen = 3\nwhy = b\ncost = d n²\nstrongest = cat->sat\nguess = cat");
  CHECK(text.starts_with("   scores      ✓ right\n   weights     ✓ right (largest error"));
  CHECK(text.ends_with("\n\n   ✓ All of it is right.\n"));
}

TEST_CASE("feedback: no cause is named that does not give the number", "[practice][feedback]") {
  const std::string tiny = feedback_in("recap-why-attention", "gradient_left = 0.1^50");
  CHECK_THAT(tiny, ContainsSubstring("times too small") && !ContainsSubstring("mistake"));
  CHECK_THAT(feedback_in("measure-a-head", "previous_even = 1/5"), !ContainsSubstring("igits"));
  CHECK_THAT(feedback_in("which-head", "back_even = 1/5"), !ContainsSubstring("igits"));
  CHECK_THAT(feedback_in("chance-level", "share_accuracy = 3/5"), !ContainsSubstring("igits"));
  CHECK_THAT(feedback_in("softmax-by-hand", "doubling_step = 7/10"), !ContainsSubstring("igits"));
  // The training loss of the last row is the held-out loss above the lowest.
  const std::string both = feedback_in("loss-curve", "best_step = 500\nprobability = 0.76");
  CHECK_THAT(both, ContainsSubstring("training loss of the last row") &&
                       ContainsSubstring("the row above or below") &&
                       !ContainsSubstring("This is of the last step"));
  CHECK_THAT(feedback_in("loss-curve", "probability = 0.66"),
             ContainsSubstring("This is of the last step"));
}

TEST_CASE("feedback: what is right because a row sums to 1 has no error that is too large",
          "[practice][feedback]") {
  const std::string text = feedback_in("fully-masked-row", "filled_weights = 0.333 0.333 0.334");
  CHECK_THAT(text, ContainsSubstring("filled_weights   ✓ right\n") &&
                       ContainsSubstring("rounded so that each row sums to 1"));
}

TEST_CASE("feedback: one line for each field, then the slips, then the verdict",
          "[practice][feedback]") {
  const std::string text =
      feedback_on("scores = 2 1; 2 2\nweights = .622 .378; .5 .5\nopen = 4\nwhy = b");
  CHECK(
      text.starts_with("   scores      not yet\n"
                       "   weights     right for your scores: the same slip, counted once\n"
                       "   output      not filled in\n"));
  CHECK_THAT(text, ContainsSubstring("\n\n scores\n"));
  CHECK_THAT(text, !ContainsSubstring("\n open\n"));
  CHECK_THAT(text,
             ContainsSubstring("\n\n and also\n   open   Yours is 4, expected 3.\n\n   Not yet."));
  CHECK_THAT(text,
             ContainsSubstring("\n   Not yet. Look again at: scores, open. Still to be filled in: "
                               "output, mask,\n   cost, strongest.\n"));
  CHECK_THAT(feedback_on("scores = 2 1; 2 2\nopen = 4", true), ContainsSubstring("\n open\n"));
}

TEST_CASE("feedback: every slip is explained, and only the first in all its cells",
          "[practice][feedback]") {
  const std::string sheet =
      "scores = 2 1; 2 2\nweights = 1 0; 0 1\nmask = 1 1; 0 1\nopen = 4\nwhy = a\n"
      "cost = n d";
  const std::string text = feedback_on(sheet), all = feedback_on(sheet, true);
  const std::string brief = text.substr(text.find("\n and also\n"));
  for (const char* const name : {"weights", "mask", "open", "why", "cost"}) {
    CAPTURE(name);
    CHECK_THAT(brief, ContainsSubstring("\n   " + std::string(name) + " "));
    CHECK_THAT(all, ContainsSubstring("\n " + std::string(name) + "\n"));
  }
  CHECK_THAT(brief, ContainsSubstring("Cells that are off: "));
  CHECK_THAT(brief, !ContainsSubstring("⎡"));
  CHECK_THAT(all, !ContainsSubstring("\n and also\n"));
  CHECK(has_more_in_full(check_answer(sheet)));
  CHECK_FALSE(has_more_in_full(check_answer("scores = 2 1; 2 2\nopen = 4")));
  CHECK_FALSE(has_more_in_full(check_answer("scores = 2 2; 1 2")));
}

TEST_CASE("feedback: what is left is named when the rest is right", "[practice][feedback]") {
  CHECK_THAT(feedback_on("scores = 2 2; 1 2"),
             ContainsSubstring("   So far, so good. Still to be filled in: weights,"));
}

TEST_CASE("feedback: what cannot be read is told, and is no attempt", "[practice][feedback]") {
  const std::string text = feedback_on("scores = a b\nopen = 1,5");
  CHECK_THAT(text, ContainsSubstring("\n scores\n"));
  CHECK_THAT(text, ContainsSubstring("\n open\n"));
  CHECK(text.ends_with("\n   This does not count as an attempt.\n"));
  CHECK_THAT(
      feedback_on("scores = a b\nopen = 4"),
      ContainsSubstring("\n   Not yet. Look again at: scores, open. Still to be filled in:") &&
          !ContainsSubstring("attempt"));
  CHECK(
      feedback_on("").ends_with("   Nothing is filled in yet.\n\n"
                                "   This does not count as an attempt.\n"));
}

TEST_CASE("feedback: where attempts are not counted, none is spoken of", "[practice][feedback]") {
  for (const char* sheet : {"scores = a b", "scores = 2 2; 1 2"}) {
    const std::string text = document_text(feedback(check_answer(sheet), true, false), Layout{});
    CHECK_THAT(text, !ContainsSubstring("attempt"));
  }
}

TEST_CASE("field_feedback: one field, its line first", "[practice][feedback]") {
  const auto text_of = [](const std::string& sheet) {
    const CheckResult result = check_answer(sheet);
    return document_text(field_feedback(practice_exercise(), result_of(result, "open")), Layout{});
  };
  CHECK(text_of("open = 3") == "   open   ✓ right\n");
  CHECK(text_of("open = 4") == "   open   not yet\n\n   Yours is 4, expected 3.\n");
  CHECK(text_of("open = x").ends_with("\n   This does not count as an attempt.\n"));
}

TEST_CASE("feedback: mistakes that give the same answer are a list, at length and in brief",
          "[practice][feedback]") {
  CheckResult result = check_answer("scores = 2 1; 2 2\nopen = 4");
  for (FieldResult& field : result.fields)
    if (field.is_slip()) field.explanation = "Each of these:\n- One.\n- Two.";
  const std::string text = document_text(feedback(result, false), Layout{});
  CHECK_THAT(text, ContainsSubstring("\n scores\n   Each of these:\n\n   - One.\n   - Two.\n"));
  CHECK_THAT(text, ContainsSubstring("Each of these:\n          - One.\n          - Two.\n"));
}
