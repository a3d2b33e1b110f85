#include <algorithm>
#include <memory>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/commands.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/exercise/session.hpp"
#include "cli/exercise/sitting.hpp"
#include "cli/exercise/verbs.hpp"

namespace attn {

namespace {

const ExerciseVerb* verb_named(const std::string& typed) {
  for (const ExerciseVerb& verb : exercise_verbs())
    if (typed == verb.name) return &verb;
  return nullptr;
}

std::string usage_of(const ExerciseVerb& verb) {
  return std::string(verb.name) + (*verb.arguments ? " " : "") + verb.arguments;
}

bool takes(const ExerciseVerb& verb, const Flag& flag) {
  return std::find(verb.flags.begin(), verb.flags.end(), flag.name()) != verb.flags.end();
}

// A flag that would change nothing was given by mistake. What every verb takes is listed here, so
// that any other flag belongs to the verbs that list it, or to none.
void refuse_flags_of_others(const ExerciseFlags& flags, const ExerciseVerb* verb) {
  Flags of_all = flags_of<ScreenFlags>(flags.screen, &ScreenFlags::add_screen_flags);
  of_all.insert(of_all.end(), {flags.course, flags.json});
  for (const Flag& flag : unread(flags_of(flags), of_all)) {
    if (verb && takes(*verb, flag)) continue;
    std::vector<std::string> owners;
    for (const ExerciseVerb& other : exercise_verbs())
      if (takes(other, flag)) owners.emplace_back(other.name);
    if (!verb) throw InputError(message("{} belongs to: {}.", flag.name(), listed(owners)));
    throw InputError(message("{0} belongs to: {1}. It does nothing for {2}.", flag.name(),
                             listed(owners), verb->name));
  }
  refuse_conflicts_of(flags);
}

// The command with the next open exercise, for a verb with which one begins; "" where there is
// none.
std::string next_one(const ExerciseFlags& flags, const ExerciseVerb& verb) {
  const bool begins = verb.run == show_exercise || verb.run == start_exercise ||
                      verb.run == check_exercise || verb.run == show_hint;
  if (!begins) return "";
  try {
    ExerciseSession session(flags);
    const Exercise* const next = session.standing().next();
    return next ? session.command(std::string(verb.name) + " " + next->id) : "";
  } catch (const std::runtime_error&) {
    return "";  // what was typed is to be told, whatever else is wrong
  }
}

void require_words(const ExerciseFlags& flags, const ExerciseVerb& verb) {
  const std::size_t n = flags.words.size() - 1;
  if (n >= verb.least && n <= verb.most) return;
  const std::vector<std::string> usage{message("usage: attn exercise {}", usage_of(verb))};
  if (n > verb.most)
    throw InputError(message("{} takes no further word, but {} was given.", verb.name,
                             preview(flags.words[verb.most + 1])),
                     usage);
  if (verb.run == new_exercise)
    throw InputError(translated("new needs a folder for the course, and an id for the exercise."),
                     usage);
  if (verb.run == grade) throw InputError(translated("grade needs to know which folder."), usage);
  if (n == 0) {
    std::vector<std::string> hints = usage;
    if (const std::string next = next_one(flags, verb); !next.empty())
      hints.push_back(message("The next open one: {}", next));
    throw InputError(message("{} needs to know which exercise.", verb.name), hints);
  }
  throw InputError(message("{} needs to know which file.", verb.name), usage);
}

// "attn exercise 3" shows an exercise. Any other word was probably a mistyped verb or exercise.
void take_exercise_for_show(ExerciseFlags& flags) {
  const ExerciseSession session(flags);
  const std::string word = flags.words.front();
  const std::vector<ExerciseName> names = exercise_names(session.folder());
  try {
    find_exercise(names, word);
  } catch (const InputError&) {
    std::vector<std::string> known;
    for (const ExerciseVerb& verb : exercise_verbs()) known.emplace_back(verb.name);
    for (const ExerciseName& name : names) {
      if (name.id.starts_with(word)) throw;  // several ids begin with it, and the error lists them
      known.push_back(name.id);
    }
    const std::string meant = nearest(word, known);
    const std::string what = message("there is no verb and no exercise {}.", preview(word));
    if (!meant.empty()) throw InputError(what, {message("Did you mean {}?", meant)});
    throw InputError(what, {message("The verbs: {}", "attn exercise --help"),
                            message("The exercises: {}", session.command("list"))});
  }
  const ExerciseVerb* const verb = flags.words.size() > 1 ? verb_named(flags.words[1]) : nullptr;
  if (verb && verb->most > 0)
    throw InputError(
        message("the verb comes first: {}", session.command(flags.words[1] + " " + preview(word))));
  flags.words.insert(flags.words.begin(), "show");
}

// A program says by its name which exercise it is for: "program-keywords.py". "" for other files.
std::string exercise_of_program(const std::vector<ExerciseName>& names, const std::string& file) {
  const std::filesystem::path path = file;
  if (path.extension() == ".txt") return "";
  for (const ExerciseName& name : names)
    if (path.stem() == name.id) return name.id;
  return "";
}

// "check answer.txt": the file says which exercise it answers.
void take_exercise_from_file(ExerciseFlags& flags) {
  const ExerciseSession session(flags);
  const std::string word = flags.words.at(1);
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(word, ignored)) return;
  const std::vector<ExerciseName> names = exercise_names(session.folder());
  try {
    find_exercise(names, word);
    return;  // an exercise goes before a file
  } catch (const InputError&) {
  }
  if (const std::string id = exercise_of_program(names, word); !id.empty()) {
    flags.words.insert(flags.words.begin() + 1, id);
    return;
  }
  const AnswerSheet sheet = read_answer_sheet(answer_bytes(word), word);
  if (!sheet.exercise)
    throw InputError(
        message("{} does not say which exercise it answers.", preview(word)),
        {translated("Write \"exercise = ID\" into its first line, or name the exercise:"),
         message("try   {}", session.command(flags.words.front() + " ID " + shell_word(word)))});
  flags.words.insert(flags.words.begin() + 1, *sheet.exercise);
}

int exercise(ExerciseFlags& flags) {
  if (flags.words.empty()) {
    refuse_flags_of_others(flags, nullptr);
    ExerciseSession session(flags);
    return is_interactive(session) ? sit_down(session) : show_where(session);
  }
  if (!verb_named(flags.words.front())) take_exercise_for_show(flags);
  const ExerciseVerb& verb = *verb_named(flags.words.front());
  if (verb.takes_answer_file && flags.words.size() == 2) take_exercise_from_file(flags);
  require_words(flags, verb);
  refuse_flags_of_others(flags, &verb);
  ExerciseSession session(flags);
  return verb.run(session);
}

}  // namespace

