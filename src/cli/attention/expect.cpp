#include "cli/attention/expect.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/message.hpp"
#include "base/number.hpp"
#include "base/text.hpp"
#include "cli/program/program.hpp"
#include "cli/terminal/terminal.hpp"
#include "core/shape.hpp"
#include "data/matrix/read_matrix.hpp"
#include "mechanisms/attention/variants.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/exercise/worksheet.hpp"

namespace attn {
namespace {

constexpr double kUsualTolerance = 1e-5;
constexpr int kDigitsOfSize = 3;
constexpr int kDigitsOfValue = 10;  // the last ones differ from one kind of processor to another

// A number to compare with another program's.
cell::Real to_copy(double value, int digits) {
  return {.value = value, .places = digits, .form = cell::Real::Form::to_copy};
}

bool agree(const arma::mat& ours, const arma::mat& expected, double tolerance) {
  return arma::size(ours) == arma::size(expected) && !ours.has_nan() &&
         arma::abs(ours - expected).max() <= tolerance;
}

// The numbers to multiply for one answer, roughly.
double work_of(const MultiHeadProblem& problem) {
  const MultiHeadWeights& w = problem.weights;
  const double n_q = static_cast<double>(problem.X.n_rows);
  const double n_k = static_cast<double>(problem.keys_from().n_rows);
  const auto of_keys = static_cast<double>(w.W_K.n_elem + w.W_V.n_elem);
  const auto of_queries = static_cast<double>(w.W_Q.n_elem + w.W_O.n_elem);
  const auto width = static_cast<double>(w.W_Q.n_cols);
  return n_q * of_queries + n_k * of_keys + n_q * n_k * width;
}

constexpr double kOfLastDecimal = 1e-3;  // floats are not exact

// Whether no number has more binary digits than these.
bool are_short(const arma::mat& numbers, int n_digits) {
  return std::all_of(numbers.begin(), numbers.end(), [n_digits](double number) {
    int exponent = 0;
    const double digits = std::ldexp(std::frexp(number, &exponent), n_digits);
    return digits == std::trunc(digits);
  });
}

// One in the last decimal of numbers that were rounded or cut for a person to read; of floats of 16
// bits, what the largest was rounded by at most, as one digit.
std::optional<double> unit_of_rounded(const arma::mat& numbers) {
  constexpr int kMostDecimals = 6;    // of a float that was not rounded, more are needed
  constexpr int kDigits[] = {8, 11};  // binary, of bfloat16 and float16
  const int n_decimals = decimals_of(numbers, kMostDecimals + 1, kOfLastDecimal);
  if (n_decimals <= kMostDecimals) return std::pow(10.0, -n_decimals);
  for (const int n_digits : kDigits) {
    if (!are_short(numbers, n_digits)) continue;
    int exponent = 0;
    std::frexp(arma::abs(numbers).max(), &exponent);
    const double half = std::ldexp(0.5, exponent - n_digits), unit = first_unit(half);
    return std::ceil(half / unit) * unit;
  }
  return {};
}

// Whether some numbers are ours, all rounded or all cut to multiples of a unit, and ours are not
// such multiples themselves.
bool are_rounded(const arma::mat& expected, const arma::mat& ours, double unit) {
  if (arma::size(ours) != arma::size(expected) || ours.has_nan()) return false;
  const arma::mat whole = arma::round(expected / unit), scaled = ours / unit;
  const bool are_decimals = arma::abs(expected / unit - whole).max() < kOfLastDecimal;
  if (!are_decimals) return agree(ours, expected, unit);
  if (arma::abs(scaled - arma::round(scaled)).max() < kOfLastDecimal) return false;
  const double farthest = arma::abs(scaled - whole).max();
  const bool are_cut = (arma::abs(whole) - arma::abs(scaled)).max() < kOfLastDecimal;
  return farthest < (are_cut ? 1.0 : 0.5 + kOfLastDecimal);
}

std::string tolerance_flag(double tolerance) {
  return fmt::format("--tolerance {}", exact(tolerance));
}

// What is said of a change that makes two results agree; nothing if it does not.
std::string agreement(const Variant& variant, const arma::mat& changed, const arma::mat& expected,
                      double tolerance) {
  std::string found = message("This change would make them agree: {}.", variant.change);
  if (agree(changed, expected, tolerance)) return found;
  const std::optional<double> unit = tolerance_for_rounded(expected, tolerance);
  if (!unit || !are_rounded(expected, changed, *unit)) return "";
  add_sentence(found, tried_as_rounded(*unit));
  return found;
}

// Another program rarely computes something else altogether: most often it does one thing
// differently.
std::string change_that_agrees(const MultiHeadProblem& problem, const arma::mat& expected,
                               double tolerance, bool lists_tried) {
  constexpr double kMostWork = 1e10;                        // some seconds at most
  constexpr arma::uword kMostCells = arma::uword{1} << 17;  // of each, all stages are kept
  const std::vector<Variant> variants = variants_of(problem);
  if (work_of(problem) * static_cast<double>(variants.size()) > kMostWork ||
      problem.counts.n_heads * problem.query_tokens.size() * problem.key_tokens.size() > kMostCells)
    return translated("The input is too large to try changes that would make them agree.");
  std::vector<Variant> tried;
  for (const Variant& variant : variants) {
    try {
      const std::string found =
          agreement(variant, result_of(variant, problem), expected, tolerance);
      if (!found.empty()) return found;
      tried.push_back(variant);
    } catch (const InputError&) {  // this change does not fit the shapes
    }
  }
  if (lists_tried)
    return message("None of the changes tried here makes them agree: {}.", listed_kinds(tried));
  return message("None of the {} changes tried here makes them agree: {}. --explain 2 names them.",
                 tried.size(), counted_topics(tried));
}

// Why two results differ, as far as it can be found out.
std::string why_they_differ(const MultiHeadProblem& problem, const arma::mat& ours,
                            const arma::mat& expected, double tolerance, bool lists_tried) {
  const std::optional<double> unit = tolerance_for_rounded(expected, tolerance);
  if (!unit || !are_rounded(expected, ours, *unit))
    return change_that_agrees(problem, expected, tolerance, lists_tried);
  return agree_as_rounded(*unit);
}

}  // namespace

std::optional<double> tolerance_for_rounded(const arma::mat& expected, double tolerance) {
  constexpr double kEnoughDigits = 0.01;
  const std::optional<double> needed = unit_of_rounded(expected);
  if (!needed || *needed <= tolerance || *needed > kEnoughDigits * arma::abs(expected).max())
    return {};
  return needed;
}

std::string agree_as_rounded(double tolerance) {
  return message(
      "The expected values are rounded, and up to their last digit they agree: {} accepts that.",
      tolerance_flag(tolerance));
}

std::string tried_as_rounded(double tolerance) {
  return message("The expected values are rounded; this was tried with {}.",
                 tolerance_flag(tolerance));
}

double CompareFlags::read_tolerance() const {
  const double read = tolerance.number().value_or(kUsualTolerance);
  if (read >= 0.0) return read;
  throw InputError(message("{} must not be negative, but it is {}.", tolerance.name(), read));
}

void CompareFlags::add_to(const FlagGroup& group) {
  group.value(
      expect, "MATRIX",
      translated("Compare the result with another program's, with --model the attentions in a "
                 "file; exit code 1 if it differs"));
  group.value(tolerance, "X",
              translated("The largest difference that --expect accepts (default 1e-5)"),
              {.needs = {"--expect"}});
}

Table comparison_table(const ComparedResult& found, const CompareFlags& flags) {
  const std::string file = preview(shown_path(flags.expect.text()), 200);
  return {.id = "comparison",
          .title = found.agrees ? message("The result agrees with {}.", file)
                                : message("The result differs from {}.", file),
          .columns = {{"what"}, {"value"}},
          .rows = {{cell::Text{"largest_difference", translated("largest difference")},
                    to_copy(found.largest, kDigitsOfSize)},
                   {cell::Text{"at", translated("at")}, cell::name(found.at)},
                   {cell::Text{"computed_here", translated("computed here")},
                    to_copy(found.ours, kDigitsOfValue)},
                   {cell::Text{"expected", translated("expected")},
                    to_copy(found.expected, kDigitsOfValue)},
                   {cell::Text{"tolerance", translated("tolerance")},
                    to_copy(flags.read_tolerance(), kDigitsOfSize)}},
          .n_text_columns = 2,
          .note = found.note};
}

// Where the table is not shown, the verdict would be lost.
void print_verdict(const Trace& trace, const ViewChoice& view) {
  const Table& comparison = trace.tables.back();
  const std::vector<std::string>& named = view.stages;
  const bool is_named = std::find(named.begin(), named.end(), comparison.id) != named.end();
  if (view.screen == Screen::json) return;
  const ScreenRoom& room = room_of(view.screen);
  if (room.tables && room.words && (is_named || !view.names_stages())) return;
  std::string verdict = "attn: " + comparison.title;
  if (!comparison.note.empty()) add_sentence(verdict, comparison.note);
  print_remark(verdict);
}

bool compare(Trace& trace, const MultiHeadProblem& problem, const CompareFlags& flags,
             bool lists_tried) {
  const double tolerance = flags.read_tolerance();
  const Stage& ours = trace.stage(trace.result);
  const arma::mat expected =
      read_matrix(flags.expect.text(), flags.expect.name(), {"expected", "output", ours.id, "y"});
  if (arma::size(expected) != arma::size(ours.value))
    throw InputError(message(
        "--expect {} is {}, but the result to compare it with ({}) is {}. Give the output of the "
        "same tokens, one a row.",
        preview(shown_path(flags.expect.text()), 200), shape_of(expected), ours.id,
        shape_of(ours.value)));

  const arma::mat difference = ours.value - expected;
  const arma::mat sizes = arma::abs(difference);
  const arma::uword worst = sizes.index_max();
  const arma::uword row = worst % sizes.n_rows, col = worst / sizes.n_rows;
  const double largest = sizes.has_nan() ? arma::datum::nan : sizes(row, col);
  const bool agrees = agree(ours.value, expected, tolerance);

  const std::string id = ours.id, symbol = ours.symbol;
  const Axis rows = ours.rows, cols = ours.cols;
  trace.record({.id = "expected",
                .symbol = "E",
                .formula = "E",
                .value = expected,
                .rows = rows,
                .cols = cols,
                .note = translated("What the other program computed.")});
  trace.record({.id = "difference",
                .symbol = "D",
                .formula = fmt::format("D = {} − E", symbol),
                .value = difference,
                .rows = rows,
                .cols = cols,
                .note = translated("How far the two results are apart."),
                .rule = rule::difference(id, "expected")});
  trace.tables.push_back(comparison_table(
      {.largest = largest,
       .at = fmt::format("{}[{}, {}]", symbol, rows.place_name(row), cols.place_name(col)),
       .ours = trace.stage(id).value(row, col),
       .expected = expected(row, col),
       .agrees = agrees,
       .note = agrees ? ""
                      : why_they_differ(problem, trace.stage(id).value, expected, tolerance,
                                        lists_tried)},
      flags));
  trace.tables.back().after = id;
  trace.overview.emplace_back("comparison");
  return agrees;
}

}  // namespace attn
