#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// A pattern, cut at its slashes.
using LayoutPattern = std::vector<std::string>;

/// Where, below the folder of a class, the files of each student lie: "{student}/{exercise}". What
/// stands in a path where {student} and {exercise} are, is that; {name} is what the student is
/// called, {number} tells apart students of whom the rest is alike, * is anything and # a number.
/// None of them reaches over a slash.
struct ClassLayout {
  std::vector<LayoutPattern> patterns;  ///< the first that fits a path counts

  /// How many steps the longest of them has.
  std::size_t depth() const;
  /// The folders in which the files lie: without the last step, and the patterns that have no
  /// other.
  ClassLayout above() const;
  /// As one reads it: "{student}/{exercise}".
  std::string text() const;
};

/// A layout by its name, or a pattern.
///
///     folders   {student}/{exercise}
///     moodle    {name}_{student}_assignsubmission_*/{exercise}, and the same without folders
///     canvas    {student}_LATE_{number}_#_{exercise}, without LATE, and without #
///
/// Errors: InputError if it is neither: without {exercise}, with one of the four twice, or with
///         two of them that nothing separates.
ClassLayout read_class_layout(const std::string& text);

/// A file as a layout sees it.
struct PlacedFile {
  std::string student;  ///< "" where the layout names none: everything is from one
  std::string name;     ///< what the student is called; "" where the layout does not say
  std::string file;  ///< as it would be in a folder of the student's own: "attention-by-hand.txt"
  std::string number{};  ///< "" where the layout does not say
};

/// Takes the path of a file or folder apart; nothing where it does not fit. What lies deeper than
/// the layout belongs to the folder that fits.
std::optional<PlacedFile> placed_file(const ClassLayout& layout, const std::string& path,
                                      bool is_folder);

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
