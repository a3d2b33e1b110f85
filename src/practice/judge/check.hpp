// Answers into verdicts: tolerance, following through, which question was answered how.
#pragma once

#include <armadillo>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/named.hpp"
#include "practice/answer/answer.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"

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

/// What a wrong answer shows, whatever the exercise: how it becomes the truth, or what of it is
/// right already.
struct Turn {
  /// How it stands beside a mistake of the exercise that gives the same answer.
  enum class Rank {
    behind,      ///< the mistake alone is told
    last_digit,  ///< both are told, but of a mistake that never coincides with another that alone
    few_digits,  ///< it alone is told, unless the mistake gives just these digits
    caused,      ///< both are told: the mistake may be the reason
    ahead        ///< it alone is told
  };

  const char* name;  ///< "transposed"
  Rank rank = Rank::behind;
  bool is_habit = false;         ///< how numbers are written, whatever the question
  bool is_partly_right = false;  ///< how far off the rest is stays open
};

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
  std::string alternative{};   ///< the mistake it shows or the reading it is right in, or ""
  const Turn* turn = nullptr;  ///< the same, where it is one that no exercise has
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
  /// Whether a part of it is right, which says of the rest no more than where it is.
  bool is_partly_right() const { return turn != nullptr && turn->is_partly_right; }
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

/// The names of an exercise's questions, in order.
std::vector<std::string> question_names(const Exercise& exercise);

/// Errors:  InputError with the name that was probably meant, if the exercise does not ask for the
///          entry's.
void require_question(const Exercise& exercise, const AnswerEntry& entry);

/// What is said of names that the exercise does not ask for, and of lines that are no answers:
/// sentences, translated.
std::vector<std::string> unread_lines(const Exercise& exercise, const AnswerSheet& sheet);

/// Whether the sheet does not say that it answers another exercise; it may name this one by its
/// number.
bool may_be_for(const Exercise& exercise, const AnswerSheet& sheet);

/// Errors:  InputError if the sheet says that it answers another exercise.
void require_same_exercise(const Exercise& exercise, const AnswerSheet& sheet);

/// Errors:  InputError if the sheet says that it answers another variant.
void require_same_variant(const Worksheet& worksheet, const AnswerSheet& sheet);

/// What is wrong with an answer whose shape is not that of the truth: both shapes, and how the one
/// may have become the other. Translated.
std::string shape_message(const Field& field, const arma::mat& given, const arma::mat& truth);

/// Where an answer has numbers that are not finite, and how many of them. Translated.
std::string not_finite_message(const arma::mat& given);

/// How many of the items of a list are among the best, in whatever order.
arma::uword n_hits(const Field& field, const arma::mat& given, const arma::mat& truth);

}  // namespace attn
