#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/reading.hpp"
#include "practice/formula/formula.hpp"

namespace attn {

namespace {

[[noreturn]] void refuse_empty_cell(std::size_t row, std::size_t col) {
  throw InputError(message("Row {}, column {}: there is nothing. Write a number there.", row, col));
}

/// Cuts one row into its cells.
class RowCutter {
 public:
  RowCutter(std::string_view text, std::size_t row) : text_(text), row_(row) {}

  std::vector<std::string_view> cells() {
    skip_spaces();
    while (at_ < text_.size()) {
      take_cell();
      const bool spaced = skip_spaces();
      if (at_ == text_.size()) break;
      if (text_[at_] != ',') {
        parted_by_space_ = spaced;  // nothing else parts cells
        continue;
      }
      ++at_;
      skip_spaces();
      if (at_ == text_.size()) refuse_empty_cell(row_, cells_.size() + 1);
    }
    if (parted_by_space_ && has_decimal_comma()) refuse_commas();
    return std::move(cells_);
  }

 private:
  bool skip_spaces() {
    const std::size_t before = at_;
    while (at_ < text_.size() && is_plain_space(text_[at_])) ++at_;
    return at_ != before;
  }

  // A cell ends at a space or comma outside parentheses; " %" is still part of it.
  void take_cell() {
    const std::size_t start = at_;
    std::size_t depth = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '(') ++depth;
      if (c == ')' && depth > 0) --depth;
      if (depth == 0 && (c == ',' || is_plain_space(c))) break;
    }
    if (at_ == start) refuse_empty_cell(row_, cells_.size() + 1);
    const std::size_t end = at_;
    skip_spaces();
    const bool percent = at_ < text_.size() && text_[at_] == '%';
    at_ = percent ? at_ + 1 : end;
    keep(text_.substr(start, at_ - start));
  }

  void keep(std::string_view cell) {
    if (cell.size() > kTypedCellLength)
      throw InputError(message("Row {}, column {}: '{}' is longer than {} characters.", row_,
                               cells_.size() + 1, shown_token(cell), kTypedCellLength));
    cells_.push_back(cell);
    if (cells_.size() > kTypedCells)
      throw InputError(message("A matrix of more than {} cells is not read.", kTypedCells));
  }

  // Only among numbers: of words it is not the comma that is in the way.
  bool has_decimal_comma() const {
    const auto begins_number = [](std::string_view cell) {
      return is_ascii_digit(cell.front()) ||
             std::string_view("+-.").find(cell.front()) != std::string_view::npos;
    };
    if (!std::all_of(cells_.begin(), cells_.end(), begins_number)) return false;
    for (std::size_t i = 1; i + 1 < text_.size(); ++i)
      if (text_[i] == ',' && is_ascii_digit(text_[i - 1]) && is_ascii_digit(text_[i + 1]))
        return true;
    return false;
  }

  [[noreturn]] void refuse_commas() const {
    throw InputError(message(
        "Row {0}: '{1}' has commas as well as spaces between its numbers. {2} Separate the numbers "
        "in one way.",
        row_, shown_token(trimmed(text_)), decimal_point_advice()));
  }

  std::string_view text_;
  std::size_t row_;
  std::size_t at_ = 0;
  bool parted_by_space_ = false;
  std::vector<std::string_view> cells_;
};

/// Gathers rows that are equally long.
class Rows {
 public:
  void add(std::string_view text) {
    std::vector<std::string_view> row = RowCutter(text, rows_.size() + 1).cells();
    n_cells_ += row.size();
    if (n_cells_ > kTypedCells)
      throw InputError(message("A matrix of more than {} cells is not read.", kTypedCells));
    if (row.empty()) throw InputError(message("Row {} is empty.", rows_.size() + 1));
    if (!rows_.empty() && row.size() != rows_.front().size())
      throw InputError(
          message("All rows must have the same number of values: row {} has {}, and row 1 "
                  "has {}.",
                  rows_.size() + 1, row.size(), rows_.front().size()));
    rows_.push_back(std::move(row));
  }

  TypedCells all() {
    if (rows_.empty()) throw InputError(message("There is not one number in it."));
    return std::move(rows_);
  }

 private:
  TypedCells rows_;
  std::size_t n_cells_ = 0;
};

