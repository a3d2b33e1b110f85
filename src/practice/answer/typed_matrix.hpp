#pragma once

#include <armadillo>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace attn {

/// The cells of a matrix as they stand in a text, row by row; no row is empty.
using TypedCells = std::vector<std::vector<std::string_view>>;

/// The most cells that are read, and the longest one, in bytes.
constexpr std::size_t kTypedCells = 100'000;
constexpr std::size_t kTypedCellLength = 300;

/// Cuts a text of plain characters into the cells of a matrix; they point into it. All rows have
/// the same length.
///
///     1 0 1              1, 0, 1; 0, 1, 1        [[1, 0, 1], [0, 1, 1]]
///     0 1 1              [1 0 1; 0 1 1]          [[1 0 1] [0 1 1]]
///
/// Spaces and commas inside parentheses do not part cells; a percent sign belongs to the number
/// before it.
///
/// Errors:  InputError naming row and column, both from 1: an empty cell or row, rows of different
///          lengths, brackets that do not match, commas that may be decimal ones; too many cells.
TypedCells typed_cells(std::string_view plain);

/// The rows of a matrix of `n_cols` columns, parted by commas only, with parentheses around cells
/// that have spaces inside: "2 cos(1.5), 1 / 3" as "(2 cos(1.5)), (1 / 3)". The spaces stand before
/// a name or a parenthesis, or on both sides of a sign, so that the cell is one product or sum; a
/// text in which that is not so, or is so with another number of columns, stays as it is.
std::string with_cells_at_commas(const std::string& plain, std::size_t n_cols);

/// The matrix of what `value_of` makes of each cell.
/// Errors:  those of `value_of`, with row and column before them.
arma::mat matrix_of(const TypedCells& cells,
                    const std::function<double(std::string_view)>& value_of);

}  // namespace attn
