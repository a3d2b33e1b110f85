#include <fmt/format.h>

#include <cmath>
#include <functional>

#include "practice/answer/written_form.hpp"
#include "practice/judge/check.hpp"
#include "support/asked_numbers.hpp"
#include "support/catch.hpp"

// Digits that were cut off, too few digits and a mistake are three things, and of every number of
// the exercises that come with attn each is told what it is. However a right number is written, it
// is right.
using namespace attn;

namespace {

using Writing = std::function<std::string(double)>;

// Those that a person answers with digits.
std::vector<AskedNumber> finite_numbers() {
  std::vector<AskedNumber> all = asked_numbers();
  std::erase_if(all, [](const AskedNumber& one) {
    return one.worksheet->exercise().program || !one.truth.is_finite();
  });
  return all;
}

// The decimals asked for; 0 where none are, or a part of the number may be missing.
int decimals_asked(const Field& field) {
  const Tolerance asked = asked_tolerance(field.tolerance);
  if (field.tolerance.is_exact() || (!asked.decimals && asked.relative > 0.0)) return 0;
  return std::max(asked_decimals(field.tolerance).value_or(0), 0);
}

// 0.13 for 0.125, also where it is a hair less in binary.
arma::mat rounded_from_half(const arma::mat& truth, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return arma::round(truth * unit * (1.0 + 1e-12)) / unit;
}

// 0.12 for 0.125 and 0.38 for 0.375, as NumPy and spreadsheets round.
arma::mat rounded_to_even(const arma::mat& truth, int decimals) {
  const double unit = std::pow(10.0, decimals);
  arma::mat rounded = truth * unit;
  for (double& cell : rounded) {
    const double twice = std::round(2.0 * cell);
    const bool is_half = std::abs(2.0 * cell - twice) <= 1e-9 && std::fmod(twice, 2.0) != 0.0;
    cell = is_half ? 2.0 * std::round(0.25 * twice) : std::round(cell);
  }
  return rounded / unit;
}

bool has_two_digits(const arma::mat& given, int decimals) {
  return arma::abs(given).max() * std::pow(10.0, decimals) >= 10.0;
}

// Each way of rounding with each number of decimals from one on that is below a limit.
std::vector<std::pair<arma::mat (*)(const arma::mat&, int), int>> roundings_below(int limit) {
  std::vector<std::pair<arma::mat (*)(const arma::mat&, int), int>> all;
  for (int decimals = 1; decimals < limit; ++decimals)
    for (const auto rounding : {rounded_from_half, rounded_to_even})
      all.emplace_back(rounding, decimals);
  return all;
}

bool speaks_of(const FieldResult& result, const char* words) {
  return result.explanation.find(words) != std::string::npos;
}

}  // namespace

TEST_CASE("check: numbers rounded to fewer digits are told that, and no other digits",
          "[practice][check][property]") {
  std::string faults;
  std::size_t n_told = 0;
  for (const AskedNumber& one : finite_numbers())
    for (const auto& [rounding, decimals] : roundings_below(decimals_asked(*one.field))) {
      const std::string text = with_decimals(rounding(one.truth, decimals), decimals);
      const FieldResult result = one.judged(text);
      if (result.is_right() || !has_two_digits(one.truth, decimals)) continue;
      ++n_told;
      const bool is_told = speaks_of(result, "fewer digits than are asked for") ||
                           speaks_of(result, "Either the last digit is missing") ||
                           speaks_of(result, "oo few digits") ||
                           (!result.shown.empty() && arma::abs(one.truth - 1.0).max() < 0.01);
      if (!is_told) faults += one.place(text) + result.explanation + "\n";
    }
  CHECK(faults == "");
  CHECK(n_told > 50);
}

TEST_CASE("check: digits that were cut off are told that, however few there are",
          "[practice][check][property]") {
  std::string faults;
  std::size_t n_told = 0;
  for (const AskedNumber& one : finite_numbers())
    for (int decimals = 1; decimals <= decimals_asked(*one.field); ++decimals) {
      const arma::mat given = cut_off(one.truth, decimals);
      const std::string text = with_decimals(given, decimals);
      const double half = 0.5 * std::pow(10.0, -decimals) * (1.0 + 1e-6);
      if (arma::abs(given - one.truth).max() <= half || !has_two_digits(given, decimals)) continue;
      const FieldResult result = one.judged(text);
      if (result.is_right()) continue;
      ++n_told;
      const bool is_told = speaks_of(result, "cut off") || speaks_of(result, "ast digit") ||
                           speaks_of(result, "oo few digits");
      const bool is_certain = !result.shown.empty() && !result.shown.front()->may_coincide &&
                              decimals == decimals_asked(*one.field);
      if (!is_told && !is_certain) faults += one.place(text) + result.explanation + "\n";
    }
  CHECK(faults == "");
  CHECK(n_told > 50);
}

