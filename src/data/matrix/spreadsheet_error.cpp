#include "data/matrix/spreadsheet_error.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"

namespace attn {

bool is_formula_error(std::string_view cell) {
  constexpr std::string_view kOfLibreOffice = "Err:";
  if (cell.starts_with(kOfLibreOffice)) return are_ascii_digits(cell.substr(kOfLibreOffice.size()));
  // These end as no other does.
  constexpr std::array<std::string_view, 4> kNotAvailable = {"#N/A", "#N/D", "#NV",
                                                             "#GETTING_DATA"};
  if (std::find(kNotAvailable.begin(), kNotAvailable.end(), cell) != kNotAvailable.end())
    return true;
  // In capitals of any language: "#NAME?", "#¡VALOR!".
  const auto is_unlike = [](char c) { return (c >= 'a' && c <= 'z') || c == ' ' || c == '\t'; };
  return cell.size() > 2 && cell.front() == '#' && (cell.back() == '!' || cell.back() == '?') &&
         std::none_of(cell.begin(), cell.end(), is_unlike);
}

bool is_number_without_room(std::string_view cell) {
  return cell.size() > 1 && cell.find_first_not_of('#') == cell.npos;
}

}  // namespace attn
