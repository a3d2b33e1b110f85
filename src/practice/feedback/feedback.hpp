// Verdicts into a page.
#pragma once

#include <string>
#include <vector>

#include "practice/judge/check.hpp"
#include "practice/program/program.hpp"
#include "trace/document.hpp"

namespace attn {

/// Roughly how far a wrong number is from the right one, without giving that away: a sentence, or
/// "" where nothing can be said (of masks, of −∞, beside 0).
///
///     a number    "It is at least 3 times too large."
///     a matrix    "It is off by about 0.2." of its worst cell, unless whole numbers are asked for
std::string distance_text(const FieldResult& result);

/// What an explanation says, in pieces: several mistakes are a line and a list below it, anything
/// else is a paragraph.
struct ExplanationPieces {
  std::string text;             ///< the paragraph, or the line before the list
  std::vector<ListItem> items;  ///< one for each mistake; or none
};

/// An explanation cut into its line and its list, of items at the depth given.
ExplanationPieces pieces_of_explanation(const std::string& explanation, unsigned depth);

/// The explanation of a result and the remarks after it as one text.
std::string whole_explanation(const FieldResult& result);

/// What the checker says about one field: right or not, and then in the order in which it helps:
/// the diagnosis, what is wrong and how much, yours beside what is right (as far as the exercise
/// reveals it).
Document field_feedback(const Exercise& exercise, const FieldResult& result);

/// The whole answer: a line for each field; the details of the first that is wrong in its own
/// right, and of all that could not be read; what the others that are wrong show, and where, in a
/// few sentences each (in details too with `in_full`); and the verdict. The command line adds what
/// to type next. Without `counts_attempts` nothing is said of attempts, of which a grading has
/// none.
Document feedback(const CheckResult& result, bool in_full, bool counts_attempts = true);

/// Whether feedback() shows cells with `in_full` that it leaves out without.
bool has_more_in_full(const CheckResult& result);

/// The field in one line: "scores   ✓ right", "weights   not yet".
LabelledLine field_status(const FieldResult& result);

/// What there is to say about an answer that is wrong or could not be read; nothing about others.
std::vector<Piece> field_details(const Exercise& exercise, const FieldResult& result);

/// How many decimals show an answer so that its error can be seen: one more than its tolerance has,
/// and more where a wrong cell would still look right.
int visible_decimals(const FieldResult& result);

/// The learner's matrix with the wrong cells marked, and beside it, if it may be shown, the right
/// one: at most 8 × 8 cells, around the worst. By itself it has no more decimals than were typed or
/// asked for.
MatrixRow marked_answer(const FieldResult& result, bool with_expected);

/// The two numbers of the worst cell, how far apart they are, and how far apart they may be.
struct WorstCell {
  std::string given, expected, error, allowed;
};

/// Those of a wrong answer that has cells. What was given is shown with the digits that were typed,
/// and never as another number: 0.0085 and not 0.01.
WorstCell worst_cell(const FieldResult& result);

/// "row 3, column 1 (sat, The)". Translated.
std::string place_text(const Field& field, const CellDifference& cell);

/// Which part of the matrix marked_answer() shows, as a sentence; "" for all of it.
std::string shown_part(const FieldResult& result);

/// The learner's latest `n` answers that count, as they were typed: matrices side by side, the
/// others on a line; an empty page for none. Later questions go on from them.
Document own_answers(const std::vector<FieldResult>& results, std::size_t n);

/// A page of matrices with those of another at its end, in one row where they fit.
Document beside(Document page, Document more);

/// How many of the answers count: they are right, or follow from an earlier one.
std::size_t n_own_answers(const std::vector<FieldResult>& results);

/// Some lines of what a program printed, safe to show, and how many are not among them.
struct PrintedLines {
  std::vector<std::string> lines;
  std::size_t n_left_out = 0;
};

/// Its beginning, where a compiler says what is wrong first, and where a reply begins.
PrintedLines first_printed(const std::string& text, std::size_t most);

/// Its end, where an interpreter says why it gave up.
PrintedLines last_printed(const std::string& text, std::size_t most);

/// What is said of a program: a line for each check; of the first that failed which mistake its
/// replies show, where they are wrong (as far as the exercise reveals it), and what the program
/// printed last on standard error; and the verdict. The command line adds what to type next.
Document program_feedback(const ProgramResult& result);

/// How a program ended, where it did not end well: "It was ended after 20 s." Translated.
std::string ending_text(const RunResult& run, const Limits& limits);

/// What came of compiling a program, where that failed. Translated.
std::string build_text(const RunResult& build);

/// What a check is for, in the user's language; of a hidden one only that it is hidden.
std::string title_of_check(const ProgramCheck& check);

/// What stands between the program and the machine, as a sentence. Translated.
std::string isolation_text(Isolation isolation);

/// The first check that failed; null if none did.
const ProgramCheckResult* first_failure(const ProgramResult& result);

}  // namespace attn
