#include "data/matrix/refuse.hpp"

#include <fmt/ranges.h>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/matrix/spreadsheet_error.hpp"
#include "data/matrix/written_number.hpp"

namespace attn {

std::string cell_place(std::size_t row, std::size_t col) {
  return cell_place(std::vector{row, col});
}

std::string cell_place(const std::vector<std::size_t>& index) {
  return message("cell [{}] (counted from 0)", fmt::format("{}", fmt::join(index, ", ")));
}

std::string row_place(std::size_t row) { return message("row {} (counted from 0)", row); }

void refuse_text(const std::string& name, const std::string& place, std::string_view given,
                 const std::string& hint) {
  if (is_number_without_room(given))
    throw InputError(
        message("{}: {}: '{}' is what a spreadsheet shows where a column is too narrow for its "
                "numbers. Widen it there, and save the table again.",
                name, place, preview(given)));
  if (is_formula_error(given))
    throw InputError(
        message("{}: {}: '{}' is what a spreadsheet writes where a formula has no value. Mend the "
                "formula there, and save the table again.",
                name, place, preview(given)));
  std::string advice = has_middle_dot(given) ? decimal_point_advice() : hint;
  if (const auto hidden = hidden_character(given)) advice = refusal_of_hidden(*hidden);
  throw InputError(message("{}: {}: a number was expected, but '{}' was given. {}", name, place,
                           preview(given), advice));
}

void refuse_empty_cell(const std::string& name, const std::string& place, bool is_at_end) {
  if (is_at_end)
    throw InputError(
        message("{}: {}: the cell is empty, and so are all from there on, in every line. Delete "
                "the separators at the ends of the lines, or write numbers there.",
                name, place));
  throw InputError(message(
      "{}: {}: the cell is empty. Write a number there; write 0 if zero is meant.", name, place));
}

void refuse_not_finite(const std::string& name, const std::string& place, std::string_view given) {
  std::string text = message("{}: {}: every cell must be a finite number, and '{}' was given.",
                             name, place, preview(given));
  const bool is_undefined = lower_case(std::string(given)).find("nan") != std::string::npos;
  add_sentence(
      text,
      is_undefined
          ? translated("Replace it: a query that may attend to nothing, to which other programs "
                       "give NaN, gets 0 here.")
          : translated("Replace it; a mask of 0 and 1 says who may attend, not an infinity."));
  throw InputError(text);
}

void refuse_ragged(const std::string& name, const std::string& first, std::size_t first_cells,
                   const std::string& other, std::size_t other_cells) {
  throw InputError(
      message("{}: all rows must be equally long, and {} has cells: {}, but {} has cells: {}. Add "
              "the missing cells or delete the extra ones.",
              name, first, first_cells, other, other_cells));
}

void refuse_no_numbers(const std::string& name) {
  throw InputError(
      message("{}: a matrix was expected, but there is not one number in it. Write one row of "
              "numbers per line, or give another file.",
              name));
}

}  // namespace attn
