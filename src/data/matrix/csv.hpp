#pragma once

#include <armadillo>
#include <string>
#include <string_view>

namespace attn {

/// The matrix in comma-separated text: one row per line, nothing but numbers.
/// A byte order mark, CRLF line ends, spaces around a cell and blank lines at the end are fine.
///
/// Shapes:  lines × cells of the first line
/// Errors:  InputError naming line and column, counted from 1, for a header row, a blank line
///          before the end, rows of different lengths, and cells that are empty, text, NaN or
///          infinite.
arma::mat read_csv(std::string_view text, const std::string& name);

/// The same with a tab between cells.
arma::mat read_tsv(std::string_view text, const std::string& name);

}  // namespace attn
