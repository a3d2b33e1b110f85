#pragma once

#include <chrono>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/exercise/session.hpp"
#include "cli/terminal/terminal.hpp"
#include "grading/classroom/classroom.hpp"
#include "grading/gradebook.hpp"
#include "grading/handout/handout.hpp"
#include "grading/marking/marking.hpp"
#include "grading/report/report.hpp"
#include "render/layout.hpp"
#include "sandbox/run_program.hpp"
#include "trace/document.hpp"

namespace attn {

/// What `attn exercise grade` is asked for, as its flags say it.
struct GradeRequest {
  std::vector<std::string> folders;  ///< of the class; with `merges` those of its parts
  std::string out;
  std::vector<std::string> exercises{};  ///< as they were typed; none: those that were handed in
  ClassLayout layout{};
  std::optional<std::vector<RosterLine>> roster{};
  Chosen chosen{};
  std::string hidden{};  ///< the folder of hidden checks, or ""
  std::optional<std::uint64_t> seed{};
  std::optional<Isolation> isolation{};
  std::set<ReportFormat> formats{};
  std::optional<double> fail_under{};  ///< in percent
  Shard shard{};
  std::size_t n_jobs = 1;
  bool resumes = false, merges = false;
};

/// The roster that the flags name, if they do.
/// Errors: InputError as read_roster.
std::optional<std::vector<RosterLine>> roster_of(const ExerciseFlags& flags);

/// Reads the flags, and the roster.
/// Errors: InputError naming the flag; those of read_roster and read_class_layout.
GradeRequest read_grade_request(const ExerciseSession& session);

/// Refuses a folder for the reports that would be overwritten, or be graded itself.
/// Errors: InputError if it lies in the folder of the class, or is not empty and nothing is
///         resumed, or something is resumed that is no grading of ours.
void require_usable_out(const GradeRequest& request);

/// Refuses a course that nobody chose and that lies in the folder of the class, where a student may
/// have put it.
/// Errors: InputError.
void require_own_course(const ExerciseSession& session, const GradeRequest& request);

/// The journal in the folder of the reports.
std::string journal_path(const std::string& out);

/// What `attn exercise grade` says at the end: how many submissions, how they came out, what needs
/// a look, and where the reports are.
Document graded_page(const Gradebook& book, const std::string& out, const ReportFiles& files);

/// attn.grading/1: the same for programs.
nlohmann::ordered_json graded_json(const Gradebook& book, const std::string& out);

/// Whether a mark is missing because of us or of the machine.
bool has_failed(const Gradebook& book);

/// The least of all points, in percent, that a student has of whom nothing is left to be judged;
/// 100 where there is none.
double least_percent(const Gradebook& book);

/// How far the grading of a class is, on standard error: a bar with an estimate where a line can be
/// drawn anew, else a line for each submission.
class GradingProgress {
 public:
  explicit GradingProgress(const Layout& layout);

  void show(const Mark& mark, std::size_t n_done, std::size_t n_all);
  /// Takes the bar away, and says how long it took.
  void finish(std::size_t n_done);

 private:
  double seconds() const;

  const Layout& layout_;
  std::optional<LiveText> live_{};
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double last_shown_ = -1.0;
};

/// What `attn exercise print` is asked for.
struct PrintRequest {
  std::vector<std::string> exercises;  ///< their ids, in the order typed, each once
  std::vector<HandoutCopy> copies;
  std::string handout, answers;  ///< the files; one of them may be ""
  bool overwrites = false;
};

/// Reads words and flags. No exercise is opened, and nothing is written.
/// Errors:  InputError naming a flag, for a word that names no exercise, where neither file was
///          named, and for a file that may not be written; those of read_roster.
PrintRequest read_print_request(const ExerciseSession& session);

}  // namespace attn
