#include "data/matrix/csv.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "data/files/line_place.hpp"
#include "data/matrix/refuse.hpp"

namespace attn {
namespace {

struct Table {
  std::string_view text;  // without byte order mark and blank lines at the end
  const std::string& name;
  char separator;
};

/// Removes the part before the next `mark` from `rest` and returns it.
std::string_view take_until(std::string_view& rest, char mark) {
  const auto end = std::min(rest.find(mark), rest.size());
  const std::string_view taken = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return taken;
}

std::string_view next_line(std::string_view& rest) {
  std::string_view line = take_until(rest, '\n');
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_blank(std::string_view line, char separator) {
  return line.find_first_not_of(separator == '\t' ? " \r" : " \t\r") == line.npos;
}

std::size_t cell_count(std::string_view line, char separator) {
  return static_cast<std::size_t>(std::count(line.begin(), line.end(), separator)) + 1;
}

std::string_view without_blank_end(std::string_view text, char separator) {
  while (!text.empty()) {
    const auto newline = text.rfind('\n');
    const auto start = newline == text.npos ? 0 : newline + 1;
    if (!is_blank(text.substr(start), separator)) break;
    text = text.substr(0, newline == text.npos ? 0 : newline);
  }
  return text;
}

std::string_view utf8_text(std::string_view text, const std::string& name) {
  if (has_utf16_mark(text)) {
    throw InputError(message(
        "{}: the text is UTF-16, but UTF-8 was expected. Save it again as plain text in UTF-8.",
        name));
  }
  return without_byte_order_mark(text);
}

void refuse_header(const Table& table) {
  std::string_view rest = table.text;
  std::string_view first = next_line(rest);
  if (rest.empty() || is_blank(first, table.separator)) return;
  while (!first.empty()) {
    if (parse_number(trimmed(take_until(first, table.separator), kBlanks))) return;
  }
  throw InputError(
      message("{}: line 1 looks like a header row: none of its cells is a number. Delete that "
              "line; a matrix is numbers only.",
              table.name));
}

/// Counted before the matrix is made, so that no text can ask for more cells than it holds.
arma::mat empty_matrix(const Table& table) {
  if (table.text.empty()) refuse_no_numbers(table.name);
  std::size_t rows = 0;
  std::size_t cols = 0;
  for (std::string_view rest = table.text; !rest.empty();) {
    const std::string_view line = next_line(rest);
    ++rows;
    if (is_blank(line, table.separator)) {
      throw InputError(message(
          "{}: line {} is blank, and more lines follow. Delete it: one file holds one matrix.",
          table.name, rows));
    }
    const std::size_t cells = cell_count(line, table.separator);
    if (rows == 1) cols = cells;
    if (cells != cols) {
      refuse_ragged(table.name, message("line {}", 1), cols, message("line {}", rows), cells);
    }
  }
  return arma::mat(rows, cols, arma::fill::none);
}

double cell_value(const Table& table, std::string_view cell, std::size_t row, std::size_t col) {
  const std::string_view text = trimmed(cell, kBlanks);
  const std::optional<double> value = parse_number(text);
  if (value && std::isfinite(*value)) return *value;

  const std::string place = line_place(row + 1, col + 1);
  if (text.empty()) refuse_empty_cell(table.name, place);
  if (value) refuse_not_finite(table.name, place, text);
  refuse_text(table.name, place, text,
              table.separator == ','
                  ? message("Cells are separated by commas; the decimal mark is a point.")
                  : message("Cells are separated by tabs; the decimal mark is a point."));
}

arma::mat read_table(std::string_view text, const std::string& name, char separator) {
  const std::string_view lines = utf8_text(text, name);
  const Table table{without_blank_end(lines, separator), name, separator};
  refuse_header(table);
  arma::mat value = empty_matrix(table);

  std::string_view rest = table.text;
  for (arma::uword row = 0; row < value.n_rows; ++row) {
    std::string_view line = next_line(rest);
    for (arma::uword col = 0; col < value.n_cols; ++col) {
      value(row, col) = cell_value(table, take_until(line, separator), row, col);
    }
  }
  return value;
}

}  // namespace

arma::mat read_csv(std::string_view text, const std::string& name) {
  return read_table(text, name, ',');
}

arma::mat read_tsv(std::string_view text, const std::string& name) {
  return read_table(text, name, '\t');
}

}  // namespace attn
