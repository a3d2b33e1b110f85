#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/judge/diagnose.hpp"

namespace attn {

namespace {

constexpr arma::uword kShownCells = 8;
constexpr int kMostShownDecimals = 12;
constexpr int kMostExactDecimals = 6;

// Some places in a row out of many.
struct Window {
  arma::uword first = 0, last = 0, n = 0;
  bool is_all() const { return last - first + 1 == n; }
};

Window window_around(arma::uword place, arma::uword n) {
  if (n <= kShownCells) return {0, n - 1, n};
  const arma::uword wanted = place < kShownCells / 2 ? 0 : place - kShownCells / 2;
  const arma::uword first = std::min(wanted, n - kShownCells);
  return {first, first + kShownCells - 1, n};
}

struct Windows {
  Window rows, cols;
};

Windows windows_of(const FieldResult& result) {
  const CellDifference worst = result.comparison.worst.value_or(CellDifference{});
  return {window_around(worst.row, result.given.n_rows),
          window_around(worst.col, result.given.n_cols)};
}

// The labels of a part; where there are none, the places, counted from 1.
std::vector<std::string> labels_of(const std::vector<std::string>& all, const Window& window) {
  if (all.empty() && window.is_all()) return {};
  std::vector<std::string> labels;
  for (arma::uword place = window.first; place <= window.last; ++place)
    labels.push_back(all.empty() ? std::to_string(place + 1) : all[place]);
  return labels;
}

// The decimals that a tolerance is about.
int tolerance_decimals(const FieldResult& result) {
  const Tolerance tolerance = asked_tolerance(result.field->tolerance);
  if (tolerance.decimals) return *tolerance.decimals;
  const auto places = [](double size) { return static_cast<int>(std::ceil(-std::log10(size))); };
  if (tolerance.absolute > 0) return std::max(0, places(tolerance.absolute));
  const double largest = arma::abs(result.expected).max();
  if (largest == 0 || !std::isfinite(largest)) return 0;
  return std::max(0, places(tolerance.relative * largest));
}

bool is_exact(const Field& field) { return allowed_text(field.tolerance).empty(); }

bool looks_right(const FieldResult& result, int decimals) {
  for (arma::uword i = 0; i < result.given.n_elem; ++i)
    if (result.comparison.wrong(i) != 0 &&
        fixed_number(result.given(i), decimals) == fixed_number(result.expected(i), decimals))
      return true;
  return false;
}

// Whether a wrong cell would look like another number: 0.01 in the place of 0.0085.
bool looks_other(const FieldResult& result, int decimals) {
  constexpr double kOfNumber = 0.05, kLeastShown = 1e-6;
  const double unit = std::pow(10.0, -decimals);
  const auto is_lost = [&](double cell) {
    const double shown = std::round(cell / unit) * unit;
    return std::isfinite(cell) && std::abs(cell) >= kLeastShown &&
           std::abs(cell - shown) > kOfNumber * std::abs(cell);
  };
  for (arma::uword i = 0; i < result.given.n_elem; ++i)
    if (result.comparison.wrong(i) != 0 && is_lost(result.given(i))) return true;
  return false;
}

MarkedMatrix part_of(const arma::mat& matrix, const Windows& windows, const Field& field) {
  const auto& [rows, cols] = windows;
  return {.title = "",
          .value = matrix.submat(rows.first, cols.first, rows.last, cols.last),
          .rows = {.name = "", .labels = labels_of(field.row_labels, rows)},
          .cols = {.name = "", .labels = labels_of(field.col_labels, cols)}};
}

}  // namespace

int visible_decimals(const FieldResult& result) {
  arma::mat finite =
      arma::join_rows(arma::vectorise(result.given), arma::vectorise(result.expected));
  finite.replace(arma::datum::inf, 0.0);
  finite.replace(-arma::datum::inf, 0.0);
  finite.replace(arma::datum::nan, 0.0);
  int decimals = is_exact(*result.field) ? decimals_of(finite, kMostExactDecimals)
                                         : tolerance_decimals(result) + 1;
  while (decimals < kMostShownDecimals && looks_right(result, decimals)) ++decimals;
  return std::min(decimals, kMostShownDecimals);
}

MatrixRow marked_answer(const FieldResult& result, bool with_expected) {
  const Windows windows = windows_of(result);
  const int decimals = visible_decimals(result);
  MarkedMatrix yours = part_of(result.given, windows, *result.field);
  yours.title = translated("yours");
  yours.precision = decimals;
  yours.marked = result.comparison.wrong.submat(windows.rows.first, windows.cols.first,
                                                windows.rows.last, windows.cols.last);
  if (const auto& worst = result.comparison.worst)
    yours.focus = {worst->row - windows.rows.first, worst->col - windows.cols.first};
  if (!with_expected) {
    // By itself it is shown as it was typed: no zeros are added behind what was asked for.
    if (!is_exact(*result.field))
      yours.precision =
          std::min(decimals, std::max(result.written_decimals(), tolerance_decimals(result)));
    while (yours.precision < kMostExactDecimals && looks_other(result, yours.precision))
      ++yours.precision;
    return {{yours}};
  }
  MarkedMatrix expected = part_of(result.expected, windows, *result.field);
  expected.title = translated("should be");
  expected.precision = decimals;
  expected.focus = yours.focus;
  return {{yours, expected}};
}

namespace {

std::string without_idle_zeros(std::string fixed) {
  if (fixed.find('.') == fixed.npos || fixed.find('e') != fixed.npos) return fixed;
  fixed.resize(fixed.find_last_not_of('0') + 1);
  if (fixed.ends_with('.')) fixed.pop_back();
  return fixed;
}

constexpr int kMostDigits = 15;

// The decimals with which a number is not taken for another one: two digits, if it has as many.
int telling_decimals(double value) {
  const double unit = first_unit(value);
  return unit > 0.0 ? 1 - static_cast<int>(std::lround(std::log10(unit))) : 0;
}

// A number as it was given, or with as many decimals as the others where it has more.
std::string given_number(double value, int decimals) {
  constexpr int kTwoDigits = 2, kMostInFull = 8;
  if (is_rest(value)) return "0";
  const int telling = telling_decimals(value);
  if (telling > kMostInFull) return significant_text(value, kTwoDigits);
  decimals = std::max(decimals, telling);
  const std::string fixed = fixed_number(value, decimals);
  const bool is_whole_story = std::isfinite(value) && std::abs(parse_number(fixed).value_or(value) -
                                                               value) < 1e-12 * std::abs(value);
  if (is_whole_story || value == 0) return without_idle_zeros(fixed);
  const auto looks_rounder = [](const std::string& text) {
    return text.ends_with('0') || text.find('.') == text.npos;
  };
  std::string longer = fixed;  // 7.00000001 is not 7.000000
  for (int more = decimals + 1; looks_rounder(longer) && more <= kMostDigits; ++more)
    longer = fixed_number(value, more);
  return looks_rounder(longer) ? fixed : longer;
}

// A difference in as many digits as it takes to see that it is not the one that is allowed.
std::string error_beside(double error, double allowed) {
  std::string text = rough_number(error);
  for (int digits = 3; text == rough_number(allowed) && digits <= kMostDigits; ++digits)
    text = significant_text(error, digits);
  return text;
}

// The decimals of a cell as it was typed, as far as they are worth showing; of one that was worked
// out, those of its numbers.
int typed_decimals_of(const FieldResult& result, const CellDifference& cell) {
  constexpr int kMostShown = 8;
  const arma::uword place = cell.row + cell.col * result.given.n_rows;
  const bool is_known = place < result.typed_in_cells.size();
  const int typed = is_known ? std::min(result.typed_in_cells[place], result.typed_decimals)
                             : result.typed_decimals;
  return std::min(typed, kMostShown);
}

}  // namespace

WorstCell worst_cell(const FieldResult& result) {
  const CellDifference& worst = *result.comparison.worst;
  const int decimals = visible_decimals(result);
  const double allowed = allowed_error(worst.expected, asked_tolerance(result.field->tolerance));
  const int typed = std::max(decimals, typed_decimals_of(result, worst));
  return {given_number(worst.given, typed), given_number(worst.expected, decimals),
          error_beside(std::abs(worst.given - worst.expected), allowed), rough_number(allowed)};
}

std::string place_text(const Field& field, const CellDifference& cell) {
  std::string text = message("row {0}, column {1}", cell.row + 1, cell.col + 1);
  std::string labels = field.row_labels.empty() ? "" : field.row_labels[cell.row];
  if (!field.col_labels.empty())
    labels += (labels.empty() ? "" : ", ") + field.col_labels[cell.col];
  return labels.empty() ? text : text + " (" + labels + ")";
}

std::string shown_part(const FieldResult& result) {
  const auto [rows, cols] = windows_of(result);
  if (rows.is_all() && cols.is_all()) return "";
  return message("Shown are rows {0} to {1} of {2} and columns {3} to {4} of {5}.", rows.first + 1,
                 rows.last + 1, rows.n, cols.first + 1, cols.last + 1, cols.n);
}

namespace {

constexpr int kMostDecimals = 6;  // of 1/3, say

bool counts(const FieldResult& result) {
  return result.is_right() || result.verdict == FieldVerdict::follows;
}

bool is_shown_as_matrix(const FieldResult& result) {
  const FieldKind kind = result.field->kind;
  return (kind == FieldKind::matrix || kind == FieldKind::mask) && result.given.n_elem > 1;
}

MarkedMatrix typed_matrix(const FieldResult& result) {
  return {.title = message("{} (yours)", result.field->name),
          .value = result.given,
          .rows = {.name = "", .labels = result.field->row_labels},
          .cols = {.name = "", .labels = result.field->col_labels},
          .precision = std::min(result.written_decimals(), kMostDecimals)};
}

}  // namespace

std::size_t n_own_answers(const std::vector<FieldResult>& results) {
  return static_cast<std::size_t>(std::count_if(results.begin(), results.end(), counts));
}

Document own_answers(const std::vector<FieldResult>& results, std::size_t n) {
  std::size_t n_older = n_own_answers(results) - std::min(n, n_own_answers(results));
  MatrixRow matrices;
  std::string others;
  for (const FieldResult& result : results) {
    if (!counts(result)) continue;
    if (n_older > 0) {
      --n_older;
    } else if (is_shown_as_matrix(result)) {
      matrices.matrices.push_back(typed_matrix(result));
    } else {
      others += (others.empty() ? "" : "   ") +
                kept_together(result.field->name + " = " + std::string(trimmed(result.text)));
    }
  }
  Document page;
  if (!others.empty())
    page.add(LabelledLine{translated("yours so far"), others, LabelledLine::Mood::quiet});
  if (!matrices.matrices.empty()) page.add(std::move(matrices));
  return page;
}

Document beside(Document page, Document more) {
  const auto row_at_end = [](Document& of) {
    return of.pieces.empty() ? nullptr : std::get_if<MatrixRow>(&of.pieces.back());
  };
  MatrixRow* const left = row_at_end(page);
  MatrixRow* const right = row_at_end(more);
  if (left != nullptr && right != nullptr) {
    std::move(right->matrices.begin(), right->matrices.end(), std::back_inserter(left->matrices));
    more.pieces.pop_back();
  }
  std::move(more.pieces.begin(), more.pieces.end(), std::back_inserter(page.pieces));
  return page;
}

namespace {

// A line for a person; nobody reads the end of one that is longer.
std::string shown_line(std::string line) {
  constexpr int kLongest = 300;
  replace_all(line, "\t", "    ");
  if (line.ends_with('\r')) line.pop_back();
  return preview(line, kLongest);
}

// Without the empty lines behind the last.
std::vector<std::string> whole_lines(const std::string& text) {
  std::vector<std::string> lines = split(text, '\n');
  while (!lines.empty() && trimmed(lines.back()).empty()) lines.pop_back();
  return lines;
}

PrintedLines shown_lines(const std::vector<std::string>& lines, std::size_t begin,
                         std::size_t end) {
  PrintedLines printed{.lines = {}, .n_left_out = lines.size() - (end - begin)};
  for (std::size_t i = begin; i < end; ++i) printed.lines.push_back(shown_line(lines[i]));
  return printed;
}

}  // namespace

PrintedLines first_printed(const std::string& text, std::size_t most) {
  const std::vector<std::string> lines = whole_lines(text);
  return shown_lines(lines, 0, std::min(lines.size(), most));
}

PrintedLines last_printed(const std::string& text, std::size_t most) {
  const std::vector<std::string> lines = whole_lines(text);
  return shown_lines(lines, lines.size() - std::min(lines.size(), most), lines.size());
}

}  // namespace attn
