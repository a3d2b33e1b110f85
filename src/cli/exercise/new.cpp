#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/terminal/terminal.hpp"
#include "practice/course/course.hpp"
#include "practice/report/report.hpp"

namespace attn {
namespace {

VerbScreen new_screen(const std::string& folder, const NewExercise& made) {
  Document page{
      {Paragraph{message("Exercise {0}, {1}, is written: small and sound, for you to "
                         "change.",
                         made.number, made.id)}}};
  for (const std::string& file : made.files) page.add(ListItem{"-", file, 0});
  if (made.made_course)
    page.add(Paragraph{
        message("The folder was no course yet. Now it is one, and its language is {}: more "
                "can be named in course.toml.",
                listed(made.languages))});
  page.add(Paragraph{
      translated("Change the numbers, the questions and the texts in exercise.toml first. "
                 "Then look what is wrong, and what a learner sees:")});
  const std::string course = shell_word(folder), number = std::to_string(made.number);
  const auto line = [](const char* label, const std::string& command) {
    return next_line(label, "attn exercise " + command);
  };
  VerbScreen screen(
      page, {{line(translated("next"), "lint " + course + " --watch"),
              line(translated("mistakes"), "lint " + course + " " + number + " --show-mistakes"),
              line(translated("page"), "show " + number + " --course " + course),
              line(translated("answer"), "check " + number + " --course " + course)}});
  screen.names_course = false;  // its files have just been listed
  return screen;
}

}  // namespace

int new_exercise(ExerciseSession& session) {
  const ExerciseFlags& flags = session.flags();
  const std::string& folder = flags.words[1];
  if (flags.course) refuse_together(flags.course.name(), folder);
  const NewExercise made = write_new_exercise(folder, flags.words[2]);
  session.use_course(folder);
  return session.answer([&] { return new_exercise_json(folder, made); },
                        [&] { return new_screen(folder, made); });
}

}  // namespace attn
