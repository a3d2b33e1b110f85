#include "cli/exercise/exercise_flags.hpp"

#include "base/message.hpp"

namespace attn {

void ExerciseFlags::add_to(FlagTable& table) {
  const FlagGroup which(table, translated("Which exercise"));
  which.words(
      "VERB", words,
      translated("What to do, with which exercise (its number, its id or the beginning of "
                 "it) and which file; without any: goes on where you stopped, and in a pipe says "
                 "where you are"));
  which.value(variant, "N",
              translated("The same exercise with other numbers; 0 has the original ones"));
  which.value(course, "FOLDER",
              translated("Other exercises than those that come with attn (or ATTN_COURSE, or where "
                         "you are: a folder with exercises/course.toml, or one within it)"));
  const FlagGroup some(table, translated("Of some verbs"));
  some.values(set, "NAME=VALUE", translated("check: one answer of its own; may be repeated"));
  some.value(
      run, "CMD",
      translated("check: how a program is run that is in another language: \"node {file}\""));
  some.value(one_case, "CASE", translated("check: one check of a program, or one of its cases"));
  some.flag(request, translated("check: print what a program reads in that case, and run nothing"));
  some.value(isolation, "LEVEL",
             translated("check: what a program is kept in: bubblewrap (where it works), limits"));
  some.flag(all,
            translated("hint: every hint at once; check and watch: the details of every mistake"));
  some.flag(give_up, translated("solution: also before the exercise is passed"));
  some.flag(force, translated("start: replace the file that is there"));
  some.value(seed, "N", translated("simulate: which numbers are drawn (1)"));
  some.flag(
      show_mistakes,
      translated("lint: each mistake with an answer that shows it, and what the learner reads"));
  some.flag(watch, translated("lint: again whenever a file of the course is saved"));
  screen.add_screen_flags(FlagGroup(table, translated("Screen")));
  FlagGroup(table, translated("For other programs"))
      .flag(json, translated("One JSON document, whatever the verb"));
}

}  // namespace attn
