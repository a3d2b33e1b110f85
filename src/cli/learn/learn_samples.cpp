#include "cli/learn/learn_samples.hpp"

#include <algorithm>
#include <array>

#include "learning/text/text.hpp"

namespace attn {
namespace {

constexpr std::array<std::uint64_t, 5> kPercents{0, 10, 25, 50, 100};
constexpr std::size_t kLongestInWords = 16, kLongestInCharacters = 60;
constexpr std::uint64_t kTextsOfStep = 3;

bool is_due(std::uint64_t step, std::uint64_t n_steps) {
  constexpr std::uint64_t kWhole = 100;
  return std::any_of(kPercents.begin(), kPercents.end(),
                     [&](std::uint64_t percent) { return step == n_steps * percent / kWhole; });
}

}  // namespace

void LearnSamples::take(Training& training, Workers& workers) {
  const LearnSettings& settings = training.task().settings();
  const std::uint64_t step = training.n_steps();
  if (!is_due(step, settings.n_steps)) return;
  if (!texts_.empty() && texts_.back().step == step) return;
  const bool has_words = corpus_.unit == TextUnit::words && corpus_.has_spaces;
  const std::size_t longest =
      std::min(settings.n_tokens, has_words ? kLongestInWords : kLongestInCharacters);
  // The same dice at every step, so that texts differ by what was learned alone.
  for (std::uint64_t i = 0; i < kTextsOfStep; ++i)
    texts_.push_back(
        {step, text_of(corpus_, sampled_text(training.model(), workers, {}, longest, temperature_,
                                             kTextsOfStep * settings.seed + i))});
}

}  // namespace attn
