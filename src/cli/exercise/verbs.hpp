// The verbs of attn exercise; `grade` and `print` stand in cli/grade.
#pragma once

#include <vector>

#include "cli/exercise/session.hpp"

namespace attn {

/// Something that `attn exercise` can do.
struct ExerciseVerb {
  const char* name;                ///< "check"
  const char* arguments;           ///< "ID [FILE]": the words after it
  const char* does;                ///< one sentence, translated
  std::size_t least, most;         ///< how many words it takes
  std::vector<std::string> flags;  ///< names of those that only some verbs take
  int (*run)(ExerciseSession& session);
  bool takes_answer_file = false;  ///< which may stand alone, since it names its exercise
};

/// Every verb, in the order of the help.
const std::vector<ExerciseVerb>& exercise_verbs();

// What the verbs do; each returns the exit code.

int show_where(ExerciseSession& session);  ///< without a verb
int list_exercises(ExerciseSession& session);
int show_progress(ExerciseSession& session);
int show_exercise(ExerciseSession& session);
int continue_exercise(ExerciseSession& session);
int show_next(ExerciseSession& session);
int show_hint(ExerciseSession& session);
int show_solution(ExerciseSession& session);
int simulate(ExerciseSession& session);
int start_exercise(ExerciseSession& session);
int skip_exercise(ExerciseSession& session);
int reset_exercise(ExerciseSession& session);
int check_exercise(ExerciseSession& session);
int watch_exercise(ExerciseSession& session);
int new_exercise(ExerciseSession& session);
int lint_course(ExerciseSession& session);
int print_handout(ExerciseSession& session);
int grade(ExerciseSession& session);
int examine_surroundings(ExerciseSession& session);

}  // namespace attn
