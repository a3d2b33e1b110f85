#include "practice/answer/rows_in_one_line.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/text.hpp"

namespace attn {
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
