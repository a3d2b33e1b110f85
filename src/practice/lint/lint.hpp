// Proofs that a course is sound, and what learners read for each mistake.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "practice/course/course.hpp"
#include "practice/exercise/exercise.hpp"

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

/// A mistake or a reading of an exercise, as a learner meets it.
struct ShownMistake {
  std::string exercise;  ///< its id
  std::string name;      ///< "no_scale"
  enum class Kind { misconception, accept, printed } kind = Kind::misconception;
  std::string field;      ///< the first that shows it; "" if none does
  std::string answer;     ///< the answer to that field, as it may be typed
  std::string text;       ///< what the learner reads, translated; "" if nothing is said
  std::string diagnosed;  ///< what it is taken for: `name`, where all is well
};
inline constexpr Named<ShownMistake::Kind> kMistakeKinds[] = {
    {ShownMistake::Kind::misconception, "misconception"},
    {ShownMistake::Kind::accept, "accept"},
    {ShownMistake::Kind::printed, "printed"}};

/// Every misconception, accepted reading and printed key of an exercise, in the order of its
/// manifest, with the book's numbers: the answers are judged as a learner's are.
/// Errors: InputError if the exercise cannot be computed.
std::vector<ShownMistake> shown_mistakes(const Exercise& exercise);

}  // namespace attn
