#include "practice/feedback/worst_cell.hpp"

#include <algorithm>
#include <cmath>

#include "base/number.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/feedback/marked_answer.hpp"
#include "practice/judge/compare.hpp"
#include "practice/judge/fit.hpp"
#include "practice/notation/plain_number.hpp"

namespace attn {
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

}  // namespace attn
