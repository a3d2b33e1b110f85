#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace attn {

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

}  // namespace attn
