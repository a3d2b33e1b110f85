#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "practice/course/course.hpp"
#include "practice/exercise.hpp"

namespace attn {

/// A fault of an exercise, for its author.
struct LintFault {
  std::string exercise;  ///< id or folder
  std::string text;      ///< one sentence, translated
};

/// What lint proved of a course.
struct LintReport {
  struct Counts {
    std::size_t exercises = 0, fields = 0, alternatives = 0, variants = 0;
  } counts;
  std::vector<LintFault> faults;
  std::vector<std::string> remarks;  ///< what an author may have meant: sentences, translated
};

/// Checks every exercise: its answer file passes; the untouched template has every field, nothing
/// filled in, and is recognised as such; everything that it defines can be computed; the answer of
/// every alternative that may not coincide, exact and rounded to the digits asked for, is diagnosed
/// by its name where it first shows, with the book's numbers and with those of `n_variants`
/// variants; that of every other one with some numbers at least, and not together with the very
/// same other one each time (see ToldApart); the truth is finite, and passes as people write it;
/// texts and pages exist in every language of the course and name only known values; there is a
/// hint; a number expected to be 0 has more than a relative tolerance; no id or number is used
/// twice. Each fault is told once, and what follows from it is not.
LintReport lint(const Course& course, std::uint64_t n_variants = 5);

/// What is wrong with the pages, the template and the answer file of an exercise, as sentences.
/// Errors:  InputError if its numbers cannot be computed.
std::vector<std::string> page_faults(const Exercise& exercise);

}  // namespace attn
