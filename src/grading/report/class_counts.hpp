#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "grading/gradebook.hpp"

namespace attn {

/// How many wrong answers the same mistakes explain: mostly one, several where each of them gives
/// that answer. An answer counts once.
struct ExplainedAnswers {
  std::vector<std::string> misconceptions;
  std::size_t n = 0;
};

/// A wrong answer that no known mistake gives.
struct UnexplainedAnswer {
  std::string answer;
  std::vector<std::string> students;  ///< ids, in the order of the plan
};

/// How a class did at one question or check. Only submissions that were judged count.
struct ItemCounts {
  std::size_t n_right = 0;
  std::map<std::string, std::size_t> verdicts;
  std::vector<ExplainedAnswers> explained;     ///< the most frequent first
  std::vector<UnexplainedAnswer> unexplained;  ///< the most frequent first
};

/// How a class did at one exercise.
struct ExerciseCounts {
  std::size_t n_handed_in = 0;
  std::size_t n_judged = 0;       ///< those that were marked or could not be read
  double mean_points = 0.0;       ///< of those that were judged; 0 where none was
  std::vector<ItemCounts> items;  ///< in the order of the plan
};

/// How a class did as a whole: those who handed in anything, and of whom all of that was judged.
struct ClassCounts {
  std::size_t n_handed_in = 0;
  std::size_t n_unsettled = 0;  ///< those who are not counted below: nobody knows their points yet
  double mean_points = 0.0, median_points = 0.0;
  std::array<std::size_t, 5> fifths{};  ///< how many got 0 to 20 % of the points, 20 to 40 %, …
};

/// Whether any submission of a student, by the place in the plan, was found.
bool has_handed_in(const Gradebook& book, std::size_t student);

ExerciseCounts exercise_counts(const Gradebook& book, std::size_t exercise);
ClassCounts class_counts(const Gradebook& book);

}  // namespace attn
