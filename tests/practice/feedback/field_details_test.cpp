#include "practice/feedback/feedback.hpp"
#include "render/text/document.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

std::string details_of(const std::string& sheet, const std::string& field,
                       Reveal reveal = Reveal::values) {
  Exercise exercise = practice_exercise();
  exercise.reveal = reveal;
  const CheckResult result = check_answer(sheet);
  return document_text({field_details(exercise, result_of(result, field))}, Layout{});
}

}  // namespace

TEST_CASE("field_details: the diagnosis, how much is off, and yours beside what is right",
          "[practice][field_details]") {
  const std::string text = details_of("weights = .5 .5; .269 .731", "weights");
  CHECK(
      text.starts_with("   The scores were not divided by √d_k.\n\n"
                       "   Cells that are off: 2 of 4. The worst is row 2, column 1: 0.269, "
                       "expected\n   0.3775; off by 0.11, allowed 0.0005.\n\n"));
  CHECK_THAT(text, ContainsSubstring("⎣ [0.2690]  [0.7310] ⎦    ⎣ 0.3775  0.6225 ⎦"));
}

TEST_CASE("field_details: location marks the cells and tells how far off they are",
          "[practice][field_details]") {
  const std::string text = details_of("weights = .5 .5; .3 .7", "weights", Reveal::location);
  CHECK_THAT(text, ContainsSubstring("The worst is row 2, column 1: 0.3."));
  CHECK_THAT(text,
             ContainsSubstring("It is off by\n   about 0.08. An error of 0.0005 is allowed."));
  CHECK_THAT(text, ContainsSubstring("[0.300]"));
  CHECK_THAT(text, !ContainsSubstring("0.37"));
}

TEST_CASE("field_details: one wrong cell has no worst, and cells of a mask have none",
          "[practice][field_details]") {
  CHECK_THAT(details_of("scores = 2 2; 1 3", "scores", Reveal::location),
             ContainsSubstring("right but one.\n\n   It is row 2, column 2 (sat, sat): 3."));
  CHECK_THAT(details_of("scores = 2 2; 1 3", "scores"),
             ContainsSubstring("It is row 2, column 2 (sat, sat): 3, expected 2."));
  CHECK_THAT(details_of("mask = 0 0; 1 0", "mask", Reveal::location),
             ContainsSubstring("2 of 4. The first of them is row 1, column 1: 0."));
}

TEST_CASE("field_details: without reveal there is the diagnosis, or no more than that it is wrong",
          "[practice][field_details]") {
  CHECK(details_of("weights = .5 .5; .3 .7", "weights", Reveal::none) ==
        "   This is not right yet.\n");
  CHECK(details_of("weights = .5 .5; .269 .731", "weights", Reveal::none) ==
        "   The scores were not divided by √d_k.\n");
}

TEST_CASE("field_details: a number that is off", "[practice][field_details]") {
  CHECK(details_of("open = 4", "open") == "   Yours is 4, expected 3.\n");
  CHECK(details_of("open = 4", "open", Reveal::location) ==
        "   4 is not right yet. It is too large.\n");
}

TEST_CASE("field_details: a number that is off by a fraction is shown with it",
          "[practice][field_details]") {
  const Field total{.name = "total", .kind = FieldKind::number};
  Exercise exercise = practice_exercise();
  exercise.reveal = Reveal::location;
  const auto shown = [&](double given, double truth) {
    FieldResult result{.field = &total, .verdict = FieldVerdict::wrong};
    result.given = single_cell(given);
    result.expected = single_cell(truth);
    result.comparison = compare(total, result.given, result.expected);
    return document_text({field_details(exercise, result)}, Layout{});
  };
  CHECK_THAT(shown(262144.2, 262144), ContainsSubstring(" 262144.2 is not right yet."));
  CHECK_THAT(shown(262144.000001, 262144), ContainsSubstring("262144.000001 is not right"));
  CHECK_THAT(shown(1048576.5, 262144), ContainsSubstring(" 1048576.5 is not right yet."));
  CHECK_THAT(shown(262140, 262144), ContainsSubstring(" 262140 is not right yet."));
  CHECK_THAT(shown(0, 0.5), ContainsSubstring(" 0 is not right yet."));
}

TEST_CASE("field_details: answers in words", "[practice][field_details]") {
  CHECK(details_of("why = c", "why") ==
        "   Softmax does that.\n\n"
        "   yours       c  the rows sum to 1\n"
        "   should be   b  the variance becomes 1\n");
  CHECK(details_of("why = a", "why", Reveal::location) == "   yours   a  it is faster\n");
  CHECK_THAT(details_of("strongest = sat->cat", "strongest"),
             ContainsSubstring("Right ones among them: 0 of 1."));
  CHECK_THAT(details_of("cost = n*d", "cost"), ContainsSubstring("   yours       n*d\n"));
}

TEST_CASE("field_details: a list in another order", "[practice][field_details]") {
  Field field{.name = "ranking", .kind = FieldKind::list};
  field.items = {"a", "b", "c"};
  field.count = 2;
  FieldResult result{.field = &field, .verdict = FieldVerdict::wrong};
  result.given = {{1, 0}};
  result.expected = arma::colvec{3, 2, 1};
  result.comparison = compare(field, result.given, result.expected);
  CHECK(document_text({field_details(practice_exercise(), result)}, Layout{}) ==
        "   These are the right ones, but in another order.\n\n"
        "   yours       b, a\n   should be   a, b\n");
}

TEST_CASE("field_details: another shape and what is no number", "[practice][field_details]") {
  CHECK_THAT(details_of("scores = 1 2 3; 4 5 6", "scores"),
             ContainsSubstring("   The numbers have not been looked at yet.\n"));
  CHECK_THAT(details_of("scores = nan 2; 1 2", "scores"), ContainsSubstring("not a finite number"));
  CHECK_THAT(details_of("scores = nan 2; 1 2", "scores"), !ContainsSubstring("off by"));
}

TEST_CASE("field_details: what could not be read, and where it is", "[practice][field_details]") {
  CHECK_THAT(details_of("\n\nopen = 1,5", "open"),
             ContainsSubstring("   It begins on line 3 of the file.\n"));
  CHECK(details_of("open = 3", "open").empty());
  CHECK(details_of("", "open").empty());
}

TEST_CASE("field_details: nothing typed commands the terminal", "[practice][field_details]") {
  for (const char* sheet : {"cost = \033[2Jn", "strongest = \033[2J", "why = \033c"})
    for (const char* field : {"cost", "strongest", "why"})
      CHECK_THAT(details_of(sheet, field), !ContainsSubstring("\033"));
}
