#include "data/matrix/inline_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/plain_characters.hpp"
#include "base/text.hpp"
#include "data/matrix/refuse.hpp"

namespace attn {
namespace {

constexpr std::string_view kMiddleDot = "・";
constexpr std::string_view kDigits = "0123456789";

// As a keyboard of ASCII has it: full-width digits and signs, and every kind of minus.
std::string in_plain(const std::string& argument) {
  std::vector<std::string> unused;
  return in_plain_characters(argument, unused);
}

double cell_value(std::string_view text, const std::string& name, std::size_t row,
                  std::size_t col) {
  const std::optional<double> value = parse_number(text);
  if (value && std::isfinite(*value)) return *value;

  const std::string place = cell_place(row, col);
  if (text.empty()) refuse_empty_cell(name, place);
  if (value) refuse_not_finite(name, place, text);
  refuse_text(name, place, text,
              message("Cells are separated by spaces or commas, rows by semicolons."));
}

std::vector<double> row_cells(std::string_view text, const std::string& name, std::size_t row) {
  std::vector<double> cells;
  for (std::string_view rest = trimmed(text, kBlanks); !rest.empty();) {
    const auto end = std::min(rest.find_first_of(" \t,"), rest.size());
    cells.push_back(cell_value(rest.substr(0, end), name, row, cells.size()));
    rest = trimmed(rest.substr(end), kBlanks);
    if (!rest.starts_with(',')) continue;
    rest = trimmed(rest.substr(1), kBlanks);
    if (rest.empty()) refuse_empty_cell(name, cell_place(row, cells.size()));
  }
  return cells;
}

}  // namespace

bool looks_inline(const std::string& argument) {
  bool has_digit = false;
  const std::string plain = in_plain(argument);
  for (std::string_view rest = plain; !rest.empty();) {
    if (rest.starts_with(kMiddleDot)) {  // a slip for a point, which is refused where it stands
      rest.remove_prefix(kMiddleDot.size());
      continue;
    }
    const bool digit = kDigits.find(rest.front()) != rest.npos;
    if (!digit && std::string_view("+-.eE,; \t").find(rest.front()) == rest.npos) return false;
    has_digit = has_digit || digit;
    rest.remove_prefix(1);
  }
  return has_digit;
}

arma::mat read_inline(const std::string& argument, const std::string& name) {
  const std::string plain = in_plain(argument);
  std::string_view rest = trimmed(plain, kBlanks);
  if (rest.ends_with(';')) rest = trimmed(rest.substr(0, rest.size() - 1), kBlanks);
  if (rest.empty()) refuse_no_numbers(name);

  std::vector<double> cells;
  std::size_t rows = 0;
  std::size_t cols = 0;
  while (true) {
    const auto end = std::min(rest.find(';'), rest.size());
    const std::vector<double> row = row_cells(rest.substr(0, end), name, rows);
    if (rows == 0) cols = row.size();
    if (row.size() != cols) refuse_ragged(name, row_place(0), cols, row_place(rows), row.size());
    cells.insert(cells.end(), row.begin(), row.end());
    ++rows;
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  if (cells.empty()) refuse_no_numbers(name);
  return arma::mat(cells.data(), cols, rows).t();
}

}  // namespace attn
