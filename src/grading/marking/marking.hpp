// One submission to a mark; workers, and the journal that a run goes on from.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/system.hpp"
#include "grading/classroom/classroom.hpp"
#include "grading/gradebook.hpp"
#include "grading/report/report.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"
#include "sandbox/run_program.hpp"

namespace attn {

/// What a student handed in for one exercise, as it was found.
struct HandedInFile {
  std::string class_folder;
  ChosenFile chosen;
  std::vector<std::string> others{};  ///< where nothing was chosen: files that belong to no
                                      ///< other exercise
  bool has_closed_folder = false;     ///< of the student, so that something may be missing
};

/// The bytes of it.
struct TakenFiles {
  std::string name;  ///< of the file or the folder
  bool is_folder = false;
  std::vector<std::pair<std::string, std::string>> files{};  ///< paths within it, and their bytes
  std::vector<std::string> left_out{};                       ///< links, and what is no file

  /// Another one for other names or bytes.
  std::string fingerprint() const;
};

/// Reads what was handed in, and follows no link.
/// Errors: InputError if it is no ordinary file or folder, or too large for an answer or a program;
///         SurroundingsError if a part of it cannot be read.
TakenFiles take_files(const HandedInFile& handed_in, bool is_program);

/// Writes the files into a folder, which is empty. Returns the path of the file or of the folder
/// that was handed in.
std::string put_files(const TakenFiles& taken, const std::string& folder);

/// An exercise that is graded, and what is worked out once for all students.
class GradedExercise {
 public:
  /// `seed` is the one of its hidden checks, if they name one.
  explicit GradedExercise(Exercise exercise, std::optional<std::uint64_t> seed = {});

  const Exercise& exercise() const { return *exercise_; }
  std::optional<std::uint64_t> seed() const { return seed_; }

  /// The variant in which a student's typed answers are judged, if anything says so; 0 where the
  /// exercise has none.
  std::optional<std::uint64_t> variant_of(const Student& student) const;

  /// The numbers of typed answers. Kept, with all that wrong answers are compared with, once
  /// prepared.
  Worksheet worksheet(std::uint64_t variant) const;
  /// Errors: those of Worksheet.
  void prepare(std::uint64_t variant);

 private:
  std::shared_ptr<const Exercise> exercise_;  // in its place, since worksheets refer to it
  std::optional<std::uint64_t> seed_;
  std::map<std::uint64_t, Worksheet> worksheets_;
};

/// How submissions are marked.
struct MarkingRules {
  std::string judge{};  ///< which program marks: another version may judge otherwise
  Isolation isolation = Isolation::limits;
  std::optional<std::uint64_t> seed{};  ///< of the requests to programs; absent: another for each
                                        ///< program, drawn from its bytes
  std::vector<std::string> hidden{};    ///< files and folders that programs must not see
  bool is_usual_course = true;          ///< the one that every student has
};

/// Another one wherever the mark of a submission could be another: other files, of which another
/// one is graded, another variant, another language of the user.
std::string fingerprint_of_submission(const GradedExercise& graded, const Student& student,
                                      const HandedInFile& handed_in, const TakenFiles& taken);

/// Marks what a student handed in. Nothing about it is an exception: what cannot be read is 0
/// points with a reason.
Mark mark_submission(const GradedExercise& graded, const Student& student,
                     const HandedInFile& handed_in, const MarkingRules& rules);

/// The mark of a student who handed in nothing: `others` are files that belong to no other
/// exercise.
Mark missing_mark(const GradedExercise& graded, const Student& student,
                  const std::vector<std::string>& others);

/// The mark where the grader failed.
Mark failed_mark(const GradedExercise& graded, const Student& student, const std::string& reason);

/// No submission takes longer: all of its requests at their limit of time, and compiling.
double most_seconds_of(const Exercise& exercise);

/// One of several parts of a class that are graded apart; 1 of 1 is all of it.
struct Shard {
  std::size_t number = 1, of = 1;

