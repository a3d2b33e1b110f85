#include "cli/exercise/flags.hpp"

#include "base/message.hpp"

namespace attn {

void ExerciseFlags::add_to(CLI::App& app) {
  const FlagGroup which(app, translated("Which exercise"));
  which.words("VERB", words,
              translated("What to do, with which exercise (its number, its id or the beginning of "
                         "it) and which file; without any: where you are"));
  which.value("--variant", variant, "N",
              translated("The same exercise with other numbers; 0 has the original ones"));
  which.value("--course", course, "FOLDER",
              translated("Other exercises than those that come with attn (or ATTN_COURSE)"));
  const FlagGroup some(app, translated("Of some verbs"));
  some.values("--set", set, "NAME=VALUE",
              translated("check: one answer of its own; may be repeated"));
  some.flag("--all", all,
            translated("hint: every hint at once; check and watch: the details of every mistake"));
  some.flag("--give-up", give_up, translated("solution: also before the exercise is passed"));
  some.flag("--force", force, translated("start: replace the file that is there"));
  some.value("--seed", seed, "N", translated("simulate: which numbers are drawn (1)"));
  screen.add_screen_flags(FlagGroup(app, translated("Screen")));
  FlagGroup(app, translated("For other programs"))
      .flag("--json", json, translated("One JSON document, whatever the verb"));
}

std::vector<GivenFlag> ExerciseFlags::of_some_verbs() const {
  return {{"--variant", given(variant)}, {"--set", !set.empty()}, {"--all", all},
          {"--give-up", give_up},        {"--force", force},      {"--seed", given(seed)}};
}

}  // namespace attn
