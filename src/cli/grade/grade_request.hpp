#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/exercise/session.hpp"
#include "grading/classroom/classroom.hpp"
#include "grading/marking/marking.hpp"
#include "grading/report/report.hpp"
#include "sandbox/run_program.hpp"

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
/// Errors: InputError as read_roster, and for a column without a roster.
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

}  // namespace attn
