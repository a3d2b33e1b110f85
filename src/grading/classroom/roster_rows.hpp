#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// Where a fault of a roster is.
struct RosterPlace {
  const std::string& source;
  std::size_t line;

  /// Errors: InputError that names file and line.
  [[noreturn]] void refuse(const std::string& why) const;
};

/// The fields of a line, and the number of that line.
struct RosterRow {
  std::size_t line = 1;
  std::vector<std::string> fields;
};

/// Takes a table apart that spreadsheets saved: its rows without the blank ones, the fields without
/// what spreadsheets put around them (blanks, quotes, ="0012"). `source` names the file in
/// refusals.
///
/// Errors: InputError naming the line: quotes that do not end or are followed by more, text that is
///         not UTF-8 and no encoding that text_of_bytes reads.
std::vector<RosterRow> roster_rows(std::string_view bytes, const std::string& source);

}  // namespace attn