  /// Whether it has a student, by the place in the plan.
  bool has(std::size_t student) const { return student % of == number - 1; }
};

/// A student and an exercise, by their ids.
using SubmissionName = std::pair<std::string, std::string>;

/// What a journal held when it was opened.
struct JournalContent {
  Shard shard;
  GradingPlan plan;
  std::map<SubmissionName, Mark> marks;
  /// How often the grading of a submission was begun and neither done nor given up: the grader was
  /// killed, or could not write any more.
  std::map<SubmissionName, unsigned> n_broken_off;
};

/// The file in which every mark is written as soon as it is there, one in a line, so that nothing
/// is lost if the grader is killed.
class Journal {
 public:
  /// Begins a new file, over an old one; or goes on with an old one, of which everything stays but
  /// a last line that is not whole.
  /// Errors: SurroundingsError if it cannot be written.
  Journal(const std::string& path, const Shard& shard, const GradingPlan& plan, bool goes_on);

  /// A submission is about to be graded. With `sync` that is on the disk before anything else: what
  /// is run next may take the machine along.
  void begin(const SubmissionName& name, bool sync);
  /// Its mark.
  void add(const Mark& mark);
  /// It was left on purpose, and is to be graded another time.
  void leave(const SubmissionName& name);

 private:
  void write_line(const std::string& line, bool sync);

  std::string path_;
  Descriptor file_;
};

/// Reads a journal. A last line that is not whole, since the grader was killed in the middle of it,
/// is passed over.
/// Errors: InputError if it cannot be read, or is none.
JournalContent read_journal(const std::string& path);
/// The same; nothing where the grader was killed before it had written a line.
std::optional<JournalContent> read_begun_journal(const std::string& path);
/// The same of its bytes; `source` names the file in refusals.
JournalContent parse_journal(const std::string& bytes, const std::string& source);

/// The whole file of what is done: the same marks always give the same bytes.
std::string journal_text(const Shard& shard, const GradingPlan& plan,
                         const std::vector<const Mark*>& marks);

/// A class that is about to be graded.
struct ClassToGrade {
  const Classroom& classroom;
  std::vector<GradedExercise>& exercises;  ///< in the order of the plan
  const GradingPlan& plan;                 ///< of the same students and exercises
  MarkingRules rules{};
  std::size_t n_jobs = 1;
  Shard shard{};
};

/// What whoever waits is told, and asked.
struct GradingWatch {
  /// A submission has its mark, the `n_done`th of `n_all`.
  std::function<void(const Mark&, std::size_t n_done, std::size_t n_all)> done{};
  /// The grader was killed while it graded this one; it is graded once more, unless it is given up.
  std::function<void(const SubmissionName&, bool is_given_up)> broken_off{};
  Speak speak{};  ///< in the language of a student
};

/// What came of it.
struct GradedClass {
  std::vector<Mark> marks;   ///< of the students of the shard, in the order of the plan
  std::size_t n_graded = 0;  ///< those that had no mark before
  int signal = 0;            ///< that stopped it; then marks are missing
};

/// Marks every submission of a class, or of a part of it, side by side, each in a process of its
/// own, and writes each mark into the journal as soon as it is there. Marks that `before` holds
/// are kept where the same was handed in. A submission on which the grader was killed twice is
/// given up. Ctrl-C and other signals that would end us leave everything as it is.
///
/// Errors: SurroundingsError where no process can be made, or the journal cannot be written.
GradedClass grade_class(ClassToGrade& task, const JournalContent& before, Journal& journal,
                        const GradingWatch& watch);

/// The exercises of a course that are graded.
struct GradedExercises {
  std::vector<GradedExercise> exercises;  ///< in the order of the course
  std::string fingerprint;                ///< of their tables and hidden checks
};

/// Reads exercises by their ids. Of each, a file ID.toml in the folder of hidden checks, "" for
/// none, has further ones.
/// Errors: those of read_exercise and add_hidden_checks; InputError if that folder cannot be read,
///         or a file there is for no exercise of the course, or for one that asks for answers.
GradedExercises read_graded_exercises(const std::string& course,
                                      const std::vector<std::string>& ids,
                                      const std::string& hidden);

/// What is graded, and the rules in one line.
GradingPlan grading_plan(const std::string& course_name, const GradedExercises& graded,
                         const Classroom& classroom, const MarkingRules& rules);

/// Whether a program is among what was handed in.
bool has_program(const std::vector<GradedExercise>& exercises, const Classroom& classroom);

/// The parts of a class, each with the path of its journal, put together. A part may be there
/// twice.
/// Errors: InputError if they are of different classes or rules, or marks are missing: it names the
///         part in which they would be.
Gradebook merged_parts(const std::vector<std::pair<std::string, JournalContent>>& parts);

}  // namespace attn
