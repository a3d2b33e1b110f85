#include "cli/grade/grade.hpp"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/program/program.hpp"
#include "data/files/write_file.hpp"
#include "practice/course/course.hpp"
#include "render/text/text.hpp"
#include "sandbox/worker_pool.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

// The exercises that were named, or else those of the grading that goes on, or else those that
// somebody handed in.
std::vector<std::string> ids_to_grade(const GradeRequest& request, const std::string& course,
                                      const Classroom& classroom,
                                      const std::vector<std::string>& ids,
                                      const std::optional<JournalContent>& before) {
  if (request.exercises.empty() && before) {
    std::vector<std::string> same;
    for (const AskedExercise& exercise : before->plan.exercises) same.push_back(exercise.id);
    return same;
  }
  if (request.exercises.empty()) {
    std::vector<std::string> found = handed_in(classroom, ids);
    if (found.empty())
      throw InputError(message("{0}: no file here is named after an exercise, such as {1}.",
                               preview(request.folders.front(), 200), ids.front() + ".txt"),
                       {message("To grade an exercise that nobody handed in, name it: {}",
                                "--exercise " + ids.front())});
    return found;
  }
  const std::vector<ExerciseName> names = exercise_names(course);
  std::set<std::string> wanted;
  for (const std::string& one : request.exercises) wanted.insert(find_exercise(names, one).id);
  std::vector<std::string> in_order;
  for (const std::string& id : ids)
    if (wanted.contains(id)) in_order.push_back(id);
  return in_order;
}

// What programs are run in. Limits alone do not keep what students wrote from anything, so that
// whoever grades has to ask for them.
void require_isolation(const ExerciseSession& session, Isolation isolation) {
  const Flag& course = session.flags().course;
  if (isolation == Isolation::limits) {
    if (is_chosen_course(course.text())) return;
    throw SurroundingsError(
        message("without bubblewrap, programs are run only for a course that you name: {} FOLDER.",
                course.name()));
  }
  if (strongest_isolation() == Isolation::bubblewrap) return;
  throw SurroundingsError(
      message("programs are graded in bubblewrap. {0} With {1} they are run without it, but then "
              "they can see your files and send them elsewhere.",
              bubblewrap_trouble(), unbroken("--isolation limits")));
}

std::optional<JournalContent> journal_before(const GradeRequest& request) {
  std::error_code ignored;
  const std::string path = journal_path(request.out);
  if (!request.resumes || !fs::exists(path, ignored)) return std::nullopt;
  return read_begun_journal(path);
}

void require_same_rules(const GradeRequest& request, const JournalContent& before,
                        const GradingPlan& plan) {
  if (before.plan.rules != plan.rules || before.shard.number != request.shard.number ||
      before.shard.of != request.shard.of)
    throw InputError(
        message("{0} was graded under different rules: {1}, part {2}/{3}. Now they are: {4}, part "
                "{5}/{6}.",
                preview(request.out, 200), preview(before.plan.rules, 200), before.shard.number,
                before.shard.of, plan.rules, request.shard.number, request.shard.of),
        {translated("Grade into another folder.")});
  const bool is_choice = !request.chosen.only.empty() || !request.chosen.without.empty();
  for (const Student& student : before.plan.students)
    if (is_choice && std::none_of(plan.students.begin(), plan.students.end(),
                                  [&](const Student& one) { return one.id == student.id; }))
      throw InputError(
          message("{0} has marks for {1}, who is left out this time: they would be lost.",
                  preview(request.out, 200), preview(student.id, 80)),
          {message("Unchanged submissions are not graded again anyway, so leave out {}.",
                   "--only, --exclude")});
}

// Which exercises a class has decides about everybody's points, so that none is added later.
void remark_on_late_exercises(const std::vector<std::string>& found, const JournalContent& before) {
  std::vector<std::string> late;
  for (const std::string& id : found)
    if (std::none_of(before.plan.exercises.begin(), before.plan.exercises.end(),
                     [&](const AskedExercise& one) { return one.id == id; }))
      late.push_back(id);
  if (!late.empty())
    print_note(
        message("handed in, but not graded here, because this grading began without it: {}. "
                "To grade it, too, choose another folder for the reports.",
                listed(late)));
}

void make_out_folder(const std::string& out) {
  std::error_code error;
  fs::create_directories(out, error);
  if (error)
    throw SurroundingsError(
        message("{0} cannot be written: {1}.", out, system_reason(error.value())));
}

// The students of a part, with their marks.
Gradebook book_of(const GradingPlan& plan, const Shard& shard, std::vector<Mark> marks) {
  Gradebook book{plan, std::move(marks)};
  book.plan.students.clear();
  for (std::size_t i = 0; i < plan.students.size(); ++i)
    if (shard.has(i)) book.plan.students.push_back(plan.students[i]);
  return book;
}

void write_journal(const GradeRequest& request, const GradingPlan& plan, const Shard& shard,
                   const std::vector<Mark>& marks) {
  std::vector<const Mark*> all;
  for (const Mark& mark : marks) all.push_back(&mark);
  write_files({{journal_path(request.out), journal_text(shard, plan, all)}}, true);
}

int finish(ExerciseSession& session, const GradeRequest& request, const Gradebook& book) {
  const ReportFiles files = reports_of(book, request.formats, language_switch());
  remove_other_reports(request.out, files);
  write_reports(request.out, files);
  session.answer([&] { return graded_json(book, request.out); },
                 [&] { return VerbScreen(graded_page(book, request.out, files)); });
  if (has_failed(book)) return kWrongSurroundings;
  return request.fail_under && least_percent(book) < *request.fail_under ? kNotYet : kDone;
}

