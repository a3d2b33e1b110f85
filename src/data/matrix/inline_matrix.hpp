#pragma once

#include <armadillo>
#include <string>

namespace attn {

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

}  // namespace attn
