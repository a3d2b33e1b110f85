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
};

/// An answer as it was handed in: texts under names.
struct AnswerSheet {
  std::string source;                    ///< "answer.txt", "standard input", "--set"
  std::optional<std::string> exercise;   ///< the id it says it answers
  std::optional<std::uint64_t> variant;  ///< the variant it says it answers
  std::vector<AnswerEntry> entries;      ///< blank ones are left out
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
/// A name, "=" and its text, which goes on until the next name. JSON works too:
/// {"exercise": "...", "scores": [[1, 0, 1], ...], "total": 42, "why": "b"}: numbers and words as
/// they are, arrays as rows of a matrix or as lists; null means no answer. A byte order mark, any
/// line ends, tabs, no-break spaces and full-width characters are read.
///
/// Errors:  InputError naming line and column for text before the first name, a name given twice,
///          UTF-16, bytes that are not UTF-8, text that begins as JSON and is not, JSON with other
///          values or arrays nested more than two deep, and more than kAnswerLimit bytes.
AnswerSheet read_answer_sheet(std::string_view bytes, const std::string& source);

/// Puts an answer in the place of an older one to the same question; an empty text takes it away.
void replace_answer(AnswerSheet& sheet, const std::string& name, const std::string& text);

/// One NAME=VALUE of the command line.
/// Errors:  InputError if there is no "=" or no name.
AnswerEntry read_assignment(const std::string& text);

}  // namespace attn
