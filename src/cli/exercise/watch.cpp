#include <sys/stat.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "base/message.hpp"
#include "base/text.hpp"
#include "cli/exercise/answers.hpp"
#include "cli/exercise/program.hpp"
#include "cli/exercise/sitting.hpp"
#include "cli/exercise/verbs.hpp"
#include "cli/exercise/watch_screen.hpp"
#include "cli/terminal/terminal.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/report/report.hpp"
#include "render/text/document.hpp"

namespace attn {

namespace {

// Each check as a document of a line, or as a page below the others.
void print_check(const ExerciseSession& session, int n, Verdict verdict,
                 const std::function<nlohmann::ordered_json()>& document,
                 const std::function<Document()>& page) {
  if (session.is_json()) return print_result(compact_json(document()) + "\n");
  VerbScreen screen(Document{{Heading{message("check {}", n), 2}}});
  screen.page.add(page());
  screen.streams = true;
  session.print(screen);
  if (verdict != Verdict::pass) print_result("\n");
}

// Checks the file whenever it has changed, until it passes: `check` prints the `n`th verdict, and
// returns none where there is nothing new. Mistakes in the file are reported, and the watching goes
// on.
int watch_line_by_line(const ExerciseSession& session, const std::string& file,
                       const std::function<std::optional<Verdict>(int n)>& check) {
  leave_at_interrupt();
  if (!session.is_json())
    print_remark(
        message("attn: note: watching {}. Save it to have it checked; Ctrl-C ends this.", file));
  FileWatch watch(file);
  for (int n = 1;;) {
    watch.wait_for_another();
    try {
      const std::optional<Verdict> verdict = check(n);
      if (verdict == Verdict::pass) return kDone;
      n += verdict ? 1 : 0;
    } catch (const InputError& error) {
      print_error(error.what(), error.hints);
    }
  }
}

int watch_answers(ExerciseSession& session, const std::string& file) {
  WatchedAnswers answers(session, file);
  return watch_line_by_line(session, file, [&](int n) -> std::optional<Verdict> {
    if (!answers.read_anew()) return std::nullopt;
    const CheckResult result = answers.judge_text();
    const auto page = [&] {
      Document said = feedback(result, bool(session.flags().all));
      said.add(after_check(session, *result.exercise, result.verdict, ""));
      add_more(said, session, result,
               session.command("check", *result.exercise, shell_word(file) + " --all"));
      return said;
    };
    print_check(
        session, n, result.verdict, [&] { return check_json(result); }, page);
    return result.verdict;
  });
}

int watch_program(ExerciseSession& session) {
  const std::string path = watched_program(session);
  return watch_line_by_line(session, path, [&](int n) {
    const ProgramResult result = judge_file(session, path);
    record_attempt(session, *result.exercise, result.verdict);
    print_check(
        session, n, result.verdict, [&] { return program_check_json(result); },
        [&] { return program_page(session, result, path); });
    return std::optional(result.verdict);
  });
}

void require_named(const ExerciseSession& session) {
  const bool names_exercise = session.flags().words.size() > 1;
  if (!session.file().empty()) return;
  throw InputError(names_exercise ? message("{} needs to know which file.", "watch")
                                  : message("{} needs to know which exercise.", "watch"),
                   {message("usage: attn exercise {}", "watch ID FILE")});
}

// A person finds a file to write into; a program is waited for.
OwnAnswerFile file_to_watch(ExerciseSession& session) {
  const std::string named = session.file();
  if (named.empty()) return own_answer_file(session);
  return {named, is_interactive(session) && write_answer_file_if_missing(session, named)};
}

}  // namespace

int watch_exercise(ExerciseSession& session) {
  if (!is_interactive(session)) require_named(session);
  if (session.flags().words.size() == 1) {
    const Exercise* const next = session.standing().next();
    if (next == nullptr) return show_where(session);  // says that all are passed
    session.choose(next->id);
  }
  if (session.exercise().program) return watch_program(session);
  const OwnAnswerFile file = file_to_watch(session);
  if (is_interactive(session) && screen_is_redrawable())
    return watch_on_screen(session, file.path, file.is_new);
  return watch_answers(session, file.path);
}

namespace {

namespace fs = std::filesystem;

// Nothing if the file does not exist.
std::optional<FileVersion> version_of(const std::string& path) {
  struct stat facts {};
  if (::stat(path.c_str(), &facts) != 0) return std::nullopt;
  std::error_code gone;  // reported at the next look
  return FileVersion{facts.st_dev, facts.st_ino, facts.st_size, fs::last_write_time(path, gone)};
}

bool is_passed_over(const std::string& name) {
  return name.starts_with(".") || name.ends_with("~");
}

}  // namespace

bool FileWatch::look() {
  const std::optional<FileVersion> now = version_of(path_);
  const bool is_first = !std::exchange(has_looked_, true);
  const bool stands_still = is_first || now == before_;
  before_ = now;
  is_missing_ = !now;
  if (!now || !stands_still || now == seen_) return false;
  seen_ = now;
  return true;
}

void FileWatch::wait_for_another() {
  for (bool was_missing = false; !look(); std::this_thread::sleep_for(kBetweenLooks)) {
    if (is_missing_ && !was_missing)
      print_remark(message("attn: note: {} is not there yet; waiting for it.", path_));
    was_missing = is_missing_;
  }
}

void FolderWatch::wait_for_another() {
  std::optional<Versions> before;
  for (;; std::this_thread::sleep_for(FileWatch::kBetweenLooks)) {
    Versions now = versions();
    if (!seen_ || (now != *seen_ && now == before)) {
      seen_ = std::move(now);
      return;
    }
    before = std::move(now);
  }
}

FolderWatch::Versions FolderWatch::versions() const {
  Versions found;
  for (const std::string& folder : folders_) {
    std::error_code gone;  // a folder that is taken away while it is looked at has no files
    for (fs::recursive_directory_iterator entry(folder, gone), end; !gone && entry != end;
         entry.increment(gone)) {
      const std::string path = entry->path().string();
      if (is_passed_over(entry->path().filename().string())) {
        entry.disable_recursion_pending();
        continue;
      }
      std::error_code ignored;
      if (entry->is_directory(ignored)) continue;
      if (const auto version = version_of(path)) found.emplace(path, *version);
    }
  }
  return found;
}

}  // namespace attn