const std::vector<ExerciseVerb>& exercise_verbs() {
  static const std::vector<ExerciseVerb> verbs{
      {"list", "", translated("all exercises, and how far you are"), 0, 0, {}, list_exercises},
      {"show", "ID", translated("what an exercise asks"), 1, 1, {"--variant"}, show_exercise},
      {"continue",
       "[ID]",
       translated("answer question by question, from where you left off"),
       0,
       1,
       {"--variant"},
       continue_exercise},
      {"next", "", translated("what the next open exercise asks"), 0, 0, {"--variant"}, show_next},
      {"start",
       "ID [FILE]",
       translated("write a file to put your answers in"),
       1,
       2,
       {"--variant", "--force"},
       start_exercise},
      {"check",
       "[ID] [FILE]",
       translated("judge a file, - or --set; without, what was typed"),
       1,
       2,
       {"--variant", "--set", "--all", "--run", "--case", "--request", "--isolation"},
       check_exercise,
       true},
      {"watch",
       "[ID] [FILE]",
       translated("judge the file whenever it is saved"),
       0,
       2,
       {"--variant", "--all", "--run", "--isolation"},
       watch_exercise,
       true},
      {"hint", "ID", translated("the next hint"), 1, 1, {"--variant", "--all"}, show_hint},
      {"solution",
       "ID",
       translated("the worked solution, once the exercise is passed"),
       1,
       1,
       {"--variant", "--give-up"},
       show_solution},
      {"progress", "", translated("what you have done"), 0, 0, {}, show_progress},
      {"skip", "ID", translated("leave an exercise out for now"), 1, 1, {}, skip_exercise},
      {"reset",
       "ID [FILE]",
       translated("begin anew; what the file held is kept"),
       1,
       2,
       {"--variant"},
       reset_exercise},
      {"simulate",
       "ID",
       translated("tabulate random draws, in exercises that offer it"),
       1,
       1,
       {"--seed"},
       simulate},
      {"print",
       "ID...",
       translated("for teachers: worksheets to print, and their answers"),
       1,
       SIZE_MAX,
       {"--output", "--variant", "--variants", "--roster", "--roster-column", "--answers",
        "--force"},
       print_handout},
      {"grade",
       "FOLDER",
       translated("for teachers: mark what a class handed in"),
       1,
       SIZE_MAX,
       {"--out", "--exercise", "--roster", "--roster-column", "--layout", "--only", "--exclude",
        "--hidden", "--seed", "--isolation", "--jobs", "--resume", "--format", "--fail-under",
        "--shard", "--merge"},
       grade},
      {"new",
       "FOLDER ID",
       translated("for authors: write an exercise to change"),
       2,
       2,
       {},
       new_exercise},
      {"lint",
       "[FOLDER [ID]]",
       translated("for authors: prove that the exercises are sound"),
       0,
       2,
       {"--show-mistakes", "--watch"},
       lint_course},
      {"doctor", "", translated("what attn exercise finds here"), 0, 0, {}, examine_surroundings},
  };
  return verbs;
}

