// Who was asked what, the marks, and both as JSON.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/named.hpp"

namespace attn {

/// One who hands in. Every text of a gradebook is UTF-8, whatever the folders were called.
struct Student {
  std::string id;               ///< as the roster has it, or else the folder
  std::string name{};           ///< "" where nobody said it
  std::string report_folder{};  ///< where the report goes: safe as a name of a folder, no two alike
  std::string language{};       ///< of the report: "en", "ja"; "" for that of the command
  std::optional<std::uint64_t> variant{};  ///< of typed answers, where the roster says one
  std::optional<bool> on_roster{};         ///< nothing where there is no roster
  bool has_folder = true;
};

/// A question or a check, as it is asked of everybody.
struct AskedItem {
  std::string name;   ///< of the field or the check
  std::string title;  ///< what is asked, in the teacher's language
  double points = 1.0;
  bool is_hidden = false;  ///< a check that the students do not know
};

/// An exercise that is graded.
struct AskedExercise {
  std::string id;
  unsigned number = 0;
  std::string title;  ///< in the teacher's language
  bool is_program = false;
  std::vector<AskedItem> items;
  /// What is said of each, by the question and its name ("weights no_scale"), and by its name
  /// alone.
  std::map<std::string, std::string> misconceptions;

  double most_points() const;
};

/// How one submission was dealt with.
enum class MarkState {
  marked,
  unreadable,     ///< it could not be read, or not be run: 0 points, with the reason
  missing,        ///< nothing was handed in
  other_variant,  ///< a sheet of other numbers than those of the student: not marked
  grader_failed,  ///< our fault, or that of the machine: a person must look
};
inline constexpr Named<MarkState> kMarkStates[] = {{MarkState::marked, "marked"},
                                                   {MarkState::unreadable, "unreadable"},
                                                   {MarkState::missing, "missing"},
                                                   {MarkState::other_variant, "other_variant"},
                                                   {MarkState::grader_failed, "grader_failed"}};

/// One question or check of a submission, marked.
struct MarkedItem {
  std::string name;
  std::string title;    ///< what is asked, in the student's language
  std::string verdict;  ///< of kFieldVerdicts or kCheckStates; of a program that ran and failed the
                        ///< check, of kCaseVerdicts
  double points = 0.0, most = 1.0;
  std::vector<std::string> misconceptions{};  ///< that explain it, by name
  std::string unexplained{};  ///< the answer, shortened, where it is wrong and nothing explains it
  std::string ending{};       ///< of kEndings, where a program was stopped at a limit
  bool is_right() const;      ///< whether it gets all of its points
};

/// What came of one submission: of one student for one exercise.
struct Mark {
  std::string student, exercise;  ///< ids
  MarkState state = MarkState::missing;
  std::string title{};                ///< of the exercise, in the student's language
  std::string file{};                 ///< that was graded; "" where there was none
  std::uint64_t variant = 0;          ///< which numbers it was tried with
  std::string isolation{};            ///< what a program was run in; "" where none was
  std::string reason{};               ///< why it was not marked, in the student's language
  std::vector<std::string> notes{};   ///< whatever else is to be said of it, in the same
  std::vector<MarkedItem> items{};    ///< of every question; without verdicts unless it was marked
  std::string feedback{};             ///< what a learner would see
  std::vector<std::string> others{};  ///< where it is missing: files that belong to no exercise
  std::string fingerprint{};  ///< of all that was handed in for it, and of whom it is judged for

  double points() const;
  /// Whether something was handed in that nobody has judged: its points are not known, and not 0.
  bool is_open() const;
};

/// What is graded, and by which rules: the same for every part of a class that is graded in parts.
struct GradingPlan {
  std::string course;
  std::string rules;  ///< what else decides about marks, in one line: exercises with other files, a
                      ///< seed, hidden checks, the isolation
  std::vector<Student> students;           ///< in the order of the roster, then those not on it
  std::vector<AskedExercise> exercises;    ///< in the order of the course
  std::vector<std::string> not_looked_at;  ///< what lies there and belongs to no exercise

  double most_points() const;
};

/// The marks of a class: of each student one for every exercise, in the order of the plan.
struct Gradebook {
  GradingPlan plan;
  std::vector<Mark> marks;

  /// The one of a student for an exercise, both by their places in the plan.
  const Mark& mark(std::size_t student, std::size_t exercise) const;
  /// All of a student, by the place in the plan.
  std::span<const Mark> marks_of(std::size_t student) const;
  /// The points of a student, by the place in the plan.
  double points_of(std::size_t student) const;
  /// Whether these are all: no mark of that student is open.
  bool is_settled(std::size_t student) const;
};

// A gradebook as JSON and back: what the journal keeps, and what --format json writes.

nlohmann::ordered_json plan_json(const GradingPlan& plan);
nlohmann::ordered_json mark_json(const Mark& mark);

/// Errors: InputError if it is no plan, or no mark, of ours: a key that is missing, a wrong type.
GradingPlan read_plan(const nlohmann::ordered_json& json);
Mark read_mark(const nlohmann::ordered_json& json);

}  // namespace attn
