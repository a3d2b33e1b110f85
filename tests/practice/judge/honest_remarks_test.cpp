#include <fmt/format.h>

#include <cmath>

#include "practice/answer/written_form.hpp"
#include "practice/judge/check.hpp"
#include "support/asked_numbers.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/whole_answer.hpp"

// What is said of an answer is true of it as it was typed, in every exercise that comes with attn.
using namespace attn;

TEST_CASE("check: digits that were written are never called too few",
          "[practice][check][property]") {
  std::string faults;
  for (const AskedNumber& one : asked_numbers()) {
    const auto asked = asked_tolerance(one.field->tolerance).decimals;
    if (!asked || *asked == 0) continue;
    // Cut off; cut off one digit too early, with a zero in its place; a unit too large.
    const arma::mat unit(arma::size(one.truth), arma::fill::value(std::pow(10.0, -*asked)));
    for (const arma::mat& given : {cut_off(one.truth, *asked), cut_off(one.truth, *asked - 1),
                                   arma::mat(one.truth + unit)}) {
      const std::string text = with_decimals(given, *asked);
      const FieldResult result = one.judged(text);
      if (result.alternative == "too_few_digits") faults += one.place(text) + "too few digits\n";
    }
  }
  CHECK(faults == "");
}

TEST_CASE("check: a cell with a zero in the place of its last digits is not called right so far",
          "[practice][check][property]") {
  std::string faults;
  for (const AskedNumber& one : asked_numbers()) {
    const auto asked = asked_decimals(asked_tolerance(one.field->tolerance));
    if (!asked || *asked < 1 || !one.truth.is_finite() || !is_tried(*one.worksheet)) continue;
    const double unit = std::pow(10.0, 1 - *asked);
    for (arma::uword cell = 0; cell < one.truth.n_elem; ++cell) {
      arma::mat given = one.truth;
      given(cell) = std::round(given(cell) / unit) * unit;
      const std::string text = with_decimals(given, *asked);
      if (one.judged(text).alternative == "too_few_digits")
        faults += one.place(text) + "too few digits\n";
    }
  }
  CHECK(faults == "");
}

TEST_CASE("check: a number that was cut off is told its last digit, be it beside a mistake",
          "[practice][check][property]") {
  std::string faults;
  for (const AskedNumber& one : asked_numbers()) {
    const auto asked = asked_tolerance(one.field->tolerance).decimals;
    if (!asked || *asked == 0) continue;
    const std::string text = with_decimals(cut_off(one.truth, *asked), *asked);
    const FieldResult result = one.judged(text);
    if (!result.is_slip() || result.explanation.find("ast digit") != std::string::npos) continue;
    const bool is_certain = !result.shown.empty() && !result.shown.front()->may_coincide;
    if (!is_certain) faults += one.place(text) + result.explanation + "\n";
  }
  CHECK(faults == "");
}

TEST_CASE("check: the digits of the working are not those of the answer",
          "[practice][check][property]") {
  std::string faults;
  int n_tried = 0;
  for (const AskedNumber& one : asked_numbers()) {
    const auto asked = asked_tolerance(one.field->tolerance).decimals;
    if (one.field->kind != FieldKind::number || !asked || *asked < 2) continue;
    const std::string alone = with_decimals(cut_off(one.truth, *asked - 1), *asked - 1);
    const std::string text = alone + " (= " + with_decimals(one.truth, 8) + ")";
    const FieldResult result = one.judged(text);
    if (result.explanation != one.judged(alone).explanation)
      faults += one.place(text) + result.explanation + "\n";
    ++n_tried;
  }
  CHECK(faults == "");
  CHECK(n_tried > 0);
}

TEST_CASE("check: an answer that lacks parentheses alone is told so, and never passes",
          "[practice][check][property]") {
  std::string faults;
  for (const AskedNumber& one : asked_numbers()) {
    if (!one.truth.is_finite() || one.truth.is_zero() || !is_tried(*one.worksheet)) continue;
    const std::string text =
        typed_cells(2.0 * one.truth, [](double cell) { return fmt::format("{:.15g}/1+1", cell); });
    const FieldResult result = one.judged(text);
    if (result.alternative != "parentheses_missing")
      faults += one.place(text) + std::string(name_in(kFieldVerdicts, result.verdict)) + "\n";
  }
  for (const Worksheet& worksheet : course_worksheets())
    for (const Field& field : worksheet.exercise().fields) {
      if (!field.is_graded || field.kind != FieldKind::expression || field.is_order) continue;
      if (!is_tried(worksheet)) continue;
      const std::string text = "2*(" + field.value_text + ")/1+1";
      const FieldResult result =
          check_field(worksheet, field, {.name = field.name, .text = text}, {});
      if (result.alternative != "parentheses_missing")
        faults += named(worksheet) + field.name + " = " + text + "\n";
    }
  CHECK(faults == "");
}

TEST_CASE("check: shares that were made to sum to 1 are right", "[practice][check][property]") {
  std::string faults;
  for (const AskedNumber& one : asked_numbers()) {
    const auto asked = asked_tolerance(one.field->tolerance).decimals;
    if (!asked || one.truth.n_cols < 2 || one.truth.min() < 0.0) continue;
    const double unit = std::pow(10.0, -*asked);
    arma::mat given = arma::round(one.truth / unit) * unit;
    bool sum_to_one = true, were_changed = false;
    for (arma::uword row = 0; row < given.n_rows; ++row) {
      sum_to_one = sum_to_one && std::abs(arma::sum(one.truth.row(row)) - 1.0) < 1e-9;
      const double left = 1.0 - arma::sum(given.row(row));
      const arma::rowvec off = (one.truth.row(row) - given.row(row)) * (left > 0.0 ? 1.0 : -1.0);
      if (std::abs(left) > 0.5 * unit && std::abs(left) < 1.5 * unit) {
        given(row, off.index_max()) += left;
        were_changed = true;
      }
    }
    if (!sum_to_one || !were_changed) continue;
    const std::string text = with_decimals(given, *asked);
    if (!one.judged(text).is_right()) faults += one.place(text) + "\n";
  }
  CHECK(faults == "");
}
