#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/kept_file.hpp"
#include "cli/exit_code.hpp"
#include "cli/programs/program_verbs.hpp"
#include "practice/report/report.hpp"

namespace attn {
namespace {

Document program_start_page(ExerciseSession& session, const std::string& file,
                            const std::string& kept) {
  const Exercise& exercise = session.exercise();
  const std::string word = shell_word(file);
  Document page{{Paragraph{
      message("{} is ready: it reads a request and prints a reply, and the part that is asked for "
              "is open.",
              file)}}};
  append_kept(page, file, kept);
  page.pieces.emplace_back(next_line(translated("next"), session.command("check", exercise, word)));
  page.pieces.emplace_back(next_line(translated("or"), session.command("watch", exercise, word)));
  return page;
}

}  // namespace

int start_program(ExerciseSession& session) {
  const Exercise& exercise = session.exercise();
  const std::string file = session.file().empty() ? usual_program_file(exercise) : session.file();
  const std::string kept = write_program_template(exercise, file, bool(session.flags().force));
  session.record(exercise.id, [](ExerciseProgress& progress) {
    progress.mark(ExerciseProgress::State::started);
  });
  session.answer([&] { return start_json(exercise, session.variant().value_or(0), file, kept); },
                 [&] { return program_start_page(session, file, kept); });
  return kDone;
}

}  // namespace attn
