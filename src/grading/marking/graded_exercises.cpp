#include "grading/marking/graded_exercises.hpp"

#include <algorithm>
#include <filesystem>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "grading/classroom/folder_beneath.hpp"
#include "grading/marking/fingerprint.hpp"
#include "grading/marking/marked_items.hpp"
#include "practice/course/course.hpp"
#include "practice/program/program.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

// What decides about the marks of an exercise, as one text: its tables, not its pages and
// templates.
std::string text_of_exercise(const std::string& folder) {
  constexpr unsigned kDeepest = 3;
  constexpr std::size_t kMostFiles = 1000;
  bool is_cut = false;
  std::string all;
  for (const FoundEntry& entry : entries_below(folder, "", kDeepest, kMostFiles, is_cut))
    if (entry.kind != FoundKind::folder && entry.path.ends_with(".toml"))
      all += entry.path + '\0' +
             fingerprint_text(file_bytes(folder + "/" + entry.path, kManifestLimit));
  return all;
}

std::string hidden_file(const std::string& folder, const std::string& id) {
  return (fs::path(folder) / (id + ".toml")).string();
}

// A file for no exercise of the course was put there by mistake.
void require_all_known(const std::string& hidden, const std::string& course) {
  std::vector<std::string> ids;
  for (const ExerciseName& name : exercise_names(course)) ids.push_back(name.id);
  bool is_cut = false;
  constexpr std::size_t kMostFiles = 10000;
  for (const FoundEntry& entry : entries_below(hidden, "", 1, kMostFiles, is_cut)) {
    if (!entry.path.ends_with(".toml")) continue;
    const std::string id = entry.path.substr(0, entry.path.size() - 5);
    if (std::find(ids.begin(), ids.end(), id) == ids.end())
      throw InputError(message("{0}: the course has no exercise {1}.",
                               preview(hidden + "/" + entry.path, 200), preview(id)));
  }
}

// A case that cannot be computed is the fault of whoever wrote it, and no student's.
void require_sound_checks(const Exercise& exercise, std::uint64_t seed, const std::string& file) {
  for (const ProgramCheck& check : exercise.program->checks)
    for (std::size_t number = 1; check.is_hidden && number <= check.cases.size(); ++number) try {
        const Worksheet numbers = numbers_of_case(exercise, check, number, seed);
        for (const Field& field : exercise.fields) numbers.numbers(field.name);
      } catch (const InputError& error) {
        throw InputError(message("{0}: line {1}: {2}", preview(file, 200), check.place.line,
                                 fmt::format("{}.{}: {}", check.name, number, error.what())));
      }
}

GradedExercise read_one(const std::string& course, const std::string& id, const std::string& hidden,
                        std::string& text) {
  Exercise exercise = read_exercise(course, id);
  const ExerciseName name = find_exercise(exercise_names(course), id);
  text += text_of_exercise((fs::path(course) / "exercises" / name.folder).string());
  const std::string file = hidden_file(hidden, id);
  std::error_code ignored;
  if (hidden.empty() || !fs::exists(file, ignored)) return GradedExercise(std::move(exercise));
  if (!exercise.program)
    throw InputError(message("{0}: only programs have checks, and exercise {1} asks for answers.",
                             preview(file, 200), exercise.number));
  const std::string toml = file_bytes(file, kManifestLimit);
  text += toml;
  const auto seed = add_hidden_checks(toml, file, exercise.languages, exercise);
  require_sound_checks(exercise, seed.value_or(0), file);
  return GradedExercise(std::move(exercise), seed);
}

}  // namespace

GradedExercises read_graded_exercises(const std::string& course,
                                      const std::vector<std::string>& ids,
                                      const std::string& hidden) {
  if (!hidden.empty()) require_all_known(hidden, course);
  GradedExercises graded;
  std::string text;
  for (const std::string& id : ids) graded.exercises.push_back(read_one(course, id, hidden, text));
  graded.fingerprint = fingerprint_text(text);
  return graded;
}

GradingPlan grading_plan(const std::string& course_name, const GradedExercises& graded,
                         const Classroom& classroom, const MarkingRules& rules) {
  GradingPlan plan{.course = course_name};
  // In the words of the command line: they are compared, and shown in every language.
  plan.rules = fmt::format("{}, exercises={}, --isolation {}{}", rules.judge, graded.fingerprint,
                           name_in(kIsolations, rules.isolation),
                           rules.seed ? fmt::format(", --seed {}", *rules.seed) : "");
  plan.students = classroom.students;
  for (const GradedExercise& one : graded.exercises)
    plan.exercises.push_back(asked_exercise(one.exercise()));
  plan.not_looked_at = classroom.not_looked_at;
  return plan;
}

bool has_program(const std::vector<GradedExercise>& exercises, const Classroom& classroom) {
  return std::any_of(exercises.begin(), exercises.end(), [&](const GradedExercise& graded) {
    if (!graded.exercise().program) return false;
    return std::any_of(classroom.desks.begin(), classroom.desks.end(), [&](const DeskFiles& desk) {
      return !chosen_file(graded.exercise(), desk.files, desk.answers_to).path.empty();
    });
  });
}

}  // namespace attn
