#include <sys/stat.h>

#include <filesystem>

#include "cli/exercise_course.hpp"
#include "cli/exercise_standing.hpp"
#include "cli/exercise_verbs.hpp"
#include "cli/exit_code.hpp"
#include "core/error.hpp"
#include "core/message.hpp"
#include "data/write_file.hpp"
#include "practice/pages.hpp"

namespace attn {
namespace {

using State = ExerciseProgress::State;

nlohmann::ordered_json done_json(const std::string& verb, const Exercise& exercise) {
  return {{"schema", "attn.exercise-" + verb + "/1"}, {"exercise", exercise.id}};
}

// A name that nothing has yet: answer.txt.old, answer.txt.old.2, ...
std::string free_name(const std::string& file) {
  struct stat facts {};
  std::string name = file + ".old";
  for (int n = 2; ::lstat(name.c_str(), &facts) == 0; ++n) name = fmt::format("{}.old.{}", file, n);
  return name;
}

// Keeps what is there under another name. "" where there is nothing.
std::string keep_old(const std::string& file) {
  struct stat facts {};
  if (::lstat(file.c_str(), &facts) != 0) return "";
  if (!S_ISREG(facts.st_mode))
    throw InputError(message("{}: an ordinary file was expected.", file));
  std::string kept = free_name(file);
  std::error_code error;
  std::filesystem::rename(file, kept, error);
  if (error) throw SurroundingsError(message("{}: the file cannot be moved to {}.", file, kept));
  return kept;
}

void write_template(ExerciseSession& session, const std::string& file, bool overwrite) {
  const Worksheet worksheet = session.worksheet();  // refuses a variant that there is not
  write_files({{file, template_text(session.exercise(), worksheet.variant())}}, overwrite);
}

}  // namespace

int start_exercise(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  const std::string file = session.file().empty() ? exercise.id + ".txt" : session.file();
  write_template(session, file, session.flags().force);
  session.record(exercise.id, [](ExerciseProgress& progress) {
    if (!is_passed(progress)) progress.state = State::started;
  });
  if (session.is_json()) {
    nlohmann::ordered_json document = done_json("start", exercise);
    document["variant"] = session.variant().value_or(0);
    document["file"] = file;
    session.print(document);
    return kDone;
  }
  const std::string word = shell_word(file);
  session.print(Document{{Paragraph{message("{} is ready: write your answers behind the equals "
                                            "signs. A part of them will do to begin with.",
                                            file)},
                          next_line(translated("next"), session.command("check", exercise, word)),
                          next_line(translated("or"), session.command("watch", exercise, word))}});
  return kDone;
}

int skip_exercise(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  bool was_passed = false;
  session.record_or_refuse(exercise.id, [&](ExerciseProgress& progress) {
    was_passed = is_passed(progress);
    if (!was_passed) progress.state = State::skipped;
  });
  if (session.is_json()) {
    nlohmann::ordered_json document = done_json("skip", exercise);
    document["state"] = was_passed ? "passed" : "skipped";
    session.print(document);
    return kDone;
  }
  const std::string text =
      was_passed ? message("Exercise {} is passed already, and stays so.", exercise.number)
                 : message("Exercise {} is skipped. It can be taken up again at any time.",
                           exercise.number);
  Document page{{Paragraph{text}}};
  add_next(page, session, standing_of(session));
  session.print(page);
  return kDone;
}

int reset_exercise(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  std::string kept;
  if (!session.file().empty()) {
    session.worksheet();  // refuses what cannot be written, before anything is moved
    kept = keep_old(session.file());
    write_template(session, session.file(), false);
  }
  session.forget_or_refuse(exercise.id);
  if (session.is_json()) {
    nlohmann::ordered_json document = done_json("reset", exercise);
    if (!session.file().empty()) document["file"] = session.file();
    if (!kept.empty()) document["kept"] = kept;
    session.print(document);
    return kDone;
  }
  Document page{{Paragraph{message("Exercise {} begins anew.", exercise.number)}}};
  if (!kept.empty())
    page.pieces.emplace_back(
        Paragraph{message("What {} held is kept in {}.", session.file(), kept)});
  page.pieces.emplace_back(next_line(translated("next"), session.command("show", exercise)));
  session.print(page);
  return kDone;
}

}  // namespace attn
