#include "mechanisms/mask/mask_stages.hpp"

#include <limits>

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

namespace {

const Axis kQuery{"query", {"a", "b", "c"}};
const Axis kKey{"key", {"a", "b", "c"}};

Stage mask_of(const MaskPattern& pattern) {
  const std::vector<Restriction> restrictions = restrictions_of(pattern, 3, 3);
  return mask_stage(restrictions, pattern, blocked_cells(restrictions, pattern.join), kQuery, kKey);
}

// What each restriction of a pattern means where it blocks.
std::string meanings(const MaskPattern& pattern) {
  std::string text;
  for (const Restriction& restriction : restrictions_of(pattern, 3, 3))
    text += meaning_of(restriction, pattern) + "; ";
  return text;
}

}  // namespace

TEST_CASE("meaning_of: a few words for each restriction", "[mechanisms][mask_stages]") {
  CHECK(meanings({.causal = true,
                  .padded_keys = {0},
                  .documents = Documents{{0, 0, 1}, {0, 0, 1}},
                  .window = 2,
                  .half = HalfReading::literal,
                  .given = Mask(3, 3, arma::fill::ones)}) ==
        "the future; padding; another document; outside the window of 2; the second half; the mask "
        "given; ");
  CHECK(meanings({.n_prefix = 2}) == "the future, behind the prefix of 2; ");
}

TEST_CASE("restriction_stage: bears the name of its restriction", "[mechanisms][mask_stages]") {
  const MaskPattern pattern{.window = 1};
  const Restriction window = restrictions_of(pattern, 3, 3).front();
  const Stage stage = restriction_stage(window, pattern, kQuery, kKey);
  CHECK(stage.id == "window");
  CHECK(stage.formula == "|i − j| < 1");
  CHECK(difference(stage.value, arma::eye(3, 3)) == "");
  CHECK(stage.blocked(0, 1) == 'w');
  CHECK(stage.blocked(1, 1) == 0);
}

TEST_CASE("mask_stage: a prefix and causal are one reason", "[mechanisms][mask_stages]") {
  const Stage mask = mask_of({.n_prefix = 1, .half = HalfReading::causal});
  CHECK(std::get<Permission>(mask.rule).reasons.size() == 1);
}

TEST_CASE("mask_stage: padding is not only a matter of attention", "[mechanisms][mask_stages]") {
  CHECK(mask_of({.padded_keys = {2}}).detail.find("a mean over all positions") !=
        std::string::npos);
  CHECK(mask_of({.causal = true}).detail.find("a mean over all positions") == std::string::npos);
}

TEST_CASE("additive_stage: zero where open, minus infinity where not",
          "[mechanisms][mask_stages]") {
  const Stage additive = additive_stage(mask_of({.causal = true}));
  CHECK(difference(additive.value, {{0, -kInfinity, -kInfinity}, {0, 0, -kInfinity}, {0, 0, 0}}) ==
        "");
  CHECK(additive.blocked(0, 1) == 'c');
}

TEST_CASE("equal_weights_stage: made from the additive mask", "[mechanisms][mask_stages]") {
  const Stage weights = equal_weights_stage(mask_of({.causal = true}));
  CHECK(weights.id == "weights");
  CHECK(std::get<Softmax>(weights.rule).of == "additive");
  CHECK(weights.value.is_empty());
}