TEST_CASE("check: some cells with fewer digits than others are not told to be cut off for certain",
          "[practice][check][property]") {
  std::string faults;
  for (const AskedNumber& one : finite_numbers()) {
    const int asked = decimals_asked(*one.field);
    if (asked < 2 || one.truth.n_elem < 2) continue;
    for (arma::uword short_cell = 0; short_cell < one.truth.n_elem; ++short_cell) {
      std::size_t at = 0;
      const arma::uword n_cols = one.truth.n_cols;
      const std::string text = typed_cells(one.truth, [&](double cell) {
        const bool is_short = at % n_cols * one.truth.n_rows + at / n_cols == short_cell;
        ++at;
        return fmt::format("{:.{}f}", cell, is_short ? asked - 1 : asked);
      });
      const FieldResult result = one.judged(text);
      if (speaks_of(result, "cut off") && !speaks_of(result, "Either"))
        faults += one.place(text) + result.explanation + "\n";
    }
  }
  CHECK(faults == "");
}

TEST_CASE("check: a right number is right in whatever notation", "[practice][check][property]") {
  const auto power_of_ten = [](double cell) {
    const std::string text = fmt::format("{:.11e}", cell);
    const std::size_t e = text.find('e');
    return text.substr(0, e) + "×10^" + std::to_string(std::stoi(text.substr(e + 1)));
  };
  const auto full_width = [](double cell) {
    std::string text;
    for (const char c : fmt::format("{:.12f}", cell))
      text += c == '.'   ? "．"
              : c == '-' ? "−"
                         : fmt::format("{}{}", "\xEF\xBC", char(0x90 + c - '0'));
    return text;
  };
  const std::pair<const char*, Writing> writings[] = {
      {"decimal", [](double cell) { return fmt::format("{:.13g}", cell); }},
      {"scientific", [](double cell) { return fmt::format("{:.12E}", cell); }},
      {"a power of ten", power_of_ten},
      {"full width", full_width},
      {"a fraction", [](double cell) { return fmt::format("{:.13f}/8", 8.0 * cell); }},
      {"a product", [](double cell) { return fmt::format("{:.13f}×2", 0.5 * cell); }},
      {"per cent", [](double cell) { return fmt::format("{:.12f}%", 100.0 * cell); }},
      {"per cent, full width", [](double cell) { return fmt::format("{:.12f}％", 100.0 * cell); }}};
  std::string faults;
  for (const AskedNumber& one : finite_numbers())
    for (const auto& [name, writing] : writings) {
      if (std::string(name).starts_with("per cent") && one.field->tolerance.is_exact()) continue;
      const std::string text = typed_cells(one.truth, writing);
      const FieldResult result = one.judged(text);
      if (result.verdict != FieldVerdict::pass)
        faults += std::string(name) + ", " + one.place(text) + result.explanation + "\n";
    }
  CHECK(faults == "");
}

TEST_CASE("check: a number that is off in its last digit is not right",
          "[practice][check][property]") {
  std::string faults;
  for (const AskedNumber& one : finite_numbers()) {
    const auto asked = asked_decimals(one.field->tolerance);
    const int decimals = one.field->tolerance.is_exact() ? 0 : asked.value_or(-1);
    const bool is_whole = arma::all(arma::vectorise(one.truth == arma::round(one.truth)));
    if (decimals < 0 || (one.field->tolerance.is_exact() && !is_whole)) continue;
    if (!one.field->tolerance.is_exact() && decimals_asked(*one.field) == 0) continue;
    for (const double units : {2.0, -2.0}) {
      arma::mat given = one.truth;
      given(0) += units * std::pow(10.0, -decimals);
      const std::string text = with_decimals(given, decimals);
      const FieldResult result = one.judged(text);
      if (result.is_right() && result.verdict != FieldVerdict::accepted)
        faults += one.place(text) + result.explanation + "\n";
    }
  }
  CHECK(faults == "");
}
