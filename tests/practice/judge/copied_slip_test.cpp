#include "practice/judge/copied_slip.hpp"

#include "support/catch.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

const Field kWeights{.name = "weights", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.01}};
const Field kMasked{.name = "masked", .kind = FieldKind::matrix, .tolerance = {.absolute = 0.01}};

FieldResult result_with(const Field& field, const arma::mat& given, const arma::mat& truth) {
  FieldResult result{.field = &field, .given = given, .expected = truth};
  result.comparison = compare(field, given, truth);
  result.verdict = result.comparison.matches() ? FieldVerdict::pass : FieldVerdict::wrong;
  return result;
}

const arma::mat kTruth{{0.6, 0.4}, {0.3, 0.7}}, kMaskedTruth{{1, 0}, {0.3, 0.7}};

}  // namespace

TEST_CASE("copied_slips: a wrong row that rightly stands in both", "[practice][judge]") {
  const FieldResult slip = result_with(kWeights, {{0.6, 0.4}, {0.2, 0.8}}, kTruth);
  CHECK(copied_slips(result_with(kMasked, {{1, 0}, {0.2, 0.8}}, kMaskedTruth), {slip}) ==
        Strings{"weights"});
}

TEST_CASE("copied_slips: other numbers, or cells that are not the same by right",
          "[practice][judge]") {
  const FieldResult slip = result_with(kWeights, {{0.5, 0.5}, {0.2, 0.8}}, kTruth);
  const FieldResult right = result_with(kWeights, kTruth, kTruth);
  CHECK(copied_slips(result_with(kMasked, {{1, 0}, {0.1, 0.9}}, kMaskedTruth), {slip}).empty());
  CHECK(copied_slips(result_with(kMasked, {{0.5, 0.5}, {0.2, 0.8}}, kMaskedTruth), {slip}).empty());
  CHECK(
      copied_slips(result_with(kMasked, {{0.6, 0.4}, {0.3, 0.7}}, kMaskedTruth), {right}).empty());
  CHECK(copied_slips(result_with(kMasked, {{0.2, 0.8}}, kMaskedTruth), {slip}).empty());
}
