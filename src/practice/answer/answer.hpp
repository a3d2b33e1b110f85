// A learner's text into typed answers.
#pragma once

#include <armadillo>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"
#include "practice/formula/formula.hpp"

namespace attn {

/// What is known of an answer before it is read: how it may be written depends on that. Without it
/// every answer that is unambiguous by itself is read as well.
struct AnswerContext {
  arma::uword n_rows = 0, n_cols = 0;  ///< of the truth, where that has cells; 0: not known
  bool is_whole = false;  ///< the truth has whole numbers, or is one number, and no decimals are
                          ///< asked for
  bool takes_degrees = true;  ///< which are turned into radians
  bool is_mask = false;       ///< who may attend to whom: marks and letters may stand for 1 and 0
  std::map<std::string, double> names;  ///< single numbers that the learner may use by name
  std::string question{};               ///< in all languages, in small letters
  std::vector<std::string> row_labels{}, col_labels{};  ///< of the matrix, or empty

  /// Whether the shape of a matrix is asked for: "512 × 4096" is two numbers then, not a product.
  bool is_shape() const { return is_whole && n_rows == 1 && n_cols > 1; }

  /// The names alone.
  std::vector<std::string> known_names() const;
};

/// The context of a field. Of the exercise's numbers, those can be named that are given, or defined
/// and named on the page; and single numbers that the learner has answered before, as answered.
AnswerContext answer_context(const Worksheet& worksheet, const Field& field,
                             const std::map<std::string, double>& answered);

/// What was written for one field, and where.
struct AnswerEntry {
  std::string name;
  std::string text;          ///< as typed, without comments; may have several lines
  std::size_t line = 1;      ///< of the text's first line in the file, from 1; 0: not from a file
  std::size_t named_at = 0;  ///< the line of the name; 0: not from lines of a file
  std::string problem{};     ///< why it cannot be read, whatever the question asks; "": it may be
  std::vector<std::size_t> earlier{};  ///< the lines of answers to the same question before it
};

/// An answer as it was handed in: texts under names.
struct AnswerSheet {
  std::string source;                    ///< "answer.txt", "standard input", "--set"
  std::optional<std::string> exercise;   ///< the id it says it answers
  std::optional<std::uint64_t> variant;  ///< the variant it says it answers
  std::vector<AnswerEntry> entries;      ///< blank ones are left out; one for each name
  std::vector<std::string> unread{};     ///< of lines that are no answer: sentences, translated
};

/// The largest answer that is read, in bytes.
constexpr std::size_t kAnswerLimit = 1 << 20;

/// Reads an answer file.
///
///     # a remark
///     exercise = attention-by-hand
///     variant = 0
///     scores =
///       1 0 1
///       0 1 1
///     weights = 1/2 1/2; 1/3 2/3
///
/// A name, "=" or ":" and its text, which goes on until the next name. A line that begins with one
/// of `questions` belongs to that one, whatever follows (see answer_line). Of a name that is given
/// twice the last text counts. JSON works too:
/// {"exercise": "...", "scores": [[1, 0, 1], ...], "total": 42, "why": "b"}: numbers and words as
/// they are, arrays as rows of a matrix or as lists; null means no answer. A byte order mark, any
/// line ends, tabs, no-break spaces and full-width characters are read.
///
/// Errors:  InputError for another variant or exercise in the same sheet, a variant that is no
///          number, bytes that are not UTF-8, text that begins as JSON and is not, a name that JSON
///          gives twice, and more than kAnswerLimit bytes or a thousand answers.
AnswerSheet read_answer_sheet(std::string_view bytes, const std::string& source,
                              const std::vector<std::string>& questions = {});

/// Puts an answer in the place of an older one to the same question; an empty text takes it away.
void replace_answer(AnswerSheet& sheet, const std::string& name, const std::string& text);

/// One NAME=VALUE of the command line.
/// Errors:  InputError if there is no "=" or no name.
AnswerEntry read_assignment(const std::string& text);

/// An answer as it is typed line by line. A matrix grows by a row at a time, each of which is
/// looked at when it comes; everything else is one line.
class AnswerInRows {
 public:
  /// With the lines that were typed before, which need not be whole.
  AnswerInRows(const Field& field, AnswerContext context, const std::string& typed = "");

  /// Takes a line. Returns why it is no row of this matrix, as a sentence, and leaves it out then;
  /// "" if it is one. Several rows at once ("1 0; 0 1", [[1, 0], [0, 1]]) are the whole answer; an
  /// empty line ends a bracket that was left open. A semicolon may end each row ("1 0;").
  std::string add(const std::string& line);

  /// Takes the last line back; false if there is none.
  bool take_back();

  bool is_whole() const { return is_whole_; }
  bool is_empty() const { return lines_.empty(); }

  /// Whether a bracket that was opened has not been closed yet.
  bool has_open_bracket() const;

  const std::vector<std::string>& lines() const { return lines_; }

  /// What it was when it had its first n lines.
  AnswerInRows first(std::size_t n) const;

  /// The row that is typed next, from 1; 0 where the answer has no rows.
  std::size_t next_row() const;

  std::string text() const;

 private:
  bool has_rows() const;
  bool is_single_row(const std::string& line) const;
  bool begins_anew(const std::string& line) const;
  bool are_all_rows(const std::string& line) const;
  std::string end();
  std::string add_row(const std::string& line);

  const Field& field_;
  AnswerContext context_;
  std::vector<std::string> lines_;
  bool is_whole_ = false;
};

/// What an answer turned out to be.
struct Reading {
  std::optional<arma::mat> value;     ///< see Field
  std::optional<Expression> formula;  ///< the same, where it is a formula
  std::string digits{};  ///< what the number was read from, without working or other sides of an
                         ///< equation; of anything else the whole text
  std::string problem;   ///< why it could not be read: what was expected, what and where
  std::vector<std::string> remarks;
};

/// Reads one answer by the kind of its field, strictly: the whole text, or it is unreadable. What
/// the context knows makes more spellings unambiguous. It never throws for what a person may type.
///
///     number      2.5   1/3   sqrt(2)   2*pi   40.1 % (.401)   1,048,576   4*d_model^2   4 times
///     matrix      rows at line ends or ";", cells at spaces, commas or tabs; [[1, 2], [3, 4]];
///                 tensor([[1, 2]]); a shape as 512 × 4096; a single row also as a column
///     mask        the same of 1 and 0, or true and false
///     choice      the id of an option, or its whole text
///     label       a term, in either language
///     list        items between commas or spaces; pairs as cat->sat or cat→sat
///     expression  4*n*d^2 + 2 n² d
Reading read_answer(const Field& field, const std::string& text, const AnswerContext& context = {});

/// What an entry of a sheet was read as.
struct EntryReading {
  std::string text{};             ///< of the answer
  Reading reading{};              ///< with remarks about its place in the sheet
  bool has_unread_lines = false;  ///< something stood below it that is no part of it
};

/// Reads an entry of a sheet. Where all of its text is no answer, but its first lines are one of
/// the size that is asked for, and what follows them is none, those count: somebody wrote something
/// else below, of which a remark gives the line.
EntryReading read_entry(const Field& field, const AnswerEntry& entry, const AnswerContext& context);

}  // namespace attn
