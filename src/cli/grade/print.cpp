#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/grade/grade.hpp"
#include "cli/program/program.hpp"
#include "data/files/write_file.hpp"
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
    page.add(Paragraph{
        message("{} is ready: open it in a browser and print it.", preview(request.handout, 200))});
  page.add(LabelledLine{translated("exercises"), std::to_string(request.exercises.size())});
  page.add(LabelledLine{translated("copies"), std::to_string(request.copies.size())});
  if (!request.answers.empty())
    page.add(LabelledLine{translated("answers"), preview(request.answers, 200)});
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
  return session.answer([&] { return written_json(request); },
                        [&] { return written_page(request); });
}

namespace {

constexpr std::size_t kMostCopies = 1000;  // a browser shows no more in a reasonable time
constexpr std::uint64_t kLastNumber = 9999;

// "3:7": the exercises with these numbers. Of no other word this is asked.
std::vector<std::string> ids_in_range(const std::vector<ExerciseName>& names,
                                      const std::string& word) {
  const std::vector<std::uint64_t> numbers = range_values("ID", word, kLastNumber, kMostCopies);
  std::vector<std::string> ids;
  for (const ExerciseName& name : names)
    if (std::find(numbers.begin(), numbers.end(), name.number) != numbers.end())
      ids.push_back(name.id);
  if (ids.empty()) throw InputError(message("there is no exercise {}.", preview(word)));
  return ids;
}

std::vector<std::string> ids_of_words(const ExerciseSession& session) {
  const std::vector<ExerciseName> names = exercise_names(session.folder());
  std::vector<std::string> ids;
  const std::vector<std::string>& words = session.flags().words;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool is_range = words[i].find(':') != std::string::npos;
    for (const std::string& id : is_range
                                     ? ids_in_range(names, words[i])
                                     : std::vector<std::string>{find_exercise(names, words[i]).id})
      if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(id);
  }
  return ids;
}

// A student without a variant has the original numbers, as whoever grades assumes.
std::vector<HandoutCopy> copies_of_roster(const std::vector<RosterLine>& roster,
                                          const std::string& file) {
  std::vector<HandoutCopy> copies;
  for (const RosterLine& line : roster)
    copies.push_back({.variant = line.variant.value_or(0),
                      .student = line.name.empty() ? line.student : line.name,
                      .language = line.language});
  if (copies.size() > kMostCopies)
    throw InputError(
        message("{0}: at most {1} copies are printed at once.", preview(file, 200), kMostCopies));
  return copies;
}

std::vector<HandoutCopy> copies_of(const ExerciseFlags& flags) {
  if (const auto roster = roster_of(flags)) return copies_of_roster(*roster, flags.roster.text());
  if (!flags.variants) return {{.variant = flags.variant.setting(0).value_or(0)}};
  std::vector<HandoutCopy> copies;
  for (const std::uint64_t variant :
       range_values(flags.variants.name(), flags.variants.text(), kLargestSetting, kMostCopies))
    copies.push_back({.variant = variant});
  return copies;
}

// A browser takes a file by the end of its name for what it is; a device has no such end.
void require_page(const Flag& flag) {
  const std::filesystem::path path = flag.text();
  const std::string extension = lower_case(path.extension().string());
  std::error_code ignored;
  const bool is_device =
      std::filesystem::is_character_file(path, ignored) || std::filesystem::is_fifo(path, ignored);
  if (!flag || is_device || extension == ".html" || extension == ".htm") return;
  throw InputError(
      message("{0} writes a page for a browser: its name must end in .html, but it "
              "is {1}.",
              flag.name(), preview(flag.text(), 200)));
}

}  // namespace

PrintRequest read_print_request(const ExerciseSession& session) {
  const ExerciseFlags& flags = session.flags();
  if (!flags.output && !flags.answers)
    throw InputError(translated("print needs to know where to write the page."),
                     {message("try   {}", session.command("print " + shell_word(flags.words[1]) +
                                                          " -o handout.html"))});
  for (const Flag& flag : {flags.output, flags.answers}) require_page(flag);
  PrintRequest request{.exercises = ids_of_words(session),
                       .copies = copies_of(flags),
                       .handout = flags.output.text(),
                       .answers = flags.answers.text(),
                       .overwrites = bool(flags.force)};
  std::vector<std::string> files;
  for (const Flag& flag : given_among({flags.output, flags.answers})) files.push_back(flag.text());
  require_writable_targets(files, request.overwrites);
  return request;
}

}  // namespace attn
