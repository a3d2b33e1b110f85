#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A line of a roster.
struct RosterLine {
  std::string student;     ///< what his or her folder is called
  std::string name{};      ///< "" where there is none
  std::string language{};  ///< "en", "ja"; "" where there is none
  std::optional<std::uint64_t> variant{};
};

/// The largest roster that is read, in bytes.
constexpr std::size_t kRosterLimit = 16 << 20;

/// Reads a table of students as spreadsheets save it (CSV): a line that names its columns, then a
/// line for each student. The column `student` is needed, or `student_column` names another, or one
/// that learning platforms and schools use for it ("SIS Login ID", "ID number", "学籍番号"), which
/// is told; `name`, `lang` and `variant` are used where they are there, any other is passed over.
/// Rows of nobody, of Canvas itself, and of whoever has another role where a column says who is a
/// student, are passed over; who has a name and nothing else is known by it. Both are told. A
/// student who is known by a name has it as his or her name, too.
/// Commas, semicolons or tabs separate, whatever the first line has; a field in quotes may hold
/// them. `source` names the file in refusals.
///
/// Errors: InputError naming the line: no such column or two of them, no student at all, one twice
///         or two who look alike, a language that is neither en nor ja, a variant that is no
///         number, quotes that do not end, text that is not UTF-8.
std::vector<RosterLine> read_roster(std::string_view bytes, const std::string& source,
                                    const std::string& student_column = "");

}  // namespace attn
