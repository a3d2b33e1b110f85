#include "practice/answer/pasted_matrix.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"

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
  if (std::is_permutation(typed.begin(), typed.end(), wanted.begin()))
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
         std::is_permutation(words.begin(), words.end(), wanted.begin());
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

}  // namespace attn
