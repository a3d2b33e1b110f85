#include "practice/lint/lint.hpp"

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/terminal/terminal.hpp"
#include "practice/report/report.hpp"
#include "render/text/document.hpp"

namespace attn {
namespace {

/// A course that is looked over, whole or one exercise of it, once or again and again.
class Linting {
 public:
  explicit Linting(ExerciseSession& session) : session_(session) {}

  int once() {
    const Findings findings = look();
    session_.answer([&] { return document(findings); }, [&] { return screen(findings); });
    return exit_code(findings);
  }

  [[noreturn]] void again_and_again() {
    leave_at_interrupt();
    const std::string& folder = session_.folder();
    if (!session_.is_json())
      print_remark(
          message("attn: note: watching {}. Save a file to have the exercises looked over; "
                  "Ctrl-C ends this.",
                  folder));
    FolderWatch watch({folder + "/exercises", folder + "/solutions"});
    for (;;) {
      watch.wait_for_another();
      look_once_more();
    }
  }

 private:
  struct Findings {
    Course course;
    LintReport report;
    std::optional<std::vector<ShownMistake>> mistakes;  // where they are asked for
  };

  Course read() const {
    const std::vector<std::string>& words = session_.flags().words;
    if (words.size() < 3) return read_course(session_.folder());
    const CourseSettings settings = read_course_settings(session_.folder());
    return {.name = settings.name,
            .languages = settings.languages,
            .exercises = {read_exercise(session_.folder(), words[2])},
            .broken = {}};
  }

  Findings look() const {
    Findings findings{read(), {}, {}};
    findings.report = lint(findings.course);
    if (session_.flags().show_mistakes) add_mistakes(findings);
    return findings;
  }

  // An exercise that cannot be computed is among the faults already.
  static void add_mistakes(Findings& findings) {
    findings.mistakes.emplace();
    for (const Exercise& exercise : findings.course.exercises) try {
        for (ShownMistake& mistake : shown_mistakes(exercise))
          findings.mistakes->push_back(std::move(mistake));
      } catch (const InputError&) {
      }
  }

  static nlohmann::ordered_json document(const Findings& findings) {
    return lint_json(findings.course, findings.report, findings.mistakes);
  }

  VerbScreen screen(const Findings& findings) const {
    Document page = findings.mistakes ? mistakes_page(*findings.mistakes) : Document{};
    page.add(lint_page(findings.course, findings.report));
    VerbScreen screen(page);
    screen.names_course = session_.flags().words.size() < 2;  // else it was named just now
    return screen;
  }

  static int exit_code(const Findings& findings) {
    return findings.report.faults.empty() ? kDone : kNotYet;
  }

  // What cannot be used is told, and the watching goes on.
  void look_once_more() {
    try {
      const Findings findings = look();
      if (session_.is_json()) {
        print_result(compact_json(document(findings)) + "\n");
      } else {
        VerbScreen shown = screen(findings);
        shown.streams = true;
        session_.print(shown);
      }
    } catch (const InputError& error) {
      print_error(error.what(), error.hints);
    }
    if (!session_.is_json()) print_result("\n");
  }

  ExerciseSession& session_;
};

}  // namespace

int lint_course(ExerciseSession& session) {
  const ExerciseFlags& flags = session.flags();
  if (flags.words.size() > 1) {
    if (flags.course) refuse_together(flags.course.name(), flags.words[1]);
    session.use_course(flags.words[1]);
  }
  Linting linting(session);
  if (flags.watch) linting.again_and_again();
  return linting.once();
}

}  // namespace attn
