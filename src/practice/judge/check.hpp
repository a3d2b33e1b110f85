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

/// One cell of an answer beside what is right.
struct CellDifference {
  arma::uword row = 0, col = 0;
  double given = 0.0, expected = 0.0;
};

/// An answer beside the truth, cell by cell.
struct Comparison {
  bool same_shape = false;
  arma::umat wrong;                     ///< 1 where a cell is not within the tolerance
  std::optional<CellDifference> worst;  ///< the wrong cell farthest from the truth; a NaN first
  double largest_error = 0.0;           ///< over all cells that are numbers, wrong or not

  bool matches() const { return same_shape && !worst; }
};

/// Whether a number is close enough, but for what binary makes of a fraction. What is not finite
/// never is.
///
///     |given − expected| ≤ allowed_error(expected, tolerance)
bool is_close(double given, double expected, const Tolerance& tolerance);

/// The most that a number may be off. Where digits are counted from the first, `relative` counts in
/// units of the first digit of the expected number: half a unit of the second digit of 0.000335 is
/// 0.000005. A whole number that is asked for as one is not rounded: 1024.5 is no 1024.
///
///     max(absolute, relative · |expected|)
double allowed_error(double expected, const Tolerance& tolerance);

/// Compares an answer with what is right for its field: `truth` is what a Worksheet has under the
/// field's name.
Comparison compare(const Field& field, const arma::mat& given, const arma::mat& truth);

/// The truth in the form of an answer. For a list, whose truth is the score of each item, that is
/// the places of the best ones; any other truth stays as it is.
arma::mat answer_of(const Field& field, const arma::mat& truth);

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

/// The two numbers of the worst cell, how far apart they are, and how far apart they may be.
struct WorstCell {
  std::string given, expected, error, allowed;
};

/// Those of a wrong answer that has cells. What was given is shown with the digits that were typed,
/// and never as another number: 0.0085 and not 0.01.
WorstCell worst_cell(const FieldResult& result);

}  // namespace attn
