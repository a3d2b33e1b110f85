#pragma once

#include <armadillo>
#include <string>
#include <string_view>

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

}  // namespace attn
