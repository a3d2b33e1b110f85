#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "grading/gradebook.hpp"
#include "grading/marking/taken_files.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"
#include "sandbox/run_program.hpp"

namespace attn {

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

}  // namespace attn