int merge_parts(ExerciseSession& session, const GradeRequest& request) {
  std::vector<std::pair<std::string, JournalContent>> parts;
  for (const std::string& folder : request.folders)
    parts.emplace_back(folder, read_journal(journal_path(folder)));
  const Gradebook book = merged_parts(parts);
  make_out_folder(request.out);
  write_journal(request, book.plan, {}, book.marks);
  return finish(session, request, book);
}

GradingWatch watch_for(GradingProgress& progress) {
  return {.done = [&progress](const Mark& mark, std::size_t n_done,
                              std::size_t n_all) { progress.show(mark, n_done, n_all); },
          .broken_off =
              [](const SubmissionName& name, bool is_given_up) {
                print_note(is_given_up
                               ? message("grading ended twice in the middle of {0}, {1}: this is "
                                         "left out for now.",
                                         preview(name.first, 80), name.second)
                               : message("grading ended in the middle of {0}, {1}; this "
                                         "is graded once more.",
                                         preview(name.first, 80), name.second));
              },
          .speak = language_switch()};
}

// A layout that does not fit is not always an error: folders of a platform look like names, too.
void remark_on_layout(const ExerciseSession& session, const GradeRequest& request,
                      const Classroom& classroom) {
  const std::vector<Student>& students = classroom.students;
  const std::string flag = session.flags().layout.name();
  if (std::any_of(students.begin(), students.end(), [](const Student& student) {
        return student.id.find("_assignsubmission_") != std::string::npos;
      }))
    print_note(message("these folders look like a download from a learning platform: try {}.",
                       flag + " moodle"));
  const bool has_others = std::any_of(students.begin(), students.end(),
                                      [](const Student& one) { return one.on_roster == false; });
  const bool has_listed = std::any_of(students.begin(), students.end(), [](const Student& one) {
    return one.on_roster == true && one.has_folder;
  });
  if (request.roster && has_others && !has_listed)
    print_note(message("nobody on the roster has files here, but others do: is {} right?", flag));
}

void remark_on_litter(const Classroom& classroom) {
  constexpr std::size_t kMostNamed = 5;
  if (classroom.passed_over.empty()) return;
  std::vector<std::string> names;
  for (const std::string& path : classroom.passed_over)
    names.push_back(preview(readable_bytes(path), 80));
  print_note(message("hidden files and those that systems leave are passed over: {0} ({1} in all).",
                     listed_first(std::move(names), kMostNamed), classroom.passed_over.size()));
}

// A teacher may have one command for all weeks, so that this is no error.
void remark_on_flags_of_programs(const ExerciseFlags& flags, const GradedExercises& graded) {
  if (std::any_of(graded.exercises.begin(), graded.exercises.end(),
                  [](const GradedExercise& one) { return one.exercise().program.has_value(); }))
    return;
  for (const Flag& flag : given_among({flags.seed, flags.isolation, flags.hidden}))
    print_note(
        message("{} is for programs, and no exercise that is graded asks for one.", flag.name()));
}

int grade_folder(ExerciseSession& session, const GradeRequest& request) {
  require_own_course(session, request);
  const std::string& course = session.folder();
  const std::string& folder = request.folders.front();
  const std::vector<ExerciseName> exercises = exercise_names(course);
  const std::vector<std::string> all_ids = ids_of(exercises);
  const Classroom classroom =
      look_round(folder, request.layout, request.roster, request.chosen, exercises);
  remark_on_litter(classroom);
  remark_on_layout(session, request, classroom);
  const std::optional<JournalContent> before = journal_before(request);
  if (before && request.exercises.empty())
    remark_on_late_exercises(handed_in(classroom, all_ids), *before);
  GradedExercises graded = read_graded_exercises(
      course, ids_to_grade(request, course, classroom, all_ids, before), request.hidden);
  MarkingRules rules{.judge = "attn " ATTN_VERSION,
                     .isolation = request.isolation.value_or(Isolation::bubblewrap),
                     .seed = request.seed};
  if (has_program(graded.exercises, classroom)) require_isolation(session, rules.isolation);
  rules.is_usual_course = is_own_course(course);
  rules.hidden = {course, data_folder(), program_folder() + "/attn",
                  folder, request.out,   request.hidden};
  const GradingPlan plan =
      grading_plan(read_course_settings(course).name, graded, classroom, rules);
  if (before) require_same_rules(request, *before, plan);
  remark_on_flags_of_programs(session.flags(), graded);
  make_out_folder(request.out);

  // Until it is said how to go on, or the reports are written; a second signal waits, too.
  const InterruptionHold hold;
  Journal journal(journal_path(request.out), request.shard, plan, before.has_value());
  ClassToGrade task{.classroom = classroom,
                    .exercises = graded.exercises,
                    .plan = plan,
                    .rules = rules,
                    .n_jobs = request.n_jobs,
                    .shard = request.shard};
  GradingProgress progress(session.layout());
  GradedClass done =
      grade_class(task, before.value_or(JournalContent{}), journal, watch_for(progress));
  progress.finish(done.n_graded);
  if (done.signal != 0) {
    print_note(translated("stopped. To go on:"));
    // In one line, however long, so that a shell takes it as it is.
    print_progress(command_line_with(session.flags().resume.name()) + "\n");
    throw Interrupted{done.signal};
  }
  write_journal(request, plan, request.shard, done.marks);
  return finish(session, request, book_of(plan, request.shard, std::move(done.marks)));
}

}  // namespace

int grade(ExerciseSession& session) {
  const GradeRequest request = read_grade_request(session);
  require_usable_out(request);
  return request.merges ? merge_parts(session, request) : grade_folder(session, request);
}

}  // namespace attn
