#include <sys/stat.h>

#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/exercise/program.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/terminal/terminal.hpp"
#include "data/files/write_file.hpp"
#include "practice/report/report.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;
using State = ExerciseProgress::State;

// Writes the template, over an existing file only with `replace`. Returns the name under which that
// file is kept.
std::string write_template(ExerciseSession& session, const std::string& file, bool replace) {
  if (session.exercise().program) return write_program_template(session.exercise(), file, replace);
  Worksheet worksheet = session.worksheet();  // fails if the exercise has no variants
  const std::string kept = replace ? keep_old(file) : "";
  write_files({{file, answer_file_text(session.exercise(), worksheet)}}, replace);
  return kept;
}

Document start_page(ExerciseSession& session, const std::string& file, const std::string& kept) {
  const Exercise& exercise = session.exercise();
  const std::string word = shell_word(file);
  Document page = page_of(
      exercise.program
          ? message(
                "{} is ready: it reads a request and prints a reply, and the part that is asked "
                "for is open.",
                file)
          : message("{} is ready: write your answers after the equals signs. You can start with "
                    "just some of them.",
                    file));
  append_kept(page, file, kept);
  page.add(next_line(translated("next"), session.command("check", exercise, word)));
  page.add(next_line(translated("or"), session.command("watch", exercise, word)));
  return page;
}

Document skip_page(ExerciseSession& session, bool was_passed) {
  const unsigned number = session.exercise().number;
  Document page{{Paragraph{
      was_passed
          ? message("Exercise {} is passed already, and stays so.", number)
          : message("Exercise {} is skipped. It can be taken up again at any time.", number)}}};
  add_next(page, session, session.standing());
  return page;
}

Document reset_page(ExerciseSession& session, const std::string& kept, const std::string& typed) {
  const Exercise& exercise = session.exercise();
  Document page{{Paragraph{message("Exercise {} begins anew.", exercise.number)}}};
  append_kept(page, session.file(), kept);
  if (!typed.empty())
    page.add(Paragraph{message("What was typed at the prompt is kept in {}.", typed)});
  page.add(next_line(translated("next"), session.command("show", exercise)));
  return page;
}

std::string nearest_file_beside(const std::string& file) {
  const fs::path folder = fs::path(file).parent_path();
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder.empty() ? "." : folder, error), end; !error && at != end;
       at.increment(error))
    names.push_back(at->path().filename().string());
  const std::string name = nearest(fs::path(file).filename().string(), names);
  return name.empty() ? "" : (folder / name).string();
}

// Under a mistyped name nothing begins anew: the file that was meant would stay as it is.
void require_file_to_reset(ExerciseSession& session) {
  const std::string& file = session.file();
  struct stat facts {};
  if (file.empty() || ::lstat(file.c_str(), &facts) == 0) return;
  const std::string what =
      message("{}: there is no such file that could begin anew.", preview(file, 200));
  if (const std::string meant = nearest_file_beside(file); !meant.empty())
    throw InputError(what, {message("Did you mean {}?", preview(meant, 200))});
  throw InputError(what, {message("To write a new one: {}",
                                  session.command("start", session.exercise(), shell_word(file)))});
}

}  // namespace

int start_exercise(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  const std::string file = session.file().empty() ? usual_file(exercise) : session.file();
  const std::string kept = write_template(session, file, bool(session.flags().force));
  record_start(session, exercise);
  return session.answer(
      [&] { return start_json(exercise, session.variant().value_or(0), file, kept); },
      [&] { return start_page(session, file, kept); });
}

int skip_exercise(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  bool was_passed = false;
  session.record_or_refuse(exercise.id, [&](ExerciseProgress& progress) {
    was_passed = is_passed(progress);
    progress.mark(State::skipped);
  });
  return session.answer([&] { return skip_json(exercise, was_passed); },
                        [&] { return skip_page(session, was_passed); });
}

int reset_exercise(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  require_file_to_reset(session);
  const std::string kept =
      session.file().empty() ? "" : write_template(session, session.file(), true);
  const std::string typed =
      session.kept_answers().put_away(exercise.id, session.variant().value_or(0));
  session.forget_or_refuse(exercise.id);
  return session.answer([&] { return reset_json(exercise, session.file(), kept, typed); },
                        [&] { return reset_page(session, kept, typed); });
}

}  // namespace attn
