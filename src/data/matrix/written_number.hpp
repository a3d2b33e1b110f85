#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace attn {

/// The number that a text is as people write one by hand or in Japanese: "-0.5", "１．５", "ー1",
/// "1/3", "1⅓", "３分の１". Nothing for any other formula, and for a number with another decimal
/// mark.
std::optional<double> written_number(std::string_view typed);

/// Of "50%" or "12,5 %" what stands before the sign; any other text as it is.
std::string_view without_percent_sign(std::string_view plain);

/// "1,5" with a comma for its decimal mark, where no comma separates.
std::optional<double> number_with_decimal_comma(std::string_view plain);

/// The number in a cell of a matrix called `name`, as spreadsheets and people write one: as
/// written_number, and 50%, TRUE, and 0,5 or 12,5% where commas separate nothing, which are told.
std::optional<double> number_in_cell(std::string_view plain, const std::string& name);

/// Whether the comma in a number or percentage may part its thousands as well as its decimals: that
/// of "1,000", but not those of "0,500", "1,5" and "1,000,000".
bool has_doubtful_comma(std::string_view plain);

/// Whether what stands behind a comma is surely decimals: "05", which nobody writes for a number of
/// its own.
bool are_decimals(std::string_view behind_comma);

/// The sentence that names both numbers which a text with such a comma may be.
std::string doubt_about_comma(std::string_view plain);

/// Whether two numbers with a blank between them may be one whose thousands it parts: "1 024.5".
/// Nobody writes 024 for a number of its own.
bool are_parted_thousands(std::string_view first, std::string_view second);

/// Whether a row begins with a number that zeros fill up, "001": where one does, a 024 elsewhere is
/// a number of its own.
bool begins_padded(std::string_view row);

/// The sentence that names both ways to write such numbers.
std::string doubt_about_blank(std::string_view first, std::string_view second);

/// Whether a dot in the middle of the line is in it, ・ or ·, of which nobody knows whether a
/// point, a comma or a product is meant.
bool has_middle_dot(std::string_view typed);

}  // namespace attn
