#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "data/files/file.hpp"
#include "data/matrix/arrays.hpp"
#include "data/matrix/read_matrix.hpp"
#include "data/matrix/text_formats.hpp"

namespace attn {

namespace {

// How the rows of a table look, by which those that begin with # are told from comments.
struct Shape {
  char separator;      // ' ': any number of blanks
  std::size_t n_cols;  // of the first line that does not begin with #
};

struct Table {
  std::string_view
      text;  // without comments, blank lines at the end, and a line that names the separator
  const std::string& name;
  Shape shape;
  std::size_t n_lines_before = 0;
  std::optional<bool> has_decimal_comma{};  // once it was asked
  std::optional<bool> has_padding{};        // once it was asked
};

std::string_view next_line(std::string_view& rest) {
  const auto end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Where a cell ends: at the next separator, but for those in quotes.
std::size_t end_of_cell(std::string_view line, char separator) {
  bool is_quoted = false;
  for (std::size_t at = 0; at < line.size(); ++at) {
    if (line[at] == '"') is_quoted = !is_quoted;
    const bool separates =
        separator == ' ' ? kBlanks.find(line[at]) != kBlanks.npos : line[at] == separator;
    if (separates && !is_quoted) return at;
  }
  return line.size();
}

std::string_view without_quotes(std::string_view cell) {
  cell = trimmed(cell, kBlanks);
  const bool is_quoted = cell.size() >= 2 && cell.starts_with('"') && cell.ends_with('"');
  return is_quoted ? trimmed(cell.substr(1, cell.size() - 2), kBlanks) : cell;
}

// The cells of a line, without what encloses them or the whole line.
std::vector<std::string_view> cells_of(std::string_view line, char separator) {
  std::vector<std::string_view> cells;
  line = trimmed(line, separator == '\t' ? " " : kBlanks);
  if (separator == '|' && line.size() > 1 && line.starts_with('|') && line.ends_with('|'))
    line = line.substr(1, line.size() - 2);  // as Markdown has them around each line
  while (line.starts_with('[')) line.remove_prefix(1);
  if (line.ends_with("],")) line.remove_suffix(1);
  while (line.ends_with(']')) line.remove_suffix(1);
  if (separator == ' ') line = trimmed(line, kBlanks);
  for (;;) {
    const std::size_t end = end_of_cell(line, separator);
    cells.push_back(without_quotes(line.substr(0, end)));
    if (end == line.size()) return cells;
    line.remove_prefix(end + 1);
    if (separator == ' ') line = trimmed(line, kBlanks);
  }
}

bool has_comma_for_point(std::string_view cell) {
  return number_with_decimal_comma(without_percent_sign(cell)).has_value();
}

bool begins_with_hash(std::string_view text) { return trimmed(text, kBlanks).starts_with('#'); }

// What begins with #, as NumPy writes what it is told about a table; but no row whose first cell is
// an error of a spreadsheet, or # as the heading of the rows' numbers.
bool is_comment(std::string_view line, const Shape& shape) {
  if (!begins_with_hash(line)) return false;
  const std::vector<std::string_view> cells = cells_of(line, shape.separator);
  const bool is_heading = shape.separator != ' ' && cells.size() > 1 && cells.front() == "#";
  const auto is_number = [](std::string_view cell) {
    return is_number_without_room(cell) || written_number(without_percent_sign(cell)) ||
           has_comma_for_point(cell);
  };
  const bool is_too_narrow =
      cells.size() == shape.n_cols && std::all_of(cells.begin(), cells.end(), is_number);
  return !is_heading && !is_too_narrow && !is_formula_error(cells.front());
}

bool is_blank(std::string_view line, char separator) {
  return line.find_first_not_of(separator == '\t' ? " \r" : " \t\r") == line.npos;
}

std::string_view without_idle_end(std::string_view text, const Shape& shape) {
  while (!text.empty()) {
    const auto newline = text.rfind('\n');
    const auto start = newline == text.npos ? 0 : newline + 1;
    std::string_view rest = text.substr(start);
    const std::string_view line = next_line(rest);
    if (!is_blank(line, shape.separator) && !is_comment(line, shape)) break;
    text = text.substr(0, newline == text.npos ? 0 : newline);
  }
  return text;
}

// Takes the comments off that a table begins with; how many lines they are.
std::size_t take_comments(std::string_view& text, const Shape& shape) {
  std::size_t n_lines = 0;
  for (std::string_view rest = text; is_comment(next_line(rest), shape); ++n_lines) text = rest;
  return n_lines;
}

// Whether tabs stand in every line and commas only inside the numbers between them, as in a text
// that a spreadsheet saves where decimals have commas.
bool has_decimals_between_tabs(std::string_view text) {
  text = without_idle_end(text, {'\t', 0});
  while (!text.empty()) {
    const std::string_view line = trimmed(next_line(text), kBlanks);
    const std::vector<std::string_view> cells = cells_of(line, '\t');
    const auto is_apart = [](std::string_view cell) {
      return cell.find(',') == cell.npos || has_comma_for_point(cell);
    };
    if (cells.size() == 1 || !std::all_of(cells.begin(), cells.end(), is_apart)) return false;
  }
  return true;
}

// What stands between the cells: semicolons and bars are in no other table of numbers, and commas
// beside them are decimal marks; then what the file's name says.
char cell_separator(std::string_view text, char usual) {
  const char candidates[] = {';', '|', usual, '\t', ','};
  const char found = separator_of(text, {candidates, std::size(candidates)});
  if (found == ',' && has_decimals_between_tabs(text)) return '\t';
  if (found) return found;
  const std::string_view inner = trimmed(next_line(text), " \t[]");
  return end_of_cell(inner, ' ') < inner.size() ? ' ' : usual;
}

Shape table_shape(std::string_view text, char named, char usual) {
  std::string_view rows = text;
  while (begins_with_hash(rows)) next_line(rows);
  if (rows.empty()) rows = text;
  const char separator = named ? named : cell_separator(rows, usual);
  return {separator, cells_of(next_line(rows), separator).size()};
}

std::string separator_hint(char separator) {
  switch (separator) {
    case ',':
      return message("Cells are separated by commas. {}", decimal_point_advice());
    case '\t':
      return message("Cells are separated by tabs. {}", decimal_point_advice());
    case ';':
      return translated("Cells are separated by semicolons, as in line 1.");
    case '|':
      return translated("Cells are separated by bars, as in line 1.");
    default:
      return translated("Cells are separated by blanks, as in line 1.");
  }
}

std::string separator_name(char separator) {
  switch (separator) {
    case ',':
      return translated("commas");
    case '\t':
      return translated("tabs");
    case ';':
      return translated("semicolons");
    case '|':
      return translated("vertical bars");
    default:
      return translated("blanks");
  }
}

// "1,5 2,5" as commas would part it: what stands between two of them is two numbers.
void refuse_two_separators(const Table& table, const std::vector<std::string_view>& cells,
                           std::size_t row) {
  if (table.shape.separator != ',' || cells.size() == 1) return;
  for (const std::string_view cell : cells) {
    const auto blank = cell.find_first_of(kBlanks);
    if (blank == cell.npos || !parse_number(cell.substr(0, blank)) ||
        !parse_number(trimmed(cell.substr(blank), kBlanks)))
      continue;
    throw InputError(message(
        "{}: line {} has {} as well as {} between its numbers. {} Separate the numbers in one way.",
        table.name, row + table.n_lines_before, separator_name(','),
        separator_name(cell.find('\t') == cell.npos ? ' ' : '\t'), decimal_point_advice()));
  }
}

// A line that has other numbers of cells than the first, perhaps for what separates them.
void refuse_other_separator(const Table& table, std::string_view line, std::size_t row) {
  std::string_view rest = table.text;
  const std::vector<std::string_view> first = cells_of(next_line(rest), table.shape.separator);
  const std::vector<std::string_view> cells = cells_of(line, table.shape.separator);
  refuse_two_separators(table, first, 1);
  refuse_two_separators(table, cells, row);
  const char other = cell_separator(line, table.shape.separator);
  if (first.size() == 1 || cells.size() > 1 || cells_of(line, other).size() == 1) return;
  throw InputError(
      message("{}: the cells of line {} are separated by {}, but those of line {} by {}. Separate "
              "all cells in one way.",
              table.name, 1 + table.n_lines_before, separator_name(table.shape.separator),
              row + table.n_lines_before, separator_name(other)));
}

/// Counted before the matrix is made, so that no text can ask for more cells than it holds.
arma::mat empty_matrix(const Table& table) {
  if (table.text.empty()) refuse_no_numbers(table.name);
  const auto line_name = [&](std::size_t row) {
    return message("line {}", row + table.n_lines_before);
  };
  std::size_t rows = 0;
  std::size_t cols = 0;
  for (std::string_view rest = table.text; !rest.empty();) {
    const std::string_view line = next_line(rest);
    ++rows;
    if (is_blank(line, table.shape.separator)) {
      throw InputError(message(
          "{}: line {} is blank, and more lines follow. Delete it: one file holds one matrix.",
          table.name, rows + table.n_lines_before));
    }
    if (is_comment(line, table.shape))
      throw InputError(message(
          "{}: line {} begins with #, and stands among the numbers. Move it in front of them or "
          "behind if it is a comment, or mend it if it is a row.",
          table.name, rows + table.n_lines_before));
    const std::size_t cells = cells_of(line, table.shape.separator).size();
    if (rows == 1) cols = cells;
    if (cells == cols) continue;
    refuse_other_separator(table, line, rows);
    refuse_ragged(table.name, line_name(1), cols, line_name(rows), cells);
  }
  return arma::mat(rows, cols, arma::fill::none);
}

// "x1", "名前" and "#", but neither "¥1" nor "(1)".
bool begins_as_word(std::string_view cell) {
  if (cell.starts_with('"')) cell.remove_prefix(1);
  return !cell.empty() && (cell.front() == '_' || cell.front() == '#' ||
                           is_letter_of_any_script(first_code_point(cell).value));
}

// Whether the first line has words where all others have numbers.
bool has_heading(const Table& table) {
  std::string_view rest = table.text;
  const std::string_view first = next_line(rest);
  if (rest.empty()) return false;
  for (const std::string_view cell : cells_of(first, table.shape.separator))
    if (number_in_cell(cell, table.name) || (!cell.empty() && !begins_as_word(cell))) return false;
  for (const std::string_view cell : cells_of(next_line(rest), table.shape.separator))
    if (!number_in_cell(cell, table.name)) return false;
  return true;
}

// Whether a comma inside a cell is surely a decimal mark, so that all of them are.
bool has_decimal_comma(const Table& table) {
  for (std::string_view rest = table.text; !rest.empty();)
    for (const std::string_view cell : cells_of(next_line(rest), table.shape.separator))
      if (has_comma_for_point(cell) && !has_doubtful_comma(cell)) return true;
  return false;
}

// Whether no line has anything in this column and behind it.
bool is_empty_from(const Table& table, std::size_t col) {
  for (std::string_view rest = table.text; !rest.empty();) {
    const std::vector<std::string_view> cells = cells_of(next_line(rest), table.shape.separator);
    if (!std::all_of(cells.begin() + static_cast<std::ptrdiff_t>(col), cells.end(),
                     [](std::string_view cell) { return cell.empty(); }))
      return false;
  }
  return true;
}

bool is_doubtful(Table& table, std::string_view cell) {
  if (!has_doubtful_comma(cell)) return false;
  if (!table.has_decimal_comma) table.has_decimal_comma = has_decimal_comma(table);
  return !*table.has_decimal_comma;
}

// Whether a row begins with a number that zeros fill up, so that they may fill up all of them.
bool has_padding(Table& table) {
  const auto any_row_is_padded = [&] {
    for (std::string_view rest = table.text; !rest.empty();)
      if (begins_padded(next_line(rest))) return true;
    return false;
  };
  if (!table.has_padding) table.has_padding = any_row_is_padded();
  return *table.has_padding;
}

// Of the table: the columns of a text are its characters, and have another name in Japanese.
std::string place_in_table(std::size_t line, std::size_t column) {
  return message("line {0}, column {1}", line, column);
}

double cell_value(Table& table, const std::vector<std::string_view>& cells, std::size_t row,
                  std::size_t col) {
  const std::string_view text = cells[col];
  const auto place = [&] { return place_in_table(row + 1 + table.n_lines_before, col + 1); };
  if (is_doubtful(table, text))
    throw InputError(message("{}: {}: {}", table.name, place(), doubt_about_comma(text)));
  if (col > 0 && table.shape.separator == ',' && are_decimals(text))
    refuse_text(table.name, place(), text, separator_hint(table.shape.separator));
  if (col > 0 && table.shape.separator == ' ' && are_parted_thousands(cells[col - 1], text) &&
      !has_padding(table))
    throw InputError(
        message("{}: {}: {}", table.name, place(), doubt_about_blank(cells[col - 1], text)));
  const std::optional<double> value = number_in_cell(text, table.name);
  if (value && std::isfinite(*value)) return *value;

  refuse_spreadsheet_error(table.name, place(), text);
  if (row == 0 && has_heading(table))
    throw InputError(
        message("{}: line {} has words and no numbers, as headings have. A matrix is read without "
                "headings: give a file of the numbers alone.",
                table.name, row + 1 + table.n_lines_before));
  if (text.empty() && row == 0 && col == 0 && cells.size() > 1)
    throw InputError(
        message("{0}: {1}: the cell is empty. If this line and this column are names, as a data "
                "frame is saved, give a file of the numbers alone: in pandas, to_csv(FILE, "
                "index=False, header=False). If they are numbers, write the first one there.",
                table.name, place()));
  if (text.empty()) refuse_empty_cell(table.name, place(), col > 0 && is_empty_from(table, col));
  if (value) refuse_not_finite(table.name, place(), text);
  refuse_two_separators(table, cells, row + 1);
  refuse_text(table.name, place(), text, separator_hint(table.shape.separator));
}

// Spaces that stand inside a number such as 1 000, and part no cells.
bool is_space_in_number(std::int32_t character) {
  return character == 0x00A0 || character == 0x2007 || character == 0x2009 || character == 0x202F;
}

// The text with ASCII's digits, signs and separators in place of full-width ones.
std::string in_ascii_signs(std::string_view text) {
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 0x80; };
  if (std::all_of(text.begin(), text.end(), is_ascii)) return std::string(text);
  std::string plain;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = first_code_point(text.substr(at));
    at += point.n_bytes;
    if (!is_space_in_number(point.value)) continue;
    plain += in_plain_characters(text.substr(0, at - point.n_bytes));
    plain += text.substr(at - point.n_bytes, point.n_bytes);
    text.remove_prefix(at);
    at = 0;
  }
  return plain + in_plain_characters(text);
}

arma::mat read_table(std::string_view bytes, const std::string& name, char usual) {
  const std::string lines = in_ascii_signs(text_of_bytes(std::string(bytes), name));
  std::string_view text = lines;
  const char named = take_named_separator(text);
  const Shape shape = table_shape(text, named, usual);
  const std::size_t n_comments = take_comments(text, shape);
  Table table{without_idle_end(text, shape), name, shape, n_comments + (named ? 1U : 0U)};
  if (n_comments > 0 || text.substr(table.text.size()).find('#') != text.npos)
    tell_reading(message("{}: lines that begin with # were passed over as comments.", name));
  arma::mat value = empty_matrix(table);

  std::string_view rest = table.text;
  for (arma::uword row = 0; row < value.n_rows; ++row) {
    const std::vector<std::string_view> cells = cells_of(next_line(rest), shape.separator);
    for (arma::uword col = 0; col < value.n_cols; ++col)
      value(row, col) = cell_value(table, cells, row, col);
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
