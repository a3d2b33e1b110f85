#include "data/matrix/inline_matrix.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "data/matrix/refuse.hpp"
#include "data/matrix/truth_value.hpp"
#include "data/matrix/written_number.hpp"

namespace attn {
namespace {

// The sign beyond ASCII that a text begins with, of those that stand in numbers: 分の is read,
// middle dots are a slip for a point and refused where they stand. "" for none.
std::string_view sign_in_number(std::string_view text) {
  for (const std::string_view dot : kMiddleDots)
    if (text.starts_with(dot)) return dot;
  return text.starts_with("分の") ? "分の" : "";
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// The word True or False that a text begins with; "" for any other.
std::string_view leading_truth_value(std::string_view text) {
  constexpr std::size_t kMoreThanFalse = 6;  // of a longer word, no more is looked at
  const std::string_view start = text.substr(0, kMoreThanFalse);
  const auto end = std::find_if_not(start.begin(), start.end(), is_letter);
  const std::string_view word = start.substr(0, static_cast<std::size_t>(end - start.begin()));
  return truth_value(word) ? word : "";
}

double cell_value(std::string_view text, const std::string& name, std::size_t row, std::size_t col,
                  const std::string& hint) {
  const std::optional<double> value = number_in_cell(text, name);
  if (value && std::isfinite(*value)) return *value;

  const std::string place = cell_place(row, col);
  if (text.empty()) refuse_empty_cell(name, place);
  if (value) refuse_not_finite(name, place, text);
  refuse_text(name, place, text, hint);
}

// Where numbers are parted by blanks, or by a comma and a blank, a comma between two digits is
// inside a number; and nobody writes 000 or 05 for a number of its own.
void refuse_commas_in_numbers(std::string_view row_text, const std::string& name, std::size_t row) {
  const std::string_view text = trimmed(row_text, kBlanks);
  const bool has_blanks = text.find_first_of(kBlanks) != text.npos;
  for (auto at = text.find(','); at != text.npos; at = text.find(',', at + 1)) {
    if (at == 0 || at + 1 == text.size()) continue;
    const std::string_view behind = text.substr(at + 1);
    if (!is_ascii_digit(text[at - 1]) || !is_ascii_digit(behind.front())) continue;
    const auto begin = text.find_last_of(", \t", at - 1);
    const std::size_t first = begin == text.npos ? 0 : begin + 1;
    const std::size_t end = std::min(behind.find_first_of(", \t"), behind.size());
    const std::string_view number = text.substr(first, at + 1 + end - first);
    const bool is_doubtful = has_doubtful_comma(number) && (has_blanks || are_decimals(behind));
    if (is_doubtful)
      throw InputError(message("{}: {}: {}", name, row_place(row), doubt_about_comma(number)));
    if (are_decimals(behind)) refuse_text(name, row_place(row), number, decimal_point_advice());
    if (has_blanks)
      throw InputError(
          message("{}: {}: '{}' has commas as well as spaces between its numbers. {} "
                  "Separate the numbers in one way.",
                  name, row_place(row), preview(text), decimal_point_advice()));
  }
}

std::vector<double> row_cells(std::string_view text, const std::string& name, std::size_t row,
                              bool has_padding) {
  refuse_commas_in_numbers(text, name, row);
  const std::string hint =
      translated("Cells are separated by spaces or commas, rows by semicolons.");
  std::vector<double> cells;
  std::string_view before;  // where only blanks are between it and the next cell
  for (std::string_view rest = trimmed(text, kBlanks); !rest.empty();) {
    const auto end = std::min(rest.find_first_of(" \t,"), rest.size());
    const std::string_view cell = rest.substr(0, end);
    if (!has_padding && are_parted_thousands(before, cell))
      throw InputError(
          message("{}: {}: {}", name, row_place(row), doubt_about_blank(before, cell)));
    cells.push_back(cell_value(cell, name, row, cells.size(), hint));
    rest = trimmed(rest.substr(end), kBlanks);
    before = rest.starts_with(',') ? std::string_view() : cell;
    if (!rest.starts_with(',')) continue;
    rest = trimmed(rest.substr(1), kBlanks);
    if (rest.empty()) refuse_empty_cell(name, cell_place(row, cells.size()));
  }
  return cells;
}

// The same where bars separate the cells, so that commas are decimal marks.
std::vector<double> barred_cells(std::string_view text, const std::string& name, std::size_t row) {
  const std::string hint = translated("Cells are separated by bars here, rows by semicolons.");
  std::vector<double> cells;
  for (const std::string& between : split(text, '|')) {
    const std::string_view cell = trimmed(between, kBlanks);
    if (has_doubtful_comma(cell))
      throw InputError(message("{}: {}: {}", name, row_place(row), doubt_about_comma(cell)));
    cells.push_back(cell_value(cell, name, row, cells.size(), hint));
  }
  return cells;
}

// Of a text, the first character, if it is a number by itself: ½, and no digit.
std::string_view leading_fraction(std::string_view text) {
  const std::string_view character = text.substr(0, first_code_point(text).n_bytes);
  return character.size() > 1 && written_number(character) ? character : "";
}

}  // namespace

bool looks_inline(const std::string& argument) {
  bool has_value = false, was_digit = false, was_letter = false;
  const std::string plain = in_plain_characters(argument);
  for (std::string_view rest = plain; !rest.empty();) {
    const std::string_view word = was_letter ? std::string_view() : leading_truth_value(rest);
    if (!word.empty()) {
      has_value = true;
      rest.remove_prefix(word.size());
      continue;
    }
    if (const std::string_view fraction = leading_fraction(rest); !fraction.empty()) {
      has_value = true;
      rest.remove_prefix(fraction.size());
      continue;
    }
    const std::string_view sign = sign_in_number(rest);
    const bool is_slash = rest.front() == '/' && was_digit;  // that of a fraction; a path has ./1
    const bool is_known = !sign.empty() || is_slash ||
                          std::string_view("+-.eE%,;| \t").find(rest.front()) != rest.npos;
    was_digit = is_ascii_digit(rest.front());
    was_letter = is_letter(rest.front());
    if (!is_known && !was_digit) return false;
    has_value = has_value || was_digit;
    rest.remove_prefix(std::max<std::size_t>(sign.size(), 1));
  }
  return has_value;
}

bool has_mostly_numbers(const std::string& argument) {
  const std::string plain = in_plain_characters(argument);
  std::size_t n_cells = 0, n_numbers = 0;
  for (std::string_view rest = plain; !rest.empty();) {
    const auto end = std::min(rest.find_first_of(" \t,;|"), rest.size());
    if (end > 0) ++n_cells;
    if (end > 0 && written_number(rest.substr(0, end))) ++n_numbers;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return n_cells > 1 && 2 * n_numbers >= n_cells;
}

arma::mat read_inline(const std::string& argument, const std::string& name) {
  const std::string plain = in_plain_characters(argument);
  std::string_view rest = trimmed(plain, kBlanks);
  if (rest.ends_with(';')) rest = trimmed(rest.substr(0, rest.size() - 1), kBlanks);
  if (rest.empty()) refuse_no_numbers(name);

  const std::vector<std::string> row_texts = split(rest, ';');
  const bool has_bars = plain.find('|') != plain.npos;
  const bool has_padding = std::any_of(row_texts.begin(), row_texts.end(), begins_padded);
  std::vector<double> cells;
  std::size_t rows = 0;
  std::size_t cols = 0;
  for (const std::string& text : row_texts) {
    const std::vector<double> row =
        has_bars ? barred_cells(text, name, rows) : row_cells(text, name, rows, has_padding);
    if (rows == 0) cols = row.size();
    if (row.size() != cols) refuse_ragged(name, row_place(0), cols, row_place(rows), row.size());
    cells.insert(cells.end(), row.begin(), row.end());
    ++rows;
  }
  if (cells.empty()) refuse_no_numbers(name);
  return arma::mat(cells.data(), cols, rows).t();
}

}  // namespace attn