// Rows end at ";" and, where `lines` says so, at line ends. A blank line is not a row.
TypedCells plain_rows(std::string_view text, bool lines) {
  Rows rows;
  for (std::string_view rest = text; !trimmed(rest).empty();) {
    const auto end = std::min(rest.find_first_of(lines ? ";\n\r" : ";"), rest.size());
    const std::string_view row = rest.substr(0, end);
    const bool blank_line = trimmed(row).empty() && (end == rest.size() || rest[end] != ';');
    if (!blank_line) rows.add(row);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return rows.all();
}

// [[...], [...]]: the text inside the outer brackets.
TypedCells rows_in_brackets(std::string_view inside) {
  Rows rows;
  std::string_view rest = trimmed(inside);
  while (true) {
    if (!rest.starts_with('['))
      throw InputError(
          message("'{}' stands where the bracket [ of a row was expected.", shown_token(rest)));
    const auto end = rest.find_first_of("[]", 1);
    if (end == rest.npos || rest[end] == '[')
      throw InputError(
          message("A matrix has brackets around it and around each row, no more: [[1, "
                  "2], [3, 4]]."));
    rows.add(rest.substr(1, end - 1));
    rest = trimmed(rest.substr(end + 1));
    if (rest.empty()) return rows.all();
    if (rest.starts_with(',') || rest.starts_with(';')) rest = trimmed(rest.substr(1));
    if (rest.empty()) return rows.all();
  }
}

bool is_operator(char c) { return std::string_view("+-*/").find(c) != std::string_view::npos; }

// "2 cos" and "2\\cos", which go on with a number.
bool ends_in_function(std::string_view text) {
  std::size_t start = text.size();
  while (start > 0 && begins_name(text[start - 1])) --start;
  return function_named(std::string(text.substr(start))) != nullptr;
}

// Whether the spaces in a cell stand where they cannot part two numbers.
bool is_one_formula(std::string_view cell) {
  for (std::size_t at = cell.find(' '); at != cell.npos; at = cell.find(' ', at + 1)) {
    if (at + 1 >= cell.size() || cell[at + 1] == ' ') return false;
    const char before = cell[at - 1], after = cell[at + 1];
    const bool ends_sign = is_operator(before) && at >= 2 && cell[at - 2] == ' ';
    const bool begins_sign = is_operator(after) && at + 2 < cell.size() && cell[at + 2] == ' ';
    const bool begins_factor = begins_name(after) || after == '(' || (after & 0x80) != 0;
    if (!ends_sign && !begins_sign && !begins_factor && !ends_in_function(cell.substr(0, at)))
      return false;
  }
  return cell.find_first_of("[]\t\r\n;") == cell.npos;
}

}  // namespace

std::string with_cells_at_commas(const std::string& plain, std::size_t n_cols) {
  constexpr std::size_t kMostBytes = 4000;
  const auto stays = plain.find(',') == plain.npos || plain.find(' ') == plain.npos;
  if (n_cols < 2 || plain.size() > kMostBytes || stays) return plain;
  std::string_view text = trimmed(plain);
  if (text.starts_with('[') && text.find_first_of("[]", 1) == text.size() - 1)
    text = trimmed(text.substr(1, text.size() - 2));
  std::string result;
  for (std::string_view rest = text; !rest.empty();) {
    const auto end = std::min(rest.find_first_of(";\r\n"), rest.size());
    std::vector<std::string> cells = parts_between(trimmed(rest.substr(0, end)), ',');
    for (std::string& cell : cells) cell = trimmed(cell);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (cells.size() != n_cols || !std::all_of(cells.begin(), cells.end(), is_one_formula))
      return plain;
    for (std::size_t col = 0; col < n_cols; ++col) {
      if (cells[col].empty()) return plain;
      const bool has_space = cells[col].find(' ') != std::string::npos;
      result += (col > 0 ? ", " : "") + (has_space ? "(" + cells[col] + ")" : cells[col]);
    }
    result += rest.empty() ? "" : "; ";
  }
  return result;
}

std::size_t closing_bracket(std::string_view text, std::string_view brackets) {
  std::size_t depth = 0;
  for (auto at = text.find_first_of(brackets); at != text.npos;
       at = text.find_first_of(brackets, at + 1)) {
    const bool is_opening = brackets.find(text[at]) % 2 == 0;
    if (!is_opening && depth <= 1) return at;
    depth += is_opening ? 1 : -1;
  }
  return text.npos;
}

std::vector<std::string> parts_between(std::string_view text, const LengthOfSign& length_of_sign,
                                       std::string_view brackets) {
  std::vector<std::string> parts(1);
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto bracket = brackets.find(text[at]);
    const bool is_closing = bracket != brackets.npos && bracket % 2 == 1;
    if (is_closing && depth > 0) --depth;
    if (bracket != brackets.npos && !is_closing) ++depth;
    const std::size_t size = depth == 0 ? length_of_sign(text, at) : 0;
    if (size > 0)
      parts.emplace_back();
    else
      parts.back() += text[at];
    at += std::max<std::size_t>(size, 1);
  }
  return parts;
}

