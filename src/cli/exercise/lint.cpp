#include "practice/lint/lint.hpp"

#include <nlohmann/json.hpp>

#include "cli/exercise/verbs.hpp"
#include "cli/exit_code.hpp"
#include "practice/report/exercise_json.hpp"
#include "practice/report/exercise_pages.hpp"

namespace attn {

int lint_course(ExerciseSession& session) {
  const ExerciseFlags& flags = session.flags();
  const bool has_folder = flags.words.size() > 1;
  if (has_folder && flags.course) refuse_together(flags.course.name(), flags.words[1]);
  const Course course = read_course(has_folder ? flags.words[1] : session.folder());
  const LintReport report = lint(course);
  session.answer([&] { return lint_json(course, report); },
                 [&] { return lint_page(course, report); });
  return report.faults.empty() ? kDone : kNotYet;
}

}  // namespace attn
