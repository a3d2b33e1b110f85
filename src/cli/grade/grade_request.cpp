#include <algorithm>
#include <filesystem>
#include <thread>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/grade/grade.hpp"
#include "data/files/file.hpp"

namespace attn {
namespace {

namespace fs = std::filesystem;

// What was typed for a flag each time, and between commas.
std::vector<std::string> items_of(const Flag& flag) {
  std::vector<std::string> items;
  for (const std::string& text : flag.texts())
    for (const std::string& item : list_items(text))
      if (!item.empty()) items.push_back(item);
  return items;
}

std::set<std::string> set_of(const Flag& flag) {
  const std::vector<std::string> items = items_of(flag);
  return {items.begin(), items.end()};
}

std::set<ReportFormat> formats_of(const Flag& flag) {
  if (!flag) return {ReportFormat::csv, ReportFormat::md};
  std::set<ReportFormat> formats;
  for (const std::string& word : items_of(flag))
    formats.insert(choice_value(flag.name(), word, kReportFormats));
  if (formats.contains(ReportFormat::csv) && formats.contains(ReportFormat::excel))
    throw InputError(
        message("{} takes csv or excel, not both: they write the same files.", flag.name()));
  return formats;
}

Shard shard_of(const Flag& flag) {
  if (!flag) return {};
  constexpr std::uint64_t kMost = 1'000'000;
  const std::vector<std::string> parts = split_value(flag.text(), "/");
  if (parts.size() != 2)
    throw InputError(message("{0} takes a part and the number of parts, such as 1/4, not {1}.",
                             flag.name(), preview(flag.text())));
  Shard shard;
  shard.of = count_value(flag.name(), parts[1], 1, kMost);
  shard.number = count_value(flag.name(), parts[0], 1, shard.of);
  return shard;
}

std::optional<double> percent_of(const Flag& flag) {
  const auto percent = flag.number();
  if (percent && (*percent < 0.0 || *percent > 100.0))
    throw InputError(
        message("{0} takes a number from 0 to 100, not {1}.", flag.name(), preview(flag.text())));
  return percent;
}

bool is_empty_or_missing(const fs::path& folder) {
  std::error_code error;
  return !fs::exists(fs::symlink_status(folder, error)) ||
         (fs::is_directory(folder, error) && fs::is_empty(folder, error));
}

bool lies_within(const fs::path& path, const fs::path& folder) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(fs::absolute(path, error), error);
  const fs::path outer = fs::weakly_canonical(fs::absolute(folder, error), error);
  const auto [end, rest] = std::mismatch(outer.begin(), outer.end(), whole.begin(), whole.end());
  return end == outer.end() || (std::next(end) == outer.end() && end->empty());
}

void require_each_part_once(const std::vector<std::string>& folders) {
  for (std::size_t i = 0; i < folders.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      if (lies_within(folders[i], folders[j]) && lies_within(folders[j], folders[i]))
        throw InputError(
            message("{} is given twice. Each part is put in once.", preview(folders[i], 200)));
}

}  // namespace

std::optional<std::vector<RosterLine>> roster_of(const ExerciseFlags& flags) {
  if (!flags.roster) return std::nullopt;
  return read_roster(file_bytes(flags.roster.text(), kRosterLimit), flags.roster.text(),
                     flags.roster_column ? flags.roster_column.text() : "");
}

std::string journal_path(const std::string& out) {
  return (fs::path(out) / "journal.jsonl").string();
}

GradeRequest read_grade_request(const ExerciseSession& session) {
  const ExerciseFlags& flags = session.flags();
  GradeRequest request;
  request.folders = {flags.words.begin() + 1, flags.words.end()};
  request.merges = bool(flags.merge);
  if (request.merges) require_each_part_once(request.folders);
  if (!request.merges && request.folders.size() > 1)
    throw InputError(message("{} takes no further word, but {} was given.", "grade",
                             preview(request.folders[1])));
  if (!flags.out || flags.out.text().empty())
    throw InputError(
        message("grade needs {}: where marks and reports go.", flags.out.name()),
        {message("try   {}", session.command("grade " + shell_word(request.folders.front()) +
                                             " --out marks"))});
  request.out = flags.out.text();
  request.exercises = items_of(flags.exercise);
  request.layout = read_class_layout(flags.layout ? flags.layout.text() : "folders");
  request.roster = roster_of(flags);
  request.chosen = {set_of(flags.only), set_of(flags.exclude)};
  request.hidden = flags.hidden.text();
  request.seed = flags.seed.setting(0);
  request.isolation = flags.isolation.choice(kIsolations);
  request.formats = formats_of(flags.format);
  request.fail_under = percent_of(flags.fail_under);
  request.shard = shard_of(flags.shard);
  constexpr std::uint64_t kMostJobs = 1024;
  request.n_jobs =
      flags.jobs.count(1, kMostJobs).value_or(std::max(1U, std::thread::hardware_concurrency()));
  request.resumes = bool(flags.resume);
  return request;
}

void require_own_course(const ExerciseSession& session, const GradeRequest& request) {
  const Flag& flag = session.flags().course;
  if (is_chosen_course(flag.text()) || !lies_within(session.folder(), request.folders.front()))
    return;
  throw InputError(
      message("the course {} is in the folder of the class, where a student may have put it.",
              preview(session.folder(), 200)),
      {message("If it is yours, name it: {}", flag.name() + " " + shell_word(session.folder()))});
}

void require_usable_out(const GradeRequest& request) {
  for (const std::string& folder : request.folders)
    if (lies_within(request.out, folder))
      throw InputError(
          message("{0} is inside {1}, which is to be graded: the reports would be taken for "
                  "submissions. Choose a folder outside it.",
                  preview(request.out, 200), preview(folder, 200)));
  if (is_empty_or_missing(request.out)) return;
  std::error_code ignored;
  const bool is_ours = fs::is_regular_file(fs::symlink_status(journal_path(request.out), ignored));
  if (request.resumes && is_ours) return;
  if (request.resumes)
    throw InputError(message("{} has no grading to go on with: there is no journal.jsonl.",
                             preview(request.out, 200)));
  throw InputError(
      message("{} is not empty, and nothing is overwritten.", preview(request.out, 200)),
      is_ours ? std::vector{message("To go on with what is there: {}", "--resume")}
              : std::vector<std::string>{});
}

}  // namespace attn
