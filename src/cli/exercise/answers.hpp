#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/exercise/session.hpp"
#include "practice/answer/answer.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/judge/check.hpp"
#include "trace/document.hpp"

namespace attn {

/// What tells one version of a file from another without reading it.
struct FileVersion {
  dev_t device = 0;
  ino_t inode = 0;
  off_t size = 0;
  std::filesystem::file_time_type changed{};

  bool operator==(const FileVersion&) const = default;
};

/// Waits for versions of a file. A file that an editor is still writing is left alone: a version
/// counts once it has stood still from one look to the next.
class FileWatch {
 public:
  explicit FileWatch(std::string path) : path_(std::move(path)) {}

  /// How long to wait from one look to the next: looking again and again works on every file
  /// system, and notifications of changes do not.
  static constexpr std::chrono::milliseconds kBetweenLooks{300};

  /// Looks once, and returns whether there is another version; at the first look, whether there is
  /// a file.
  bool look();

  /// Whether there was no file at the last look.
  bool is_missing() const { return is_missing_; }

  /// Looks until there is another version. Where the file is missing, a remark says so.
  void wait_for_another();

 private:
  std::string path_;
  std::optional<FileVersion> seen_, before_;  // the version that counted last, and the last look's
  bool has_looked_ = false, is_missing_ = false;
};

/// Waits until any file in some folders is changed, added or taken away. Hidden files and the
/// copies that editors keep (answer.txt~) do not count.
class FolderWatch {
 public:
  explicit FolderWatch(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  /// Returns at once the first time.
  void wait_for_another();

 private:
  using Versions = std::map<std::string, FileVersion>;

  Versions versions() const;

  std::vector<std::string> folders_;
  std::optional<Versions> seen_;
};

/// Keeps what a file holds under another name too: answer.txt.old, answer.txt.old.2, ... The file
/// itself stays until it is replaced, so that nothing is lost on the way. Returns that name; "" if
/// the file is missing.
/// Errors: InputError if it is no ordinary file; SurroundingsError if it cannot be kept.
std::string keep_old(const std::string& file);

/// Says where the old contents are, if any were kept.
void append_kept(Document& page, const std::string& file, const std::string& kept);

/// The file that `start` writes: which exercise it answers, what that gives, and each question with
/// room for its answer, in the user's language. Where the author wrote a template, that.
/// Errors: those of Worksheet and of the pages.
std::string answer_file_text(const Exercise& exercise, Worksheet& worksheet);

/// An answer that nobody named.
struct AnswersAtHand {
  AnswerSheet sheet;
  std::string what;  ///< a sentence that says which it is
};

/// The answers to the exercise that lie at hand: what was typed at the prompt, or the file that
/// `start` writes where no other name is given, in this folder. Where there are both, the one that
/// was changed last. Nothing where there is neither, or nothing is filled in.
/// Errors: those of read_answer_sheet for the file; SurroundingsError.
std::optional<AnswersAtHand> answers_at_hand(ExerciseSession& session);

/// The name of the file that `start` writes where none is given: that of the exercise, as a text or
/// in the first of its program's languages.
std::string usual_file(const Exercise& exercise);

/// The bytes of an answer: an ordinary file, which may be empty.
/// Errors: InputError if it cannot be read, or is larger than kAnswerLimit.
std::string answer_bytes(const std::string& path);

/// Judges an answer in the variant that it or the command names.
/// Errors: InputError if they name different variants; those of check().
CheckResult judge(ExerciseSession& session, const AnswerSheet& sheet);

/// Remembers that an exercise was begun.
void record_start(ExerciseSession& session, const Exercise& exercise);

/// Remembers that a sheet was judged. It is one attempt if something in it is wrong, however much
/// and whatever else could not be read, or if all is right; what is right so far is none.
void record_sheet(ExerciseSession& session, const CheckResult& result);

/// Remembers an attempt, or a pass. An answer that could not be read is not an attempt.
void record_attempt(ExerciseSession& session, const Exercise& exercise, Verdict verdict);

/// What to do after the verdict; `repeat` is how to hand the answer in again, "" if it cannot
/// be.
Document after_check(ExerciseSession& session, const Exercise& exercise, Verdict verdict,
                     const std::string& repeat);

/// "Exercise 1 is passed, at attempt 2."
std::string passed_sentence(const Exercise& exercise, const ExerciseProgress& progress);

/// Says how to see what the verdict left out, if it left out anything: by the command, or where
/// that is "" by its flag.
void add_more(Document& page, const ExerciseSession& session, const CheckResult& result,
              const std::string& command);

/// 0 for a pass, 1 for "not yet", 2 for what cannot be read.
int exit_code_of(Verdict verdict);

/// The hints that help with a question, from 1: those that it names, else all of them.
std::vector<std::uint64_t> hints_for(const Exercise& exercise, const Field& field);

/// The next hint for a question, so many of whose hints were shown; it counts as read from now on.
/// Where those were all, that is said, and the last one comes again.
Document next_hint_for(ExerciseSession& session, Worksheet& worksheet, const Field& field,
                       std::size_t n_shown);

/// Remembers that these hints were read, from 1.
void record_hints(ExerciseSession& session, const Exercise& exercise,
                  const std::vector<std::uint64_t>& read);

/// The worked solution is for those who passed, and those who gave up.
inline bool may_read_solution(const ExerciseProgress& progress) {
  return is_passed(progress) || progress.gave_up;
}

/// A text without its blank lines, or without so many of them where it has more: the first ones go.
std::string squeezed(const std::string& text, std::size_t n_blank = std::string::npos);

/// It in parts of so many lines each, the last maybe of fewer; at least one part.
std::vector<std::string> screenfuls(const std::string& text, std::size_t n);

}  // namespace attn
