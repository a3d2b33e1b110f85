#pragma once

#include <armadillo>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The matrix in comma-separated text: one row per line, nothing but numbers. Semicolons, tabs,
/// bars or blanks between the cells of the first line separate as well, and a line "sep=;" names
/// what does. A number may be quoted, a fraction, a percentage, TRUE or FALSE, or have a comma for
/// its decimal mark where commas separate nothing; digits, signs and separators may be full-width.
/// Any usual encoding and line end, spaces around a cell, brackets around a row and blank lines at
/// the end are fine. Lines that begin with # in front and behind are passed over, which is told.
///
/// Shapes:  lines × cells of the first line
/// Errors:  InputError naming line and column, counted from 1, for a header row, a blank line
///          before the end, a comment among the numbers, two separators, rows of different lengths,
///          and cells that are empty, text, NaN or infinite, or whose comma may part thousands.
arma::mat read_csv(std::string_view text, const std::string& name);

/// The same with a tab between cells.
arma::mat read_tsv(std::string_view text, const std::string& name);

/// Whether a cell holds what a spreadsheet writes where a formula has no value: "#N/A", "#DIV/0!",
/// "#WERT!", "Err:502".
bool is_formula_error(std::string_view cell);

/// Whether a cell holds what a spreadsheet shows where a number has no room: "####".
bool is_number_without_room(std::string_view cell);

/// Whether an argument is a matrix written on the command line rather than the path of a file:
/// it has a digit and only digits, signs, points, e, E, fractions, percent signs, commas,
/// semicolons, bars, spaces and tabs, be they full-width. A file that happens to be named like
/// that, such as 1, is written ./1.
bool looks_inline(const std::string& argument);

/// Whether of several cells in an argument at least half are numbers, so that it is a matrix with a
/// mistake in it.
bool has_mostly_numbers(const std::string& argument);

/// The matrix written as text: rows end at `;`, cells at spaces, commas or both, or at bars
/// where it has any: "1 0; 0 1; 1 1". Cells are numbers as in CSV (number_in_cell).
///
/// Errors:  InputError naming the cell or row, counted from 0, for text, empty cells, rows of
///          different lengths, numbers that are not finite, and commas that may be inside a
///          number.
arma::mat read_inline(const std::string& argument, const std::string& name);

/// The matrices in a JSON text, parsed once: a list of rows, an object of such lists, or the stages
/// of a trace that this program wrote, named as in a .npz: "scores", or "head0.scores" in a group.
class JsonMatrices {
 public:
  /// Errors:  InputError naming the line for text that is not JSON; also if it is nested deeply or
  ///          names a matrix twice.
  JsonMatrices(std::string_view text, const std::string& name);

  /// The names; the one name "" for a bare list of rows.
  const std::vector<std::string>& keys() const;

  /// One matrix; true and false count as 1 and 0.
  ///
  /// Errors:  InputError if that name does not exist, its rows differ in length, or a cell is not
  ///          a number.
  arma::mat get(const std::string& key) const;

  /// One row of numbers, with or without brackets around the row.
  ///
  /// Errors:  as get; also if there are several rows.
  arma::rowvec get_row(const std::string& key) const;

 private:
  struct Document;
  std::shared_ptr<const Document> document_;
};

/// The first of `preferred` in a JSON text, or its only matrix.
///
/// Errors:  as JsonMatrices; also if it is not clear which matrix is meant.
arma::mat read_json_matrix(std::string_view text, const std::string& name,
                           const std::vector<std::string>& preferred);

/// True as 1 and False as 0, however they are capitalised; nothing for any other word.
std::optional<double> truth_value(std::string_view word);

/// Tells that `name`, of which a matrix is read, holds such values, and what they mean in a mask.
void tell_truth_values(const std::string& name);

}  // namespace attn
