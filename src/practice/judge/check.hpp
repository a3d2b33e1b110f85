#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "practice/answer/answer_context.hpp"
#include "practice/answer/answer_sheet.hpp"
#include "practice/exercise.hpp"
#include "practice/judge/compare.hpp"
#include "practice/recipe/worksheet.hpp"

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
inline constexpr Named<FieldVerdict> kFieldVerdicts[] = {{FieldVerdict::pass, "pass"},
                                                         {FieldVerdict::accepted, "accepted"},
                                                         {FieldVerdict::follows, "follows"},
                                                         {FieldVerdict::wrong, "wrong"},
                                                         {FieldVerdict::wrong_shape, "wrong_shape"},
                                                         {FieldVerdict::missing, "missing"},
                                                         {FieldVerdict::unreadable, "unreadable"},
                                                         {FieldVerdict::noted, "noted"}};

enum class Verdict { pass, not_yet, unreadable };
inline constexpr Named<Verdict> kVerdicts[] = {
    {Verdict::pass, "pass"}, {Verdict::not_yet, "not_yet"}, {Verdict::unreadable, "unreadable"}};

/// The judgement of one field.
struct FieldResult {
  const Field* field = nullptr;
  FieldVerdict verdict = FieldVerdict::missing;
  std::string text{};                   ///< what was typed
  int typed_decimals = 0;               ///< of the text, which may end in zeros
  std::vector<int> typed_in_cells{};    ///< those of each cell; empty where not known
  std::size_t line = 0;                 ///< where in the file; 0: not from a file
  arma::mat given{};                    ///< what it was read as; empty if it could not be read
  std::optional<Expression> formula{};  ///< the same, where it is a formula
  arma::mat expected{};                 ///< the truth (see Field)
  Comparison comparison{};              ///< of the two, where they have the same shape
  std::string alternative{};  ///< the mistake it shows or the reading it is right in, or ""
  std::vector<const Alternative*>
      shown{};                            ///< every mistake that gives the same, the first included
  std::string explanation{};              ///< what is said about that, translated
  std::vector<std::string> follows_of{};  ///< earlier answers that it is right for, and were wrong
  bool is_same_mistake = false;  ///< it does not follow from them, but shows the same mistake
  std::vector<std::string> messages{};  ///< further remarks: whole sentences, translated
  bool has_unread_lines = false;        ///< below an answer that was read

  /// The decimals of its numbers as they were written.
  int written_decimals() const;

  bool is_right() const {
    return verdict == FieldVerdict::pass || verdict == FieldVerdict::accepted;
  }
  bool is_slip() const {
    return verdict == FieldVerdict::wrong || verdict == FieldVerdict::wrong_shape;
  }
  /// Whether it needs no other answer: it is right, follows from an earlier one, or is a guess.
  bool is_settled() const {
    return is_right() || verdict == FieldVerdict::follows || verdict == FieldVerdict::noted;
  }
  /// Whether it is wrong, be it for an earlier answer.
  bool is_off() const { return is_slip() || verdict == FieldVerdict::follows; }
};

/// The judgement of a whole answer.
struct CheckResult {
  const Exercise* exercise = nullptr;
  std::uint64_t variant = 0;
  Verdict verdict = Verdict::not_yet;
  std::vector<FieldResult> fields;     ///< one for each field of the exercise, in order
  std::vector<std::string> remarks{};  ///< about the answer as a whole
  bool has_unread_lines = false;       ///< lines that are no answer to a question; a remark says so

  /// Whether it finds something wrong, or passes the exercise.
  bool is_attempt() const { return verdict == Verdict::pass || n_slips() > 0; }
  std::size_t n_slips() const;  ///< fields that are wrong in their own right
};

/// Judges an answer sheet.
///
/// Each field is read and compared with the truth, its shape first; where an earlier answer was
/// wrong, also with what follows from that one, so that a slip counts once, and a mistake that is
/// made again does too. What follows from right answers that were rounded is right too. A wrong one
/// is compared with what every mistake of the exercise gives, and with the truth turned round.
///
/// Errors:  InputError if the sheet is for another exercise or variant.
CheckResult check(const Exercise& exercise, const Worksheet& worksheet, const AnswerSheet& sheet);

/// What is known of an answer to a field before it is read, after those that were judged before it.
AnswerContext context_of(const Worksheet& worksheet, const Field& field,
                         const std::vector<FieldResult>& before);

/// Reads and judges one field, after those that were judged before it.
FieldResult check_field(const Worksheet& worksheet, const Field& field, const AnswerEntry& entry,
                        const std::vector<FieldResult>& before);

/// Judges one answer that is read already; of a formula, `given` has its samples. `typed_decimals`
/// are those of the text, which may end in zeros, and `in_cells` those of each cell.
FieldResult judged(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                   const std::optional<Expression>& formula, const std::vector<FieldResult>& before,
                   int typed_decimals = 0, const std::vector<int>& in_cells = {});

/// Whether every field is missing.
bool is_blank(const std::vector<FieldResult>& fields);

/// The verdict on all fields together: unreadable if one is, or all are missing; pass if every
/// graded one is right and nothing below an answer was left unread.
Verdict verdict_of(const std::vector<FieldResult>& fields);

/// How much of the truth is shown to those who answer this field wrongly.
Reveal reveal_of(const Exercise& exercise, const Field& field);

}  // namespace attn
