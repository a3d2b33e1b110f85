#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "practice/answer_sheet.hpp"
#include "practice/compare.hpp"
#include "practice/exercise.hpp"
#include "practice/worksheet.hpp"

namespace attn {

/// What the checker says of one field.
enum class FieldVerdict {
  pass,      ///< right
  accepted,  ///< right in another reading; there is a remark
  follows,   ///< wrong, but right for the learner's own earlier answer
  wrong,
  wrong_shape,  ///< the numbers were not looked at
  missing,      ///< nothing was given
  unreadable,
  noted,  ///< not graded: a guess
};

enum class Verdict { pass, not_yet, unreadable };

/// The judgement of one field.
struct FieldResult {
  const Field* field = nullptr;
  FieldVerdict verdict = FieldVerdict::missing;
  std::string text;                       ///< what was typed
  std::size_t line = 0;                   ///< where in the file; 0: not from a file
  arma::mat given;                        ///< what it was read as; empty where it was not
  arma::mat expected;                     ///< the truth (see Field)
  Comparison comparison;                  ///< of the two, where they have the same shape
  std::string misconception{};            ///< the name of the mistake it shows, or ""
  bool follows_from_yours = false;        ///< it is right for the learner's own earlier answers
  std::vector<std::string> follows_of{};  ///< which of them were wrong
  std::vector<std::string> messages{};    ///< whole sentences, translated, the diagnosis first
};

/// The judgement of a whole answer.
struct CheckResult {
  const Exercise* exercise = nullptr;
  std::uint64_t variant = 0;
  Verdict verdict = Verdict::not_yet;
  std::vector<FieldResult> fields;   ///< one for each field of the exercise, in order
  std::vector<std::string> remarks;  ///< about the sheet as a whole

  bool is_attempt() const { return verdict != Verdict::unreadable; }
  std::size_t n_slips() const;  ///< fields that are wrong in their own right
};

/// Judges an answer sheet.
///
/// Each field is read, compared with the truth (its shape first), and with what follows from the
/// learner's own earlier fields. A wrong one is then compared with what every mistake of the
/// exercise would give, and with itself turned round: transposed, as a percentage, negated.
///
/// Errors:  InputError if the sheet is for another exercise or names a field that does not exist.
CheckResult check(const Exercise& exercise, std::uint64_t variant, const AnswerSheet& sheet);

/// Judges one field as it is typed, with those that were judged before it.
FieldResult check_field(const Exercise& exercise, const Worksheet& worksheet, const Field& field,
                        const AnswerEntry& entry, const std::vector<FieldResult>& before);

/// Judges the whole of some results: the verdict and the remarks.
CheckResult concluded(const Exercise& exercise, std::uint64_t variant,
                      std::vector<FieldResult> fields);

/// How the verdict is called in JSON: "pass", "not_yet", "unreadable".
const char* name_of(Verdict verdict);
const char* name_of(FieldVerdict verdict);

/// Whether what is right may be told where this field is wrong.
Reveal reveal_of(const Exercise& exercise, const Field& field);

}  // namespace attn
