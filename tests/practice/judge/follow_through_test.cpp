#include "practice/judge/follow_through.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

FieldResult result(const char* field, FieldVerdict verdict, const arma::mat& given) {
  Worksheet worksheet(practice_exercise());
  return {.field = &practice_exercise().field(field),
          .verdict = verdict,
          .given = given,
          .expected = worksheet.numbers(field)};
}

const arma::mat kSwapped{{2, 1}, {2, 2}};

}  // namespace

TEST_CASE("earlier_answers: by their verdicts, and only those that something can follow from",
          "[practice][follow_through]") {
  using enum FieldVerdict;
  const EarlierAnswers earlier = earlier_answers({
      result("scores", wrong, kSwapped),
      result("mask", accepted, {{1, 1}, {1, 0}}),
      result("weights", pass, {{0.5, 0.5}, {0.378, 0.622}}),
      result("output", wrong_shape, {{1, 2}}),
      result("strongest", wrong, arma::mat(1, 1)),
      result("guess", noted, arma::mat(1, 1)),
  });
  CHECK(earlier.wrong.size() == 1);
  CHECK(difference(std::get<arma::mat>(earlier.wrong.at("scores")), kSwapped) == "");
  CHECK(earlier.accepted.contains("mask"));
  CHECK(earlier.right.contains("weights"));
  CHECK(earlier.right.size() == 1);
}

TEST_CASE("slips_behind: the wrong ones that a field depends on, and not what followed from them",
          "[practice][follow_through]") {
  using enum FieldVerdict;
  const Worksheet worksheet(practice_exercise());
  const std::vector<FieldResult> before{
      result("scores", wrong, kSwapped),
      result("weights", follows, {{0.622, 0.378}, {0.5, 0.5}}),
      result("mask", wrong, {{0, 1}, {0, 0}}),
  };
  CHECK(slips_behind(worksheet, practice_exercise().field("output"), before) == Strings{"scores"});
  CHECK(slips_behind(worksheet, practice_exercise().field("open"), before) == Strings{"mask"});
  CHECK(slips_behind(worksheet, practice_exercise().field("why"), before).empty());
}

TEST_CASE("follows_from: as it was written, and from the mistake it showed",
          "[practice][follow_through]") {
  using enum FieldVerdict;
  const Worksheet worksheet(practice_exercise());
  std::vector<FieldResult> before{result("scores", wrong, kSwapped)};
  const Definitions wrong_ones{{"scores", kSwapped}};
  const FieldResult weights = result("weights", wrong, {{0.622, 0.378}, {0.5, 0.5}});
  CHECK(follows_from(practice_exercise(), worksheet, weights, wrong_ones, before));
  const FieldResult other = result("weights", wrong, {{0.6, 0.4}, {0.5, 0.5}});
  CHECK_FALSE(follows_from(practice_exercise(), worksheet, other, wrong_ones, before));

  before[0].given = {{2, 1.1}, {2, 2}};  // as if it had been rounded badly
  CHECK_FALSE(
      follows_from(practice_exercise(), worksheet, weights, {{"scores", before[0].given}}, before));
  before[0].alternative = "keys_and_queries_swapped";
  CHECK(
      follows_from(practice_exercise(), worksheet, weights, {{"scores", before[0].given}}, before));
}

TEST_CASE("match_with_rounded: what was rounded and gone on from", "[practice][follow_through]") {
  using enum FieldVerdict;
  const Worksheet worksheet(practice_exercise());
  const std::vector<FieldResult> before{result("weights", pass, {{0.5, 0.5}, {0.378, 0.622}})};
  // 0.622 · 4 = 2.488
  CHECK(match_with_rounded(worksheet, result("output", wrong, {{1, 2}, {0.756, 2.488}}), before));
  CHECK_FALSE(
      match_with_rounded(worksheet, result("output", wrong, {{1, 2}, {0.756, 2.6}}), before));
}
