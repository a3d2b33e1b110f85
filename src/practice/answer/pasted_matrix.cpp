#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/answer/reading.hpp"

namespace attn {

namespace {

/// What a text of that size may be: more is no matrix that anybody copied from a screen.
constexpr std::size_t kLongestPaste = 1 << 16;

using Words = std::vector<std::string>;

/// Rows of cells, each perhaps with a label, and headings above them.
struct PastedGrid {
  Words headings;
  Words labels;
  std::vector<Words> rows;
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    if (const auto line = trimmed(text.substr(0, end)); !line.empty()) lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

// "a | b" or "a, b" as its cells; an empty one stays.
Words cells_between(std::string_view text, char sign) {
  Words cells;
  for (const std::string& cell : split(text, sign)) cells.emplace_back(trimmed(cell));
  return cells;
}

bool is_number_text(const std::string& word) {
  return !word.empty() && word.find_first_of("0123456789") != word.npos &&
         (is_ascii_digit(word.front()) ||
          std::string_view("+-.(").find(word.front()) != std::string_view::npos);
}

bool has_numbers(const Words& words) {
  return std::any_of(words.begin(), words.end(), is_number_text);
}

// Refuses the labels of the matrix in another order: the numbers would stand in the wrong places.
void require_order(const Words& typed, const Words& wanted) {
  if (typed == wanted || typed.size() != wanted.size()) return;
  if (std::is_permutation(typed.begin(), typed.end(), wanted.begin(), wanted.end()))
    throw InputError(
        message("The labels stand in another order than in the question: {}.", listed(wanted)));
}

std::string text_of_grid(const PastedGrid& grid, const AnswerContext& context) {
  require_order(grid.labels, context.row_labels);
  require_order(grid.headings, context.col_labels);
  Words rows;
  for (const Words& row : grid.rows) rows.push_back(joined(row, ", "));
  return joined(rows, "; ");
}

[[noreturn]] void refuse_several() {
  throw InputError(
      message("Several matrices stand beside each other. Keep only the one that is asked for."));
}

// --- rows in brackets, each on its line ---

constexpr std::array<std::string_view, 3> kOpening = {"⎡", "⎢", "⎣"};
constexpr std::array<std::string_view, 3> kClosing = {"⎤", "⎥", "⎦"};

// Drawn brackets as [ and ], each row on a line of its own.
std::string with_plain_brackets(std::string_view plain) {
  std::string text(plain);
  std::size_t n_tops = 0;
  for (auto at = text.find("⎡"); at != text.npos; at = text.find("⎡", at + 1)) ++n_tops;
  if (n_tops > 1) refuse_several();
  for (const std::string_view sign : kOpening) replace_all(text, sign, "[");
  for (const std::string_view sign : kClosing) replace_all(text, sign, "]\n");
  return text;
}

bool has_drawn_brackets(std::string_view text) {
  return std::any_of(kOpening.begin(), kOpening.end(),
                     [&](std::string_view sign) { return text.find(sign) != text.npos; });
}

// The cells inside the one pair of brackets of a line; the label before it.
struct BracketedRow {
  std::string label;
  Words cells;
};

// What stands in the last line's bracket may be followed by a comma.
std::optional<BracketedRow> bracketed_row(std::string_view line) {
  if (line.ends_with(',') || line.ends_with(';')) line = trimmed(line.substr(0, line.size() - 1));
  const auto open = line.find_first_of("[(");
  if (open == line.npos) return std::nullopt;
  const bool is_square = line[open] == '[';
  const bool is_alone = line.ends_with(is_square ? ']' : ')') &&
                        line.find_first_of("[]", open + 1) >= line.size() - 1;
  if (!is_alone) return std::nullopt;
  const std::string_view inside = line.substr(open + 1, line.size() - open - 2);
  if (!is_square &&
      (open > 0 || inside.find(',') == inside.npos || inside.find_first_of("()") != inside.npos))
    return std::nullopt;
  std::string_view label = trimmed(line.substr(0, open));
  while (label.ends_with(':') || label.ends_with('='))
    label = trimmed(label.substr(0, label.size() - 1));
  const bool has_commas = inside.find(',') != inside.npos && inside.find('(') == inside.npos;
  return BracketedRow{std::string(label),
                      has_commas ? cells_between(inside, ',') : Words{std::string(inside)}};
}

// Words, or the places of the columns as whole numbers.
bool may_be_headings(const Words& headings, const Words& row) {
  if (!has_numbers(headings)) return true;
  const std::size_t n_cells = row.size() > 1 ? row.size() : spaced_words(row.front()).size();
  return headings.size() == n_cells &&
         std::all_of(headings.begin(), headings.end(), [](const std::string& heading) {
           return heading.find_first_not_of("0123456789") == heading.npos;
         });
}

std::optional<PastedGrid> grid_in_brackets(std::string_view text, bool is_drawn) {
  const std::vector<std::string_view> lines = lines_of(text);
  PastedGrid grid;
  for (const std::string_view line : lines) {
    const bool has_bracket = line.find_first_of("[](") != line.npos;
    if (grid.rows.empty() && !has_bracket) {
      grid.headings = spaced_words(line);
      continue;
    }
    const auto row = bracketed_row(line);
    if (!row) return std::nullopt;
    if (!row->label.empty()) grid.labels.push_back(row->label);
    grid.rows.push_back(row->cells);
  }
  if (grid.rows.empty() || !may_be_headings(grid.headings, grid.rows.front())) return std::nullopt;
  const bool is_labelled = !grid.labels.empty() || !grid.headings.empty();
  const bool all_labelled = grid.labels.empty() || grid.labels.size() == grid.rows.size();
  if (!all_labelled || (grid.rows.size() < 2 && !is_drawn && !is_labelled)) return std::nullopt;
  // "tensor([...])" and "weights = [...]" of one line are read elsewhere.
  if (grid.rows.size() < 2 && grid.headings.empty() && !is_drawn) return std::nullopt;
  return grid;
}

// --- tables without brackets ---

bool is_rule(const Words& cells) {
  return std::all_of(cells.begin(), cells.end(), [](const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("-:= ") == cell.npos;
  });
}

Words cells_of_line(std::string_view line) {
  for (const char sign : {',', '\t'})
    if (line.find(sign) != line.npos) return cells_between(line, sign);
  return spaced_words(line);
}

// Lines between bars as a Markdown table has them; the corners above and below are left out.
std::string with_plain_bars(std::string_view plain) {
  std::vector<std::string> lines;
  for (const std::string_view one : lines_of(plain)) {
    std::string line(one);
    for (const std::string_view bar : {"│", "┃", "∣", "❘", "｜"}) replace_all(line, bar, "|");
    std::string rest = line;
    for (const std::string_view sign : {"┌", "┐", "└", "┘", "─", "╭", "╮", "╰", "╯"})
      replace_all(rest, sign, " ");
    if (trimmed(rest).empty()) continue;
    if (line.size() < 2 || !line.starts_with('|') || !line.ends_with('|'))
      return std::string(plain);
    lines.push_back(line);
  }
  return lines.empty() ? std::string(plain) : joined(lines, "\n");
}

// "| 1 0 |" has bars at its ends only: the cells between are parted by spaces or commas.
void part_single_cells(std::vector<Words>& rows, const AnswerContext& context) {
  const bool are_single =
      context.n_cols != 1 &&
      std::all_of(rows.begin(), rows.end(), [](const Words& row) { return row.size() == 1; });
  if (!are_single) return;
  for (Words& row : rows) {
    const std::string cells = row.front();
    row = cells_of_line(cells);
  }
}

// "| 1 | 0 |" in every line.
std::optional<std::vector<Words>> markdown_rows(const std::vector<std::string_view>& lines) {
  std::vector<Words> rows;
  for (std::string_view line : lines) {
    if (line.size() < 2 || !line.starts_with('|') || !line.ends_with('|')) return std::nullopt;
    Words cells = cells_between(line.substr(1, line.size() - 2), '|');
    if (!is_rule(cells)) rows.push_back(std::move(cells));
  }
  return rows;
}

// The shades that attn draws before a number: Braille, or two signs of ASCII.
bool is_shade(std::string_view word) {
  if (word == "::" || word == "==" || word == "**" || word == "##" || word == "@@") return true;
  constexpr std::size_t kBrailleBytes = 3;
  if (word.empty() || word.size() % kBrailleBytes != 0) return false;
  for (std::size_t at = 0; at < word.size(); at += kBrailleBytes)
    if (static_cast<unsigned char>(word[at]) != 0xE2 ||
        (static_cast<unsigned char>(word[at + 1]) & 0xFCU) != 0xA0)
      return false;
  return true;
}

std::vector<Words> spaced_rows(const std::vector<std::string_view>& lines) {
  std::vector<Words> rows;
  for (const std::string_view line : lines) {
    rows.push_back(cells_of_line(line));
    std::erase_if(rows.back(), is_shade);
  }
  return rows;
}

// "row 1: 1 0", "q1: 1 0" in every line.
std::optional<PastedGrid> rows_behind_colons(const std::vector<std::string_view>& lines) {
  PastedGrid grid;
  for (const std::string_view line : lines) {
    const auto colon = line.find(':');
    if (colon == line.npos || colon == 0 || line.find(':', colon + 1) != line.npos)
      return std::nullopt;
    grid.labels.emplace_back(trimmed(line.substr(0, colon)));
    grid.rows.push_back(cells_of_line(trimmed(line.substr(colon + 1))));
    if (grid.rows.back().empty()) return std::nullopt;
  }
  return grid;
}

bool begins_with_label(const Words& row) {
  return row.size() > 1 && !row.front().empty() && !is_number_text(row.front());
}

bool are_labels(const Words& words, const Words& wanted) {
  return !wanted.empty() && words.size() == wanted.size() &&
         std::is_permutation(words.begin(), words.end(), wanted.begin(), wanted.end());
}

// A point is a blocked cell. In the table of a mask, a letter is one too, and # is an open one.
void replace_marks(PastedGrid& grid, bool is_mask) {
  for (Words& row : grid.rows)
    for (std::string& cell : row) {
      if (is_mask && cell == "#") cell = "1";
      const bool is_reason =
          is_mask && cell.size() == 1 && cell.front() >= 'a' && cell.front() <= 'z';
      if (cell == "." || is_reason) cell = "0";
    }
}

// attn writes more behind the columns that have labels: sums, and which weight is the largest.
void cut_what_is_behind(PastedGrid& grid, const AnswerContext& context) {
  const arma::uword n = context.n_cols;
  const bool has_more = n > 0 && grid.headings.size() > n &&
                        std::all_of(grid.rows.begin(), grid.rows.end(),
                                    [n](const Words& row) { return row.size() > n; });
  if (!has_more) return;
  grid.headings.resize(n);
  for (Words& row : grid.rows) row.resize(n);
  replace_marks(grid, context.is_mask);
}

// The first line has no numbers, and each of the others begins with a word.
std::optional<PastedGrid> labelled_grid(std::vector<Words> rows, const AnswerContext& context) {
  PastedGrid grid;
  const bool has_headings = rows.size() > 1 && !has_numbers(rows.front());
  if (has_headings) {
    grid.headings = rows.front();
    rows.erase(rows.begin());
  }
  const bool has_labels = std::all_of(rows.begin(), rows.end(), begins_with_label);
  if (has_labels)
    for (Words& row : rows) {
      grid.labels.push_back(row.front());
      row.erase(row.begin());
    }
  const bool has_corner =
      has_headings && has_labels && grid.headings.size() == rows.front().size() + 1;
  if (has_corner) grid.headings.erase(grid.headings.begin());
  grid.rows = std::move(rows);
  const bool is_sure = (has_headings && has_labels) ||
                       are_labels(grid.labels, context.row_labels) ||
                       (has_headings && are_labels(grid.headings, context.col_labels));
  if (!is_sure) return std::nullopt;
  cut_what_is_behind(grid, context);
  return grid;
}

// A cell with spaces in parentheses, which keep it together.
void keep_cells_together(std::vector<Words>& rows) {
  for (Words& row : rows)
    for (std::string& cell : row)
      if (cell.find_first_of(kSpaces) != cell.npos) cell = "(" + cell + ")";
}

std::optional<PastedGrid> grid_without_brackets(std::string_view text,
                                                const AnswerContext& context) {
  const std::vector<std::string_view> lines = lines_of(text);
  if (lines.empty() || text.find(';') != text.npos) return std::nullopt;
  if (auto rows = markdown_rows(lines)) {
    if (rows->empty()) return std::nullopt;
    part_single_cells(*rows, context);
    if (auto grid = labelled_grid(*rows, context)) return grid;
    keep_cells_together(*rows);
    return PastedGrid{.headings = {}, .labels = {}, .rows = std::move(*rows)};
  }
  if (auto grid = rows_behind_colons(lines)) return grid;
  return labelled_grid(spaced_rows(lines), context);
}

}  // namespace

std::string without_labels(std::string_view plain, const AnswerContext& context) {
  if (plain.size() > kLongestPaste) return std::string(plain);
  const bool is_drawn = has_drawn_brackets(plain);
  const std::string text = is_drawn ? with_plain_brackets(plain) : with_plain_bars(plain);
  auto grid = grid_in_brackets(text, is_drawn);
  if (!grid && text.find_first_of("[(") == text.npos) grid = grid_without_brackets(text, context);
  return grid ? text_of_grid(*grid, context) : std::string(plain);
}

namespace {

// DeviceArray and FloatTensor are found by how they end; c is R's.
constexpr std::array<std::string_view, 8> kMakers = {"matrix",      "Matrix", "Size", "tuple",
                                                     "TensorShape", "list",   "c",    "Variable"};
constexpr std::array<std::string_view, 4> kMakerEnds = {"tensor", "Tensor", "array", "Array"};

bool is_of_path(char c) { return goes_on_in_name(c) || c == '.'; }

// [[1, 2]], dtype=torch.float64, device='cuda' without the settings.
std::string_view without_settings(std::string_view inside) {
  const std::vector<std::string> parts = parts_between(inside, ',', "()[]");
  std::size_t size = parts.front().size();
  for (auto part = parts.begin() + 1; part != parts.end(); size += 1 + part->size(), ++part) {
    const std::string_view rest = trimmed(*part);
    const auto end = std::find_if_not(rest.begin(), rest.end(), is_of_path);
    const bool is_setting = end != rest.begin() && end != rest.end() && *end == '=';
    const bool is_last = part + 1 == parts.end();
    if (is_setting || (is_last && rest.empty())) return trimmed(inside.substr(0, size));
  }
  return inside;
}

// What stands inside tensor(...); the text itself where that is no such call.
std::string_view inside_maker(std::string_view text) {
  const auto name_end = std::find_if_not(text.begin(), text.end(), is_of_path);
  std::string_view name = text.substr(0, static_cast<std::size_t>(name_end - text.begin()));
  const std::string_view call = trimmed(text.substr(name.size()));
  if (const auto dot = name.rfind('.'); dot != name.npos) name.remove_prefix(dot + 1);
  const bool is_maker = std::find(kMakers.begin(), kMakers.end(), name) != kMakers.end() ||
                        std::any_of(kMakerEnds.begin(), kMakerEnds.end(),
                                    [&](std::string_view end) { return name.ends_with(end); });
  if (!is_maker || !call.starts_with('(')) return text;
  const std::size_t end = closing_bracket(call);
  if (end == call.npos || !trimmed(call.substr(end + 1)).empty()) return text;
  return without_settings(trimmed(call.substr(1, end - 1)));
}

// (512, 4096) as [512, 4096], and rows that are tuples likewise. Arithmetic keeps its parentheses.
std::string with_brackets_for_tuples(std::string_view text, int depth = 0) {
  constexpr int kDeepest = 3;
  const bool is_whole = closing_bracket(text) == text.size() - 1;
  const bool is_list = text.starts_with('[') && is_whole;
  const bool is_group = text.starts_with('(') && is_whole;
  if ((!is_list && !is_group) || depth == kDeepest) return std::string(text);
  const std::string_view inside = text.substr(1, text.size() - 2);
  std::vector<std::string> items = parts_between(inside, ',', "()[]");
  if (is_group && items.size() == 1) return std::string(text);
  if (inside.find('(') == inside.npos) return "[" + std::string(without_settings(inside)) + "]";
  for (std::string& item : items) {
    item = trimmed(item);
    if (item.starts_with('(')) item = with_brackets_for_tuples(item, depth + 1);
  }
  return "[" + joined(items, ", ") + "]";
}

// [[[1, 2]]] as [[1, 2]]: a batch of one.
std::string_view without_outer_bracket(std::string_view text) {
  if (!text.starts_with('[') || closing_bracket(text) != text.size() - 1) return text;
  const std::string_view inside = trimmed(text.substr(1, text.size() - 2));
  const bool is_alone = inside.starts_with('[') && closing_bracket(inside) == inside.size() - 1;
  const std::string_view row = is_alone ? trimmed(inside.substr(1)) : inside;
  return is_alone && row.starts_with('[') ? inside : text;
}

// \begin{pmatrix} 1 & 2 \\ 3 & 4 \end{pmatrix} as 1 , 2 ; 3 , 4.
std::string without_latex_matrix(std::string text) {
  for (const std::string_view command : {"\\begin{", "\\end{"})
    for (auto at = text.find(command); at != text.npos; at = text.find(command)) {
      const auto end = text.find('}', at);
      if (end == text.npos) return text;
      text.erase(at, end + 1 - at);
    }
  for (const std::string_view sign :
       {"\\left[", "\\right]", "\\left(", "\\right)", "\\[", "\\]", "\\(", "\\)", "\\hline"})
    replace_all(text, sign, " ");
  replace_all(text, "\\\\", ";");
  replace_all(text, "&", ",");
  replace_all(text, "$", "");
  return text;
}

// {{1, 2}, {3, 4}} as [[1, 2], [3, 4]].
std::string with_brackets_for_braces(std::string text) {
  const bool is_list =
      text.starts_with('{') && text.ends_with('}') && text.find_first_of("\\$[]") == text.npos;
  if (!is_list) return text;
  std::replace(text.begin(), text.end(), '{', '[');
  std::replace(text.begin(), text.end(), '}', ']');
  return text;
}

}  // namespace

std::string without_program_words(std::string_view plain) {
  std::string text(trimmed(plain));
  constexpr std::size_t kLongestLatex = 1 << 14;
  const bool has_latex_cells = text.find('&') != text.npos || text.find("\\\\") != text.npos;
  const bool is_latex = has_latex_cells || text.find("\\begin{") != text.npos;
  if (text.size() <= kLongestLatex && is_latex) text = without_latex_matrix(std::move(text));
  text = with_brackets_for_braces(std::move(text));
  const std::string_view inside = inside_maker(trimmed(text));
  const bool has_brackets = inside.starts_with('[') || inside.starts_with('(');
  if (!has_brackets) return std::string(inside);
  const std::string rows = with_brackets_for_tuples(inside);
  return std::string(without_outer_bracket(rows));
}

namespace {

using Cells = std::vector<std::string>;

std::string in_one_line(const std::vector<Cells>& rows) {
  std::vector<std::string> lines;
  for (const Cells& row : rows) lines.push_back(joined(row, " "));
  return joined(lines, "; ");
}

std::vector<Cells> rows_in_lines(std::string_view text) {
  std::vector<Cells> rows;
  for (const std::string& line : split(text, '\n'))
    if (!trimmed(line).empty()) rows.push_back(spaced_words(line));
  return rows;
}

// 26万2144 and 1億1509万7600: digits, a sign, and digits behind it.
std::string without_large_signs(std::string_view text) {
  std::string sum;
  for (const auto& [sign, zeros] : {std::pair{"億", "100000000"}, std::pair{"万", "10000"}}) {
    const auto at = text.find(sign);
    if (at == text.npos || !are_ascii_digits(trimmed(text.substr(0, at)))) continue;
    sum += (sum.empty() ? "" : " + ") + std::string(trimmed(text.substr(0, at))) + "*" + zeros;
    text = trimmed(text.substr(at + std::string_view(sign).size()));
  }
  return !sum.empty() && are_ascii_digits(text) ? sum + " + " + std::string(text) : "";
}

// 115.1M as 115.1e6. Of a whole number nobody knows whether 1000 or 1024 is meant.
std::string with_prefix_as_power(std::string_view text) {
  constexpr std::string_view kPrefixes = "kKMG";
  if (text.size() < 2 || kPrefixes.find(text.back()) == kPrefixes.npos) return std::string(text);
  const std::string_view number = trimmed(text.substr(0, text.size() - 1));
  const auto point = number.find('.');
  const bool is_decimal = point != number.npos && are_ascii_digits(number.substr(0, point)) &&
                          are_ascii_digits(number.substr(point + 1));
  if (is_decimal) {
    const char prefix = text.back();
    return std::string(number) + (prefix == 'G' ? "e9" : prefix == 'M' ? "e6" : "e3");
  }
  if (are_ascii_digits(number))
    throw InputError(
        message("'{}' may be thousands, or powers of 1024, and leaves digits out. Write the "
                "number in full.",
                shown_token(text.substr(text.size() - 1))));
  return std::string(text);
}

// Takes the places that programs print above the columns and before the rows: R writes [,1] [,2]
// and [1,], and pandas counts both from 0.
bool take_places(std::vector<Cells>& rows) {
  const bool is_r = !rows.empty() && rows.front().front().starts_with('[');
  const auto is_place = [is_r](const std::string& cell, std::size_t place) {
    return is_r ? cell.size() > 3 && cell.starts_with('[') && cell.ends_with(']') &&
                      cell.find(',') != cell.npos
                : cell == std::to_string(place);
  };
  if (rows.size() < (is_r ? 2 : 3)) return false;
  const std::size_t n_cols = rows.front().size();
  for (std::size_t col = 0; col < n_cols; ++col)
    if (!is_place(rows.front()[col], col)) return false;
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (rows[i].size() != n_cols + 1 || !is_place(rows[i].front(), i - 1)) return false;
  rows.erase(rows.begin());
  for (Cells& row : rows) row.erase(row.begin());
  return true;
}

// "5×5 BitMatrix:" and "3×3 LowerTriangular{...}:", in which a point stands for 0.
bool take_julia_type(std::string& text) {
  const auto end = text.find('\n');
  if (end == text.npos) return false;
  const std::string_view line = trimmed(std::string_view(text).substr(0, end));
  const bool is_type = line.ends_with(':') && (line.find("BitMatrix") != line.npos ||
                                               line.find("Triangular{") != line.npos);
  if (!is_type) return false;
  text.erase(0, end + 1);
  for (const std::string_view point : {"⋅", "·"}) replace_all(text, point, "0");
  return true;
}

// "q1: 1 0 1; q2: 0 1 1": a label before the colon of every row.
std::string without_row_labels(std::string_view text) {
  std::vector<std::string> rows;
  for (const std::string& row : split(text, ';')) {
    const auto colon = row.find(':');
    const std::string_view label = trimmed(std::string_view(row).substr(0, colon));
    const bool is_label =
        colon != row.npos && is_name(label) && row.find(':', colon + 1) == row.npos;
    if (!is_label) return std::string(text);
    rows.emplace_back(trimmed(std::string_view(row).substr(colon + 1)));
  }
  return rows.size() > 1 ? joined(rows, "; ") : std::string(text);
}

// \begin{array}{ccc} without the columns' places.
void remove_array_columns(std::string& text) {
  constexpr std::string_view kBegin = "\\begin{array}{";
  const auto at = text.find(kBegin);
  const auto end = at == text.npos ? at : text.find('}', at + kBegin.size());
  if (end == text.npos) return;
  text.erase(at + kBegin.size() - 1, end + 2 - at - kBegin.size());
}

}  // namespace

std::string number_in_plain_notation(std::string_view plain) {
  std::string text(trimmed(plain));
  for (const std::string_view dots : {"...", "…"})
    if (text.size() > dots.size() && text.ends_with(dots) &&
        is_ascii_digit(text[text.size() - dots.size() - 1]) && text.find('.') < text.size() - 3)
      text.resize(text.size() - dots.size());
  replace_all(text, "Math.PI", "pi");
  replace_all(text, "\\%", "%");
  if (const std::string sum = without_large_signs(text); !sum.empty()) return sum;
  return with_prefix_as_power(text);
}

std::string without_asked_unit(const Field& field, std::string_view plain) {
  const std::string ask = field.ask.in("en");
  const bool asks_for_flop = ask.find("FLOP") != ask.npos;
  const bool asks_for_mac = !asks_for_flop && ask.find("MAC") != ask.npos;
  const std::string_view text = trimmed(plain);
  const bool asks_for_numbers = ask.starts_with("How many numbers");
  for (const std::string_view unit : {"FLOPs", "FLOP", "MACs", "MAC", " numbers", "個"}) {
    const bool is_asked = unit.starts_with("FLOP")  ? asks_for_flop
                          : unit.starts_with("MAC") ? asks_for_mac
                                                    : asks_for_numbers;
    if (is_asked && text.size() > unit.size() && text.ends_with(unit))
      return std::string(trimmed(text.substr(0, text.size() - unit.size())));
  }
  return std::string(plain);
}

std::string rows_in_plain_notation(std::string_view plain, const AnswerContext& context) {
  constexpr std::size_t kLongest = 1 << 14;
  if (plain.size() > kLongest) return std::string(plain);
  std::string text(plain);
  replace_all(text, "\\%", "%");
  remove_array_columns(text);
  if (take_julia_type(text)) return text;
  if (text.find('\n') != text.npos) {
    std::vector<Cells> rows = rows_in_lines(text);
    if (take_places(rows)) return in_one_line(rows);
    return rows_in_one_line(text, context);
  }
  if (const std::string rows = rows_in_one_line(text, context); rows != text) return rows;
  return text.find_first_of("[({") == text.npos ? without_row_labels(text) : text;
}

}  // namespace attn
