#pragma once

#include <string>
#include <vector>

#include "practice/lint/lint.hpp"
#include "practice/lint/mistakes.hpp"
#include "practice/report/standing.hpp"
#include "trace/document.hpp"

namespace attn {

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

}  // namespace attn