std::vector<std::string> parts_between(std::string_view text, char sign,
                                       std::string_view brackets) {
  const auto length = [sign](std::string_view all, std::size_t at) -> std::size_t {
    return all[at] == sign ? 1 : 0;
  };
  return parts_between(text, length, brackets);
}

TypedCells typed_cells(std::string_view plain) {
  const std::string_view text = trimmed(plain);
  if (!text.starts_with('[')) return plain_rows(text, true);
  const std::size_t end = closing_bracket(text, "[]");
  if (end == text.npos) throw InputError(message("A bracket [ is never closed."));
  const std::string_view after = trimmed(text.substr(end + 1));
  if (!after.empty())
    throw InputError(
        message("'{}' stands after the last bracket. Several rows need brackets around "
                "them all, as in [[1, 2], [3, 4]].",
                shown_token(after)));
  const std::string_view inside = trimmed(text.substr(1, end - 1));
  return inside.find('[') == inside.npos ? plain_rows(inside, false) : rows_in_brackets(inside);
}

arma::mat matrix_of(const TypedCells& cells,
                    const std::function<double(std::string_view)>& value_of) {
  arma::mat result(cells.size(), cells.front().size());
  for (std::size_t row = 0; row < cells.size(); ++row)
    for (std::size_t col = 0; col < cells[row].size(); ++col) try {
        result(row, col) = value_of(cells[row][col]);
      } catch (const InputError& error) {
        throw InputError(message("Row {}, column {}: {}", row + 1, col + 1, error.what()));
      }
  return result;
}

