#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/exit_code.hpp"
#include "cli/handout/print_request.hpp"
#include "cli/program/language.hpp"
#include "data/files/write_file.hpp"
#include "grading/handout/handout.hpp"
#include "practice/course/course.hpp"
#include "practice/report/report.hpp"

namespace attn {
namespace {

// What a student types: a program is begun with a file, answers are asked for one by one.
std::string command_for_student(const ExerciseSession& session, const Exercise& exercise,
                                std::uint64_t variant) {
  std::string words =
      fmt::format("{} {}", exercise.program ? "start" : "continue", exercise.number);
  if (variant != 0) words += fmt::format(" {} {}", session.flags().variant.name(), variant);
  return session.command(words);
}

Handout handout_of(const ExerciseSession& session, const PrintRequest& request) {
  Handout handout{.course = read_course_settings(session.folder()).name,
                  .copies = request.copies,
                  .command =
                      [&session](const Exercise& exercise, std::uint64_t variant) {
                        return command_for_student(session, exercise, variant);
                      },
                  .speak = language_switch()};
  for (const std::string& id : request.exercises)
    handout.exercises.push_back(read_exercise(session.folder(), id));
  return handout;
}

void write_pages(const Handout& handout, const PrintRequest& request) {
  std::vector<std::pair<std::string, std::string>> files;
  if (!request.handout.empty()) files.emplace_back(request.handout, handout_html(handout));
  if (!request.answers.empty()) files.emplace_back(request.answers, answer_key_html(handout));
  write_files(files, request.overwrites);
}

Document written_page(const PrintRequest& request) {
  Document page;
  if (!request.handout.empty())
    page.pieces.emplace_back(Paragraph{
        message("{} is ready: open it in a browser and print it.", preview(request.handout, 200))});
  page.pieces.emplace_back(
      LabelledLine{translated("exercises"), std::to_string(request.exercises.size())});
  page.pieces.emplace_back(
      LabelledLine{translated("copies"), std::to_string(request.copies.size())});
  if (!request.answers.empty())
    page.pieces.emplace_back(LabelledLine{translated("answers"), preview(request.answers, 200)});
  return page;
}

nlohmann::ordered_json written_json(const PrintRequest& request) {
  std::vector<std::uint64_t> variants;
  for (const HandoutCopy& copy : request.copies) variants.push_back(copy.variant);
  return print_json(request.exercises, variants, request.handout, request.answers);
}

}  // namespace

int print_handout(ExerciseSession& session) {
  const PrintRequest request = read_print_request(session);
  write_pages(handout_of(session, request), request);
  session.answer([&] { return written_json(request); }, [&] { return written_page(request); });
  return kDone;
}

}  // namespace attn
