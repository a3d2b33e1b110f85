#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"

namespace attn {

// One wording for what every reader refuses. Each function throws InputError; `name` is the file or
// flag the matrix came from, and text out of a file is shortened before it is shown.

/// Where a cell is in an array: counted from 0, as NumPy and JSON do.
std::string cell_place(std::size_t row, std::size_t col);
std::string cell_place(const std::vector<std::size_t>& index);
/// Which row of an array: counted from 0.
std::string row_place(std::size_t row);

/// The cell holds `given` instead of a number; `hint` is a whole sentence about the format. Of an
/// error of a spreadsheet it is said that it is one.
[[noreturn]] void refuse_text(const std::string& name, const std::string& place,
                              std::string_view given, const std::string& hint);
/// The cell holds nothing; `is_at_end`: nor do those behind it in any line.
[[noreturn]] void refuse_empty_cell(const std::string& name, const std::string& place,
                                    bool is_at_end = false);
/// The cell holds `given`: NaN, an infinity or a number beyond the largest double.
[[noreturn]] void refuse_not_finite(const std::string& name, const std::string& place,
                                    std::string_view given);
/// Two rows differ in length.
[[noreturn]] void refuse_ragged(const std::string& name, const std::string& first,
                                std::size_t first_cells, const std::string& other,
                                std::size_t other_cells);
/// There is not one number in it.
[[noreturn]] void refuse_no_numbers(const std::string& name);

/// What `read` returns; the errors it throws gain the flag in front, so that it is clear
/// which file is meant.
template <typename Read>
auto with_flag(const std::string& flag, Read read) {
  try {
    return read();
  } catch (const InputError& error) {
    throw InputError(flag + " " + error.what());
  }
}

}  // namespace attn
