#include "cli/exercise/exercise_flags.hpp"

#include "base/message.hpp"

namespace attn {

void ExerciseFlags::add_printing_flags(FlagTable& table) {
  const FlagGroup of_paper(table, translated("Of print"));
  of_paper.value(output, "FILE", translated("The page to print from a browser (.html)"));
  of_paper.value(variants, "LIST",
                 translated("A copy for each of these variants: \"1:30\", \"1,4,7\""));
  of_paper.value(answers, "FILE",
                 translated("The answers, for the teacher, on a page of their own"));
}

void ExerciseFlags::add_grading_flags(FlagTable& table) {
  const FlagGroup of_class(table, translated("Of grade"));
  of_class.value(out, "FOLDER", translated("Where marks and reports go: new or empty"));
  of_class.values(exercise, "ID", translated("Grade this exercise (all that anybody handed in)"));
  of_class.value(
      roster, "FILE",
      translated("The students, as CSV with the columns student,name,lang,variant; print: "
                 "a copy for each of them"));
  of_class.value(roster_column, "NAME",
                 translated("The column of --roster that holds what the students' folders are "
                            "called, where it is not \"student\""));
  of_class.value(layout, "PATTERN",
                 translated("Where their files lie: folders, moodle, canvas, or a pattern such as "
                            "\"{student}/{exercise}\""));
  of_class.values(only, "STUDENT", translated("Grade these students"));
  of_class.values(exclude, "STUDENT", translated("Grade all students but these"));
  of_class.value(hidden, "FOLDER",
                 translated("Further checks of programs, which students do not know: ID.toml"));
  of_class.value(jobs, "N", translated("How many submissions are graded side by side"));
  of_class.flag(resume, translated("Go on in --out, and grade what is new or has changed"));
  of_class.values(format, "FORMS", translated("csv, excel, json, junit, gradescope, md (csv,md)"));
  of_class.value(fail_under, "PERCENT", translated("End with exit code 1 if a student has less"));
  of_class.value(shard, "I/N", translated("Grade one of N parts of the class"));
  of_class.flag(merge, translated("Put parts together: the words are their --out folders"));
}

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
             translated("check, grade: what a program is kept in: bubblewrap (where it works), "
                        "limits"));
  some.flag(all,
            translated("hint: every hint at once; check and watch: the details of every mistake"));
  some.flag(give_up, translated("solution: also before the exercise is passed"));
  some.flag(force, translated("start, print: replace the file that is there"));
  some.value(seed, "N",
             translated("simulate: which numbers are drawn (1); grade: those of the requests to "
                        "programs (others for each program)"));
  some.flag(
      show_mistakes,
      translated("lint: each mistake with an answer that shows it, and what the learner reads"));
  some.flag(watch, translated("lint: again whenever a file of the course is saved"));
  add_printing_flags(table);
  add_grading_flags(table);
  screen.add_screen_flags(FlagGroup(table, translated("Screen")));
  FlagGroup(table, translated("For other programs"))
      .flag(json, translated("One JSON document, whatever the verb"));
}

}  // namespace attn
