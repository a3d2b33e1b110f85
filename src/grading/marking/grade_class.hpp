#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "grading/classroom/classroom.hpp"
#include "grading/marking/journal.hpp"
#include "grading/marking/mark_submission.hpp"
#include "grading/report/reports.hpp"

namespace attn {

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

}  // namespace attn
