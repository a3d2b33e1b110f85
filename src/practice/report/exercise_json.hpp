#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "practice/course/new_exercise.hpp"
#include "practice/judge/check.hpp"
#include "practice/lint/lint.hpp"
#include "practice/lint/mistakes.hpp"
#include "practice/report/exercise_pages.hpp"
#include "practice/report/standing.hpp"
#include "trace/trace.hpp"

namespace attn {

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

}  // namespace attn
