#pragma once

#include <string>
#include <vector>

#include "practice/course.hpp"

namespace attn {

/// Something wrong with an exercise, for its author.
struct LintFault {
  std::string exercise;  ///< id or folder
  std::string text;      ///< one sentence, translated
};

/// What lint proved of a course.
struct LintReport {
  struct Counts {
    std::size_t exercises = 0, fields = 0, misconceptions = 0, variants = 0;
  } counts;
  std::vector<LintFault> faults;
};

/// Checks every exercise: its answer file passes; the untouched template has nothing filled in and
/// is told so; the answer of every alternative, exact and rounded to the digits asked for, is
/// diagnosed by its name, with the book's numbers and with those of `n_variants` variants; every
/// wrong choice can be told from the others; pages exist in both languages and their placeholders
/// too; there is a hint; tolerances are narrower than the gaps between answers; a number expected
/// to be 0 has more than a relative tolerance; titles, ids and numbers are there once.
LintReport lint(const Course& course, std::uint64_t n_variants = 5);

}  // namespace attn
