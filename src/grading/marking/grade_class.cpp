#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "grading/marking/mark_parts.hpp"
#include "grading/marking/marking.hpp"
#include "practice/course/course.hpp"
#include "render/text/document.hpp"
#include "sandbox/worker_pool.hpp"

namespace attn {

namespace {

/// One submission that is to be marked.
struct Submitted {
  std::size_t student = 0, exercise = 0;  // places in the plan
  HandedInFile handed_in{};
};

// Files of a student that belong to no other exercise than the one that nothing was handed in for.
std::vector<std::string> other_files(const DeskFiles& desk, const std::vector<std::string>& ids,
                                     const std::string& missing) {
  const auto is_of_another = [&](const std::string& id) {
    return id != missing && std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  std::vector<std::string> others;
  for (std::size_t i = 0; i < desk.files.size(); ++i) {
    if (desk.files[i].kind == FoundKind::folder) continue;
    const std::string by_name = exercise_of_file(desk.files[i].file, ids);
    if (!is_of_another(by_name.empty() ? desk.answers_to[i] : by_name))
      others.push_back(desk.files[i].file);
  }
  for (const std::string& file : desk.unseen) {
    std::string without_dot = file;
    if (const std::size_t name = file.rfind('/') + 1; file[name] == '.') without_dot.erase(name, 1);
    if (!is_of_another(exercise_of_file(without_dot, ids))) others.push_back(file);
  }
  return others;
}

/// The work on a class.
class Grading {
 public:
  Grading(ClassToGrade& task, const JournalContent& before, Journal& journal,
          const GradingWatch& watch)
      : task_(task), before_(before), journal_(journal), watch_(watch), pool_(task.n_jobs) {}

  GradedClass run() {
    hand_out();
    std::size_t next = 0;
    while ((next < open_.size() || !pool_.is_idle()) && !is_interrupted()) {
      while (next < open_.size() && pool_.has_room() && may_begin(next)) begin(next++);
      if (const auto result = pool_.next()) take(*result);
    }
    GradedClass graded;
    graded.n_graded = n_graded_;
    graded.signal = leave_what_runs();
    for (std::optional<Mark>& mark : marks_)
      if (mark) graded.marks.push_back(std::move(*mark));
    return graded;
  }

 private:
  SubmissionName name_of(const Submitted& submitted) const {
    return {task_.plan.students[submitted.student].id, task_.plan.exercises[submitted.exercise].id};
  }

  const Student& student_of(const Submitted& submitted) const {
    return task_.plan.students[submitted.student];
  }

  std::size_t place_of(const Submitted& submitted) const {
    return submitted.student * task_.plan.exercises.size() + submitted.exercise;
  }

  // What is missing, was given up, or is marked already needs no process.
  void hand_out() {
    const std::size_t n_exercises = task_.plan.exercises.size();
    marks_.resize(task_.plan.students.size() * n_exercises);
    std::vector<std::string> ids;
    for (const AskedExercise& exercise : task_.plan.exercises) ids.push_back(exercise.id);
    for (std::size_t student = 0; student < task_.plan.students.size(); ++student) {
      if (!task_.shard.has(student)) continue;
      const DeskFiles& desk = task_.classroom.desks[student];
      watch_.speak(task_.plan.students[student].language);
      for (std::size_t exercise = 0; exercise < n_exercises; ++exercise) {
        HandedInFile handed_in{
            task_.classroom.folder,
            chosen_file(task_.exercises[exercise].exercise(), desk.files, desk.answers_to),
            {},
            desk.is_closed};
        if (handed_in.chosen.path.empty()) handed_in.others = other_files(desk, ids, ids[exercise]);
        hand_out({student, exercise, std::move(handed_in)});
      }
    }
    watch_.speak("");
    n_all_ = n_done_ + open_.size();
    const auto alone = std::stable_partition(open_.begin(), open_.end(), [&](const Submitted& one) {
      return before_.n_broken_off.contains(name_of(one));
    });
    n_alone_ = static_cast<std::size_t>(alone - open_.begin());
  }

  // What the grader may have been killed by runs before all others and by itself, so that nobody
  // else is taken along if it happens again.
  bool may_begin(std::size_t place) const {
    return place >= n_alone_ ? running_.empty() || *running_.begin() >= n_alone_ : pool_.is_idle();
  }

  void hand_out(Submitted submitted) {
    const GradedExercise& graded = task_.exercises[submitted.exercise];
    const Student& student = student_of(submitted);
    const SubmissionName name = name_of(submitted);
    const DeskFiles& desk = task_.classroom.desks[submitted.student];
    if (submitted.handed_in.chosen.path.empty() && desk.is_closed) {
      keep(submitted,
           failed_mark(graded, student, translated("A folder of this student cannot be opened.")));
      return;
    }
    if (submitted.handed_in.chosen.path.empty()) {
      Mark mark = missing_mark(graded, student, submitted.handed_in.others);
      if (desk.is_cut)
        mark.notes.push_back(
            message("There are more than {} files here; the others were not looked at.",
                    kMostStudentFiles));
      marks_[place_of(submitted)] = std::move(mark);
      return;
    }
    if (const auto kept = before_.marks.find(name);
        kept != before_.marks.end() && is_unchanged(submitted, kept->second)) {
      marks_[place_of(submitted)] = kept->second;
      ++n_done_;
      return;
    }
    if (const auto broken = before_.n_broken_off.find(name); broken != before_.n_broken_off.end()) {
      constexpr unsigned kMostTries = 2;
      const bool is_given_up = broken->second >= kMostTries;
      watch_.broken_off(name, is_given_up);
      if (is_given_up) {
        keep(submitted,
             failed_mark(graded, student,
                         message("Grading ended twice in the middle of this. To try again: {}",
                                 "--resume")));
        return;
      }
    }
    if (const auto variant = graded.variant_of(student)) prepare(submitted.exercise, *variant);
    open_.push_back(std::move(submitted));
  }

  // The numbers of typed answers, once for all who have them; whoever has some alone makes them in
  // a process of his or her own.
  void prepare(std::size_t exercise, std::uint64_t variant) {
    if (++n_with_variant_[{exercise, variant}] != 2) return;
    try {
      task_.exercises[exercise].prepare(variant);
    } catch (const std::runtime_error&) {
      // Whoever has this variant is told so in his or her own process.
    }
  }

  bool is_unchanged(const Submitted& submitted, const Mark& mark) const {
    if (mark.state == MarkState::grader_failed || mark.fingerprint.empty()) return false;
    try {
      const bool is_program = task_.plan.exercises[submitted.exercise].is_program;
      const TakenFiles taken = take_files(submitted.handed_in, is_program);
      return fingerprint_of_submission(task_.exercises[submitted.exercise], student_of(submitted),
                                       submitted.handed_in, taken) == mark.fingerprint;
    } catch (const std::runtime_error&) {
      return false;
    }
  }

  void begin(std::size_t place) {
    const Submitted& submitted = open_[place];
    const GradedExercise& graded = task_.exercises[submitted.exercise];
    const Student& student = student_of(submitted);
    journal_.begin(name_of(submitted), graded.exercise().program.has_value());
    running_.insert(place);
    pool_.start({.number = place,
                 .work =
                     [&] {
                       watch_.speak(student.language);
                       return compact_json(mark_json(
                           mark_submission(graded, student, submitted.handed_in, task_.rules)));
                     },
                 .most_seconds = most_seconds_of(graded.exercise())});
  }

  void take(const JobResult& result) {
    running_.erase(result.number);
    const Submitted& submitted = open_[result.number];
    if (result.result)
      keep(submitted, read_mark(nlohmann::ordered_json::parse(*result.result)));
    else
      keep(submitted,
           failed_mark(task_.exercises[submitted.exercise], student_of(submitted), result.reason));
  }

  void keep(const Submitted& submitted, Mark mark) {
    journal_.add(mark);
    ++n_done_;
    ++n_graded_;
    if (watch_.done) watch_.done(mark, n_done_, std::max(n_all_, n_done_));
    marks_[place_of(submitted)] = std::move(mark);
  }

  // Where a signal came before all was done: which one. Nothing that runs is to blame for it.
  int leave_what_runs() {
    if (n_done_ == n_all_) return 0;
    for (const std::size_t place : running_) journal_.leave(name_of(open_[place]));
    try {
      throw_if_interrupted();
    } catch (const Interrupted& interrupted) {
      return interrupted.signal;
    }
    return 0;
  }

  ClassToGrade& task_;
  const JournalContent& before_;
  Journal& journal_;
  const GradingWatch& watch_;
  WorkerPool pool_;
  std::vector<Submitted> open_;
  std::set<std::size_t> running_;           // places in open_
  std::vector<std::optional<Mark>> marks_;  // of the whole plan
  std::size_t n_done_ = 0, n_all_ = 0, n_graded_ = 0;
  std::size_t n_alone_ = 0;  // the first of open_, which run by themselves
  std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> n_with_variant_;
};

}  // namespace

GradedClass grade_class(ClassToGrade& task, const JournalContent& before, Journal& journal,
                        const GradingWatch& watch) {
  return Grading(task, before, journal, watch).run();
}

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
  const std::vector<std::string> ids = ids_of(exercise_names(course));
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
