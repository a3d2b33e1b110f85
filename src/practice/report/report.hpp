// The JSON of every verb, and the pages of a course's standing.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"
#include "practice/lint/lint.hpp"
#include "practice/program/program.hpp"
#include "practice/progress/progress.hpp"
#include "trace/document.hpp"
#include "trace/trace.hpp"

namespace attn {

/// A course beside what was done of it.
struct Standing {
  const Course& course;
  std::vector<ExerciseProgress> progress;  ///< of each exercise
  std::string latest;                      ///< the id of the one that was worked on last

  Standing(const Course& of, const Progress& done);

  std::size_t count(ExerciseProgress::State state) const;

  /// The exercise to go on with: the latest while it is open, else the next one that was begun,
  /// else the next new one, else one that was skipped. Null where all are passed.
  const Exercise* next() const;

  /// The exercise to go on with when this one is left as it is: the next one behind it that was
  /// begun, else the next new one, else one that was skipped; with `in_variants` only those that
  /// come in variants. Null where there is no other.
  const Exercise* next_after(const std::string& id, bool in_variants = false) const;

  /// The exercise is passed, whatever progress says, and was worked on last.
  void take_as_passed(const std::string& id);
};

// What the verbs of `attn exercise` show of a course, without what can be typed next.

/// How much of the course is done, and the exercise to go on with.
Document where_page(const Standing& standing);

/// How much of the course is done, as a bar: "██████░░░░░░░░  6 of 14 passed".
Paragraph progress_bar(const Standing& standing, bool is_ascii);

/// Every exercise with its state.
Document list_page(const Standing& standing);

/// The exercises that were worked on.
Document progress_page(const Standing& standing);

/// What a learner reads for each mistake of the exercises: one heading for each exercise.
Document mistakes_page(const std::vector<ShownMistake>& mistakes);

/// What lint counted, and each fault.
Document lint_page(const Course& course, const LintReport& report);

/// What was found out about the surroundings.
struct Finding {
  const char* key;    ///< in JSON
  std::string label;  ///< on the screen
  std::string text;
  bool is_good = true;
};

bool are_good(const std::vector<Finding>& findings);

Document surroundings_page(const std::vector<Finding>& findings);

// What each verb of `attn exercise` tells other programs. Of the truth it only ever has the one
// cell that `reveal` allows.

/// attn.exercises/1: every exercise, and how much of it is done.
nlohmann::ordered_json list_json(const Standing& standing);

/// attn.progress/1: what was done, and what comes next.
nlohmann::ordered_json progress_json(const Standing& standing);

/// attn.exercise/1: what is given, and the fields asked for (name, kind, shape, tolerance).
nlohmann::ordered_json exercise_json(const Exercise& exercise, Worksheet& worksheet);

/// attn.check/1: the verdict, and each field with its own.
nlohmann::ordered_json check_json(const CheckResult& result);

/// attn.check/1 of an answer that could not be judged at all.
nlohmann::ordered_json unreadable_json(const Exercise& exercise, std::uint64_t variant,
                                       const std::string& reason);

/// attn.hint/1: the text of a stage, and with `has_all` those of all stages.
nlohmann::ordered_json hint_json(const Exercise& exercise, std::uint64_t variant,
                                 std::uint64_t stage, const std::vector<std::string>& texts,
                                 bool has_all);

/// attn.solution/1
nlohmann::ordered_json solution_json(const Exercise& exercise, std::uint64_t variant,
                                     const std::string& text, bool gave_up);

/// attn.simulation/2
nlohmann::ordered_json simulation_json(const Exercise& exercise, std::uint32_t seed,
                                       const Table& table);

// What was done; `kept` is the name under which an older file was kept, "" for none.

/// attn.exercise-start/1
nlohmann::ordered_json start_json(const Exercise& exercise, std::uint64_t variant,
                                  const std::string& file, const std::string& kept);

/// attn.exercise-skip/1
nlohmann::ordered_json skip_json(const Exercise& exercise, bool was_passed);

/// attn.exercise-print/1: the exercises, a variant for each copy, and the files; "" for none.
nlohmann::ordered_json print_json(const std::vector<std::string>& ids,
                                  const std::vector<std::uint64_t>& variants,
                                  const std::string& handout, const std::string& answers);

/// attn.exercise-reset/1; `file` is the one that was reset, "" for none; `typed` has what was typed
/// at the prompt.
nlohmann::ordered_json reset_json(const Exercise& exercise, const std::string& file,
                                  const std::string& kept, const std::string& typed);

/// attn.exercise-new/1; `folder` is the course's.
nlohmann::ordered_json new_exercise_json(const std::string& folder, const NewExercise& made);

/// attn.lint/1; the mistakes are in it where they were asked for.
nlohmann::ordered_json lint_json(const Course& course, const LintReport& report,
                                 const std::optional<std::vector<ShownMistake>>& mistakes = {});

/// attn.doctor/1
nlohmann::ordered_json surroundings_json(const std::vector<Finding>& findings);

/// attn.check/1 of a program: the verdict, and each check with its own.
nlohmann::ordered_json program_check_json(const ProgramResult& result);

}  // namespace attn