std::vector<OptionEntry> exercise_verb_entries() {
  std::vector<OptionEntry> entries;
  for (const ExerciseVerb& verb : exercise_verbs())
    entries.push_back({.name = usage_of(verb), .description = verb.does});
  return entries;
}

Action add_exercise(FlagTable& table) {
  const auto flags = std::make_shared<ExerciseFlags>();
  flags->add_to(table);
  return [flags] { return exercise(*flags); };
}

void ExerciseFlags::add_printing_flags(FlagTable& table) {
  const FlagGroup of_paper(table, translated("Of print"));
  of_paper.value(output, "FILE", translated("The page to print from a browser (.html)"));
  of_paper.value(variants, "LIST",
                 translated("A copy for each of these variants: \"1:30\", \"1,4,7\""),
                 {.excludes = {"--variant", "--roster"}});
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
                            "called, where it is not \"student\""),
                 {.needs = {"--roster"}});
  of_class.value(layout, "PATTERN",
                 translated("Where their files lie: folders, moodle, canvas, or a pattern such as "
                            "\"{student}/{exercise}\""));
  of_class.values(only, "STUDENT", translated("Grade these students"), {.excludes = {"--exclude"}});
  of_class.values(exclude, "STUDENT", translated("Grade all students but these"));
  of_class.value(hidden, "FOLDER",
                 translated("Further checks of programs, which students do not know: ID.toml"));
  of_class.value(jobs, "N", translated("How many submissions are graded side by side"));
  of_class.flag(resume, translated("Go on in --out, and grade what is new or has changed"));
  of_class.values(format, "FORMS", translated("csv, excel, json, junit, gradescope, md (csv,md)"));
  of_class.value(fail_under, "PERCENT", translated("End with exit code 1 if a student has less"));
  of_class.value(shard, "I/N", translated("Grade one of N parts of the class"));
  of_class.flag(
      merge, translated("Put parts together: the words are their --out folders"),
      {.excludes = {"--exercise", "--roster", "--roster-column", "--layout", "--only", "--exclude",
                    "--hidden", "--seed", "--isolation", "--jobs", "--resume", "--shard"}});
}

void ExerciseFlags::add_to(FlagTable& table) {
  const FlagGroup which(table, translated("Which exercise"));
  which.words(
      "VERB", words,
      translated("What to do, with which exercise (its number, its id or the beginning of "
                 "it) and which file; without any: goes on where you stopped, and in a pipe says "
                 "where you are"));
  which.value(variant, "N",
              translated("The same exercise with other numbers; 0 has the original ones"),
              {.excludes = {"--roster"}});
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
