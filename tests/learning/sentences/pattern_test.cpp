#include "learning/sentences/pattern.hpp"

#include <map>
#include <set>
#include <stdexcept>
#include <tuple>

#include "support/catch.hpp"

using namespace attn;

namespace {

std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> drawn_patterns(
    Split split, const PatternChoices& choices, int n_draws) {
  Random random(3);
  std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> drawn;
  for (int i = 0; i < n_draws; ++i) {
    const Pattern pattern = draw_pattern(random, split, choices);
    drawn.insert({pattern.first, pattern.second, pattern.third});
  }
  return drawn;
}

}  // namespace

TEST_CASE("is_held_out: one pattern in five, by a rule that can be worked by hand",
          "[learning][pattern]") {
  CHECK(is_held_out({0, 0, 0}));
  CHECK(is_held_out({1, 2, 0}));        // 3 + 2
  CHECK(is_held_out({2, 0, 2}));        // 6 + 4
  CHECK_FALSE(is_held_out({1, 0, 0}));  // 3
  CHECK_FALSE(is_held_out({3, 1, 2}));  // 9 + 1 + 4 = 14
  int n_held_out = 0;
  for (std::uint32_t i = 0; i < 1000; ++i)
    n_held_out += is_held_out({i / 100, i / 10 % 10, i % 10});
  CHECK(n_held_out == 200);
}

TEST_CASE("draw_pattern: the splits share no pattern and leave none out", "[learning][pattern]") {
  const PatternChoices choices{.n_first = 4, .n_second = 4, .n_third = 3, .are_different = true};
  const auto training = drawn_patterns(Split::training, choices, 2000);
  const auto held_out = drawn_patterns(Split::held_out, choices, 2000);
  CHECK(training.size() + held_out.size() == 4 * 3 * 3);
  for (const auto& [first, second, third] : training) {
    CHECK(first != second);
    CHECK_FALSE(is_held_out({first, second, third}));
  }
  for (const auto& [first, second, third] : held_out) CHECK(is_held_out({first, second, third}));
}

TEST_CASE("draw_pattern: words of different tables may stand in the same row",
          "[learning][pattern]") {
  const auto drawn =
      drawn_patterns(Split::training, {.n_first = 3, .n_second = 3, .n_third = 1}, 500);
  CHECK(drawn.contains({1, 1, 0}));
}

TEST_CASE("draw_pattern: a split without patterns is refused", "[learning][pattern]") {
  Random random(1);
  // The only pattern is 0 0 0, which is held out.
  CHECK_THROWS_AS(draw_pattern(random, Split::training, {}), std::invalid_argument);
  CHECK_NOTHROW(draw_pattern(random, Split::held_out, {}));
}

TEST_CASE("draw_names: two people who share no half of a name", "[learning][pattern]") {
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const NamePair pair = draw_names(random, Split::held_out, 5, 4);
    CHECK(pair.one.front != pair.other.front);
    CHECK(pair.one.back != pair.other.back);
    CHECK(is_held_out({pair.one.front, pair.other.front, pair.one.back}));
    CHECK(pair.other.back < 4);
  }
}

TEST_CASE("draw_other: every number but one, about equally often", "[learning][pattern]") {
  Random random(6);
  std::map<std::uint32_t, int> n_drawn;
  for (int i = 0; i < 3000; ++i) ++n_drawn[draw_other(random, 4, 2)];
  CHECK(n_drawn.size() == 3);
  CHECK_FALSE(n_drawn.contains(2));
  for (const auto& [number, n] : n_drawn) {
    CHECK(number < 4);
    CHECK(n == Approx(1000).margin(130));  // five standard deviations of √(3000 · ⅓ · ⅔)
  }
  CHECK_THROWS_AS(draw_other(random, 1, 0), std::invalid_argument);
}

TEST_CASE("draw_yes: as often as its chance", "[learning][pattern]") {
  Random random(7);
  int n_yes = 0;
  for (int i = 0; i < 10'000; ++i) n_yes += draw_yes(random, 0.7);
  CHECK(n_yes == Approx(7000).margin(230));  // five standard deviations
  CHECK_FALSE(draw_yes(random, 0.0));
  CHECK(draw_yes(random, 1.0));
}