namespace {

using Parts = std::vector<std::string>;

Parts cells_of(std::string_view row) {
  std::string text(row);
  std::replace(text.begin(), text.end(), ',', ' ');
  return spaced_words(text);
}

// The rows in one line, where they are as many and as long as asked for; "" where they are not.
std::string joined_if_asked(const Parts& rows, const AnswerContext& context) {
  if (context.n_rows < 2 || context.n_cols < 2 || rows.size() != context.n_rows) return "";
  Parts lines;
  for (const std::string& row : rows) {
    const Parts cells = cells_of(row);
    if (cells.size() != context.n_cols) return "";
    lines.push_back(joined(cells, " "));
  }
  return joined(lines, "; ");
}

std::string between_strokes(std::string text, const AnswerContext& context) {
  replace_all(text, " / ", "\n");
  return joined_if_asked(split(text, '\n'), context);
}

// "1 0 | 0 1", with or without bars around it; and "0.1 | 0.9", the cells of one row.
std::string between_bars(const std::string& text, const AnswerContext& context) {
  Parts parts;
  for (const std::string& part : split(text, '|')) parts.emplace_back(trimmed(part));
  if (!parts.empty() && parts.front().empty()) parts.erase(parts.begin());
  if (!parts.empty() && parts.back().empty()) parts.pop_back();
  if (context.n_rows != 1) return joined_if_asked(parts, context);
  const bool are_cells = context.n_cols > 1 && parts.size() == context.n_cols &&
                         std::all_of(parts.begin(), parts.end(), [](const std::string& part) {
                           return cells_of(part).size() == 1;
                         });
  return are_cells ? joined(parts, ", ") : "";
}

// The cells of "(0.1 0.9)", where one row or column is asked for.
std::string one_line_in_parentheses(const Parts& rows, const AnswerContext& context) {
  const bool is_line = context.n_rows == 1 || context.n_cols == 1;
  if (!is_line || rows.size() != 1) return "";
  const Parts cells = cells_of(rows.front());
  const bool are_all = cells.size() > 1 && cells.size() == context.n_rows * context.n_cols;
  return are_all ? joined(cells, ", ") : "";
}

// "(1 0) (0 1)" and "(1, 0), (0, 1)", also on lines of their own or with parentheses around both.
std::string in_parentheses(std::string_view text, const AnswerContext& context) {
  if (text.starts_with("((") && text.ends_with("))")) text = text.substr(1, text.size() - 2);
  Parts rows;
  for (std::string_view rest = trimmed(text); !rest.empty();) {
    const auto end = rest.find_first_of("()", 1);
    if (!rest.starts_with('(') || end == rest.npos || rest[end] == '(') return "";
    rows.emplace_back(rest.substr(1, end - 1));
    const auto next = rest.find_first_not_of(" \t,;\r\n", end + 1);
    rest = next == rest.npos ? "" : rest.substr(next);
  }
  const std::string line = one_line_in_parentheses(rows, context);
  return line.empty() ? joined_if_asked(rows, context) : line;
}

// Whether the names count: k1, k2, ... or x0, x1, ... with one word before all numbers.
bool are_numbered(const Parts& names) {
  if (!begins_name(names.front().front())) return false;
  const auto stem_size = std::min(names.front().find_first_of("0123456789"), names.front().size());
  const std::string stem = names.front().substr(0, stem_size);
  for (const std::size_t first : {0, 1}) {
    bool all = true;
    for (std::size_t i = 0; i < names.size(); ++i)
      all = all && names[i] == stem + std::to_string(first + i);
    if (all) return true;
  }
  return false;
}

bool are_coordinates(const Parts& names) {
  const Parts axes = {"x", "y", "z"};
  return names.size() <= axes.size() && std::equal(names.begin(), names.end(), axes.begin());
}

// The numbers of "The: 1.2, cat: 1.1", where the names are known to stand in their order.
std::string behind_names(std::string_view text, const AnswerContext& context) {
  if (context.n_rows != 1 || context.n_cols < 2 || context.is_shape()) return "";
  std::string spaced(text);
  for (char& c : spaced)
    if (c == ':' || c == '=' || c == ';') c = ' ';
  const Parts parts = cells_of(spaced);
  if (parts.size() != 2 * context.n_cols) return "";
  Parts names, cells;
  for (std::size_t i = 0; i < parts.size(); i += 2) {
    names.push_back(parts[i]);
    cells.push_back(parts[i + 1]);
  }
  const Parts& labels = context.col_labels;
  if (names == labels || are_numbered(names) || are_coordinates(names)) return joined(cells, ", ");
  if (std::is_permutation(names.begin(), names.end(), labels.begin(), labels.end()))
    throw InputError(
        message("The labels stand in another order than in the question: {}.", listed(labels)));
  return "";
}

// Rows and columns of a text in which a comma between two digits is a decimal point.
std::optional<std::pair<std::size_t, std::size_t>> size_with_decimal_commas(std::string text) {
  bool has_decimals = false;
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return std::string_view("[]()").find(c) != std::string_view::npos; }, ' ');
  for (std::size_t i = 1; i + 1 < text.size(); ++i)
    if (text[i] == ',' && is_ascii_digit(text[i - 1]) && is_ascii_digit(text[i + 1])) {
      text[i] = '.';
      has_decimals = true;
    }
  std::replace(text.begin(), text.end(), ';', '\n');
  std::size_t n_rows = 0, n_cols = 0;
  for (const std::string& row : split(text, '\n')) {
    const Parts cells = cells_of(row);
    if (cells.empty()) continue;
    const bool is_one_comma_each = std::all_of(
        cells.begin(), cells.end(),
        [](const std::string& cell) { return std::count(cell.begin(), cell.end(), '.') <= 1; });
    if (!is_one_comma_each || (n_rows > 0 && cells.size() != n_cols)) return std::nullopt;
    n_cols = cells.size();
    ++n_rows;
  }
  if (!has_decimals || n_rows * n_cols < 2) return std::nullopt;
  return std::pair{n_rows, n_cols};
}

}  // namespace

std::string rows_in_one_line(std::string_view text, const AnswerContext& context) {
  const std::string whole(trimmed(text));
  std::string rows;
  if (whole.find_first_of("[{") != whole.npos) return std::string(text);
  if (whole.starts_with('(')) rows = in_parentheses(whole, context);
  if (rows.empty() && whole.find('\n') != whole.npos) return std::string(text);
  if (rows.empty() && whole.find('|') != whole.npos) rows = between_bars(whole, context);
  if (rows.empty() && whole.find(" / ") != whole.npos) rows = between_strokes(whole, context);
  if (rows.empty()) rows = behind_names(whole, context);
  return rows.empty() ? std::string(text) : rows;
}

bool has_decimal_commas(std::string_view text, const AnswerContext& context) {
  if (text.find('.') != text.npos) return false;
  const auto size = size_with_decimal_commas(std::string(text));
  const std::pair wanted(static_cast<std::size_t>(context.n_rows),
                         static_cast<std::size_t>(context.n_cols));
  const bool is_line = wanted.first == 1 || wanted.second == 1;
  return size && (*size == wanted || (is_line && *size == std::pair(wanted.second, wanted.first)));
}

}  // namespace attn
