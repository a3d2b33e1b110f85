#include "practice/feedback/own_answers.hpp"

#include "render/text/document.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;

namespace {

std::string own_text(const std::string& sheet, std::size_t n) {
  return document_text(own_answers(check_answer(sheet).fields, n), Layout{});
}

}  // namespace

TEST_CASE("own_answers: matrices and words as they were typed", "[practice][feedback]") {
  const std::string sheet =
      "scores = 2 2; 1 2\nweights = .5000 .5000; .3775 .6225\nopen = 3\nwhy = b\n";
  const std::string text = own_text(sheet, 9);
  CHECK_THAT(text, ContainsSubstring("yours so far   open = 3   why = b\n"));
  CHECK_THAT(text, ContainsSubstring("cat ⎡   2    2 ⎤"));
  CHECK_THAT(text, ContainsSubstring("0.5000"));
  CHECK_THAT(own_text("scores = 6/3 2; 1 2", 9), ContainsSubstring("cat ⎡   2    2 ⎤"));
}

TEST_CASE("own_answers: only what counts, and the latest first", "[practice][feedback]") {
  const std::string slipped =
      "scores = 2 1; 2 2\nweights = .622 .378; .5 .5\nopen = 4\nguess = cat";
  CHECK(n_own_answers(check_answer(slipped).fields) == 1);  // the weights follow from the scores
  CHECK_THAT(own_text(slipped, 9), ContainsSubstring("0.622"));
  CHECK_THAT(own_text(slipped, 9), !ContainsSubstring("open"));
  CHECK(own_text(slipped, 0).empty());
  CHECK(own_text("open = 4", 9).empty());
  const std::string two = "scores = 2 2; 1 2\nopen = 3";
  CHECK_THAT(own_text(two, 1), ContainsSubstring("open = 3"));
  CHECK_THAT(own_text(two, 1), !ContainsSubstring("scores"));
}

TEST_CASE("beside: the matrices of both in one row", "[practice][feedback]") {
  const CheckResult result = check_answer("scores = 2 2; 1 2\nopen = 3");
  const Document given{{MatrixRow{{{.title = "Q", .value = arma::mat(1, 1)}}}}};
  const Document page = beside(given, own_answers(result.fields, 9));
  REQUIRE(page.pieces.size() == 2);
  CHECK(std::get<MatrixRow>(page.pieces[0]).matrices.size() == 2);
  CHECK(beside({}, own_answers(result.fields, 9)).pieces.size() == 2);
  CHECK(beside(given, {}).pieces.size() == 1);
}
