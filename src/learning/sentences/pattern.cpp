#include "learning/sentences/pattern.hpp"

#include <stdexcept>

namespace attn {

bool is_held_out(const Pattern& pattern) {
  return (3 * pattern.first + pattern.second + 2 * pattern.third) % 5 == 0;
}

Pattern draw_pattern(Random& random, Split split, const PatternChoices& choices) {
  // One in five is held out, so that this many tries fail only where there is nothing to find.
  constexpr int kTries = 10'000;
  for (int i = 0; i < kTries; ++i) {
    Pattern pattern;  // drawn one after another: the order of a call's arguments is not fixed
    pattern.first = random.below(choices.n_first);
    pattern.second = random.below(choices.n_second);
    pattern.third = random.below(choices.n_third);
    if (choices.are_different && pattern.first == pattern.second) continue;
    if (is_held_out(pattern) == (split == Split::held_out)) return pattern;
  }
  throw std::invalid_argument("draw_pattern: this split has no such pattern");
}

NamePair draw_names(Random& random, Split split, std::uint32_t n_fronts, std::uint32_t n_backs) {
  const Pattern pattern = draw_pattern(
      random, split,
      {.n_first = n_fronts, .n_second = n_fronts, .n_third = n_backs, .are_different = true});
  return {.one = {.front = pattern.first, .back = pattern.third},
          .other = {.front = pattern.second, .back = draw_other(random, n_backs, pattern.third)}};
}

std::uint32_t draw_other(Random& random, std::uint32_t n, std::uint32_t than) {
  if (n < 2) throw std::invalid_argument("draw_other: there is no other number");
  const std::uint32_t drawn = random.below(n - 1);
  return drawn < than ? drawn : drawn + 1;
}

bool draw_yes(Random& random, double chance) { return random.uniform() < chance; }

}  // namespace attn
