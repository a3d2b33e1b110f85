#include <fmt/format.h>

#include "base/message.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"
#include "support/asked_numbers.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"
#include "support/rounds.hpp"
#include "support/whole_answer.hpp"

using Strings = std::vector<std::string>;

namespace {

FieldResult result(const char* field, FieldVerdict verdict, const arma::mat& given) {
  Worksheet worksheet(practice_exercise());
  return {.field = &practice_exercise().field(field),
          .verdict = verdict,
          .given = given,
          .expected = worksheet.numbers(field)};
}

std::vector<const FieldResult*> pointers(const std::vector<FieldResult>& results) {
  std::vector<const FieldResult*> all;
  for (const FieldResult& one : results) all.push_back(&one);
  return all;
}

Strings names(const std::vector<const FieldResult*>& results) {
  Strings all;
  for (const FieldResult* one : results) all.push_back(one->field->name);
  return all;
}

const Alternative& swapped() {
  for (const Alternative& one : practice_exercise().alternatives)
    if (one.name == "keys_and_queries_swapped") return one;
  throw std::out_of_range("keys_and_queries_swapped");
}

const arma::mat kSwapped{{2, 1}, {2, 2}};
const arma::mat kRounded{{0.5, 0.5}, {0.378, 0.622}};

TEST_CASE("results_behind: what a field depends on, and something can follow from") {
  using enum FieldVerdict;
  const Worksheet worksheet(practice_exercise());
  const std::vector<FieldResult> before{
      result("scores", wrong, kSwapped), result("weights", pass, kRounded),
      result("mask", wrong, {{0, 1}, {0, 0}}), result("guess", noted, arma::mat(1, 1))};
  const auto behind = [&](const char* field) {
    return names(results_behind(worksheet, practice_exercise().field(field), kRounded, before));
  };
  CHECK(behind("output") == Strings{"scores", "weights"});
  CHECK(behind("open") == Strings{"mask"});
  CHECK(behind("why").empty());
}

TEST_CASE("results_behind: nothing follows from what is infinite, or was not read") {
  const Worksheet worksheet(practice_exercise());
  const std::vector<FieldResult> before{
      result("scores", FieldVerdict::wrong, {{2, arma::datum::inf}, {1, 2}}),
      result("weights", FieldVerdict::unreadable, {})};
  CHECK(results_behind(worksheet, practice_exercise().field("output"), kRounded, before).empty());
}

TEST_CASE("results_behind: what is all zeros does not follow from a slip that is all zeros") {
  const Worksheet worksheet(practice_exercise());
  const arma::mat zeros(2, 2, arma::fill::zeros);
  FieldResult slip = result("scores", FieldVerdict::wrong, zeros);
  Alternative mistake;
  mistake.may_coincide = true;
  slip.shown = {&mistake};  // without one, nothing at all would follow
  for (const FieldKind kind : {FieldKind::expression, FieldKind::matrix}) {
    Field field = practice_exercise().field("output");
    field.kind = kind;
    CHECK(names(results_behind(worksheet, field, kRounded, {slip})) == Strings{"scores"});
    CHECK(results_behind(worksheet, field, zeros, {slip}).empty());
  }
  slip = result("mask", FieldVerdict::wrong, zeros);
  slip.shown = {&mistake};
  const Field& open = practice_exercise().field("open");
  CHECK(names(results_behind(worksheet, open, single_cell(2), {slip})) == Strings{"mask"});
  CHECK(results_behind(worksheet, open, single_cell(0), {slip}).empty());
}

TEST_CASE("results_behind: zeros follow from zeros that are meant") {
  const Worksheet worksheet(practice_exercise());
  const Field& output = practice_exercise().field("output");
  const arma::mat zeros(2, 2, arma::fill::zeros);
  FieldResult slip = result("scores", FieldVerdict::wrong, zeros);
  const auto behind = [&](std::vector<FieldResult> before) {
    before.push_back(slip);
    return !results_behind(worksheet, output, zeros, before).empty();
  };
  const FieldResult other_zeros = result("mask", FieldVerdict::wrong, zeros);
  const FieldResult other_numbers = result("mask", FieldVerdict::wrong, {{0, 1}, {0, 0}});
  Alternative mistake;
  slip.shown = {&mistake};
  CHECK(behind({}));
  CHECK(behind({other_numbers}));
  CHECK_FALSE(behind({other_zeros}));
  mistake.may_coincide = true;
  CHECK_FALSE(behind({}));
  CHECK(behind({other_numbers}));
}

TEST_CASE("results_behind: a single 0 can be compared, and something chosen by it") {
  const Worksheet worksheet(practice_exercise());
  Field field = practice_exercise().field("open");
  field.kind = FieldKind::choice;
  Alternative mistake;
  FieldResult slip = result("mask", FieldVerdict::wrong, single_cell(0));
  Field number = *slip.field;
  number.kind = FieldKind::number;
  slip.field = &number;
  slip.shown = {&mistake};
  CHECK(names(results_behind(worksheet, field, single_cell(1), {slip})) == Strings{"mask"});
  slip.given = arma::mat(1, 2, arma::fill::zeros);
  CHECK(results_behind(worksheet, field, single_cell(1), {slip}).empty());
}

TEST_CASE("results_behind: of the same number everywhere numbers follow, but no choice") {
  const Worksheet worksheet(practice_exercise());
  const arma::mat ones(2, 2, arma::fill::ones);
  FieldResult slip = result("scores", FieldVerdict::wrong, ones);
  Field field = practice_exercise().field("output");
  CHECK(names(results_behind(worksheet, field, 2.0 * ones, {slip})) == Strings{"scores"});
  CHECK(results_behind(worksheet, field, ones, {slip}).empty());  // which may be filled in blindly
  slip.shown = {&swapped()};
  CHECK(
      results_behind(worksheet, field, ones, {slip}).empty());  // whatever gives the first of them
  slip.shown = {};
  FieldResult thirds = result("scores", FieldVerdict::wrong, ones / 3.0);
  CHECK(results_behind(worksheet, field, ones / 3.0, {thirds}).empty());
  thirds.shown = {&swapped()};  // but not so the fraction that a mistake gives
  CHECK(names(results_behind(worksheet, field, ones / 3.0, {thirds})) == Strings{"scores"});
  for (const FieldKind kind : {FieldKind::choice, FieldKind::label, FieldKind::list}) {
    field.kind = kind;
    CHECK(results_behind(worksheet, field, single_cell(0), {slip}).empty());
  }
}

TEST_CASE("standpoints: a slip as it was written, or with its mistake's digits") {
  const Worksheet worksheet(practice_exercise());
  std::vector<FieldResult> before{result("scores", FieldVerdict::wrong, kSwapped)};
  const auto unnamed = standpoints(worksheet, pointers(before));
  REQUIRE(unnamed.size() == 1);
  CHECK(difference(std::get<arma::mat>(unnamed[0].answers.at("scores")), kSwapped) == "");
  before[0].shown = {&swapped()};
  CHECK(standpoints(worksheet, pointers(before)).size() > 1);
}

TEST_CASE("standpoints: a right answer with all digits first, then as it was rounded") {
  const Worksheet worksheet(practice_exercise());
  const std::vector<FieldResult> before{result("weights", FieldVerdict::pass, kRounded)};
  const auto all = standpoints(worksheet, pointers(before));
  REQUIRE(all.size() == 2);
  CHECK(all[0].answers.empty());
  CHECK(all[1].answers.contains("weights"));
  REQUIRE(all[1].rounded.size() == 1);
  CHECK(all[1].rounded[0].half_unit == Approx(0.0005));
}

TEST_CASE("follows_at: what is computed from a wrong answer, rounded or not") {
  const Worksheet worksheet(practice_exercise());
  const Standpoint from_swapped{.answers = {{"scores", kSwapped}}, .rounded = {}};
  const Field& weights = practice_exercise().field("weights");
  CHECK(follows_at(worksheet, from_swapped, weights, {{0.622, 0.378}, {0.5, 0.5}}));
  CHECK(follows_at(worksheet, from_swapped, weights, {{0.62246, 0.37754}, {0.5, 0.5}}));
  CHECK_FALSE(follows_at(worksheet, from_swapped, weights, {{0.6, 0.4}, {0.5, 0.5}}));
  CHECK_FALSE(follows_at(worksheet, from_swapped, weights, {{0.622, 0.378}}));
}

TEST_CASE("follows_at: from any of the numbers that round to what was written") {
  // 4 · 0.622 = 2.488 and 4 · 0.6225 = 2.49; from 0.62 ± 0.005 it may be 2.46 to 2.50.
  const Worksheet worksheet(practice_exercise());
  const arma::mat two_digits{{0.5, 0.5}, {0.38, 0.62}};
  const Field& output = practice_exercise().field("output");
  const Standpoint exact{.answers = {{"weights", two_digits}}, .rounded = {}};
  const Standpoint rounded{.answers = {{"weights", two_digits}},
                           .rounded = {{"weights", two_digits, 0.005}}};
  const arma::mat given{{1, 2}, {0.76, 2.5}};
  CHECK_FALSE(follows_at(worksheet, exact, output, given));
  CHECK(follows_at(worksheet, rounded, output, given));
  CHECK_FALSE(follows_at(worksheet, rounded, output, {{1, 2}, {0.76, 2.6}}));
}

TEST_CASE("value_at: nothing where the shapes do not fit") {
  const Worksheet worksheet(practice_exercise());
  const Field& output = practice_exercise().field("output");
  CHECK(value_at(worksheet, {}, output));
  const Standpoint narrow{.answers = {{"weights", arma::mat(2, 3)}}, .rounded = {}};
  CHECK_FALSE(value_at(worksheet, narrow, output));
}

TEST_CASE("is_rounded_truth: to the digits asked for, or rightly to more of them") {
  const Worksheet worksheet(practice_exercise());
  const auto is_rounded = [&](const arma::mat& given) {
    return is_rounded_truth(worksheet, result("weights", FieldVerdict::pass, given), {});
  };
  CHECK(is_rounded(kRounded));
  CHECK(is_rounded({{0.5, 0.5}, {0.3775, 0.6225}}));
  CHECK_FALSE(is_rounded({{0.5, 0.5}, {0.3779, 0.6221}}));
  CHECK(is_rounded_truth(worksheet, result("mask", FieldVerdict::pass, {{1, 0}, {1, 1}}), {}));
}

// Digits that were cut off, too few digits and a mistake are three things, and of every number of
// the exercises that come with attn each is told what it is. However a right number is written, it
// is right.

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

TEST_CASE("check: numbers rounded to fewer digits are told that, and no other digits") {
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

TEST_CASE("check: digits that were cut off are told that, however few there are") {
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

TEST_CASE(
    "check: some cells with fewer digits than others are not told to be cut off for certain") {
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

TEST_CASE("check: a right number is right in whatever notation") {
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

TEST_CASE("check: a number that is off in its last digit is not right") {
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

// What follows from an answer that was credited is credited, and a slip that is copied counts once,
// in every exercise that comes with attn.

bool is_charged(const FieldResult& result) { return result.is_slip() && result.field->is_graded; }

std::string charge(const Worksheet& worksheet, const std::string& what, const FieldResult& result) {
  return named(worksheet) + what + ": " + result.field->name + " is charged (" +
         result.alternative + ")\n";
}

std::optional<HandedIn> answer_to(const Field& field, Worksheet worksheet) {
  try {
    HandedIn answer = rounded_as_asked(field, handed_in(field, worksheet));
    if (answer.given.is_finite()) return answer;
  } catch (const InputError&) {
    // it leads to no answer here
  }
  return std::nullopt;
}

// The changes of all mistakes of one name that a learner makes at one question.
std::map<std::string, std::vector<const Alternative*>> mistakes_by_name(const Exercise& exercise) {
  std::map<std::string, std::vector<const Alternative*>> named_so;
  for (const Alternative& one : exercise.alternatives)
    if (!one.accepted && !one.printed) named_so[one.name].push_back(&one);
  return named_so;
}

// A mistake made at one question and again at a later one, and all that follows from the second.
std::string charged_after_both(const Worksheet& worksheet, const Alternative& first,
                               const Alternative& second) {
  const Worksheet right = worksheet.following();
  const Field* early = first_wrong_field(worksheet.exercise(), worksheet, first);
  const Field* late = first_wrong_field(worksheet.exercise(), worksheet, second);
  if (early == nullptr || late == nullptr || early >= late) return "";
  const auto one = answer_to(*early, right.with(first.change));
  if (!one) return "";
  const auto two = answer_to(*late, right.with({{early->name, one->given}}).with(second.change));
  if (!two || one->formula || two->formula) return "";
  const auto results =
      judged_whole(worksheet, Digits::gone_on, {{early->name, *one}, {late->name, *two}});
  std::string faults;
  for (const FieldResult& result : results) {
    if (result.field == late && result.verdict != FieldVerdict::follows) return "";
    if (result.field > late && is_charged(result))
      faults += charge(worksheet, first.name + " in " + early->name + " and " + late->name, result);
  }
  return faults;
}

// Two matrices that rightly have some cells in common, with the same slip in one of those.
std::string charged_for_a_copy(const Worksheet& worksheet, const Field& early, const Field& late) {
  Worksheet right = worksheet.following();
  const HandedIn first = rounded_as_asked(early, handed_in(early, right));
  HandedIn second = rounded_as_asked(late, handed_in(late, right));
  if (arma::size(first.given) != arma::size(second.given)) return "";
  const arma::uvec common =
      arma::find(arma::abs(right.numbers(early.name) - right.numbers(late.name)) < 1e-9 &&
                 arma::abs(right.numbers(early.name)) > 1e-9);
  if (common.is_empty()) return "";
  HandedIn slip = first;
  const arma::uword cell = common.max();
  slip.given(cell) += 0.37 * arma::abs(first.given).max() + 1.0;
  second.given(cell) = slip.given(cell);
  std::string faults;
  for (const FieldResult& result :
       judged_whole(worksheet, Digits::gone_on, {{early.name, slip}, {late.name, second}}))
    if (result.field == &late && is_charged(result))
      faults += charge(worksheet, "a slip copied from " + early.name, result);
  return faults;
}

TEST_CASE("check: what follows from an answer that was credited is credited") {
  std::string faults;
  std::size_t n_seen = 0;
  for (const Worksheet& worksheet : course_worksheets())
    for (const auto& [name, changes] : mistakes_by_name(worksheet.exercise()))
      for (const Alternative* first : changes)
        for (const Alternative* second : changes)
          if (first != second && (all_rounds() || n_seen++ % 37 == 0))
            faults += charged_after_both(worksheet, *first, *second);
  CHECK(faults == "");
}

TEST_CASE("check: a slip that is copied to where the same number stands counts once") {
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets()) {
    const std::vector<Field>& fields = worksheet.exercise().fields;
    for (std::size_t late = 1; late < fields.size(); ++late)
      for (std::size_t early = 0; early < late; ++early)
        if (fields[early].kind == FieldKind::matrix && fields[late].kind == FieldKind::matrix)
          faults += charged_for_a_copy(worksheet, fields[early], fields[late]);
  }
  CHECK(faults == "");
}

// What is said of an answer is true of it as it was typed, in every exercise that comes with attn.

TEST_CASE("check: digits that were written are never called too few") {
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

TEST_CASE("check: a cell with a zero in the place of its last digits is not called right so far") {
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

TEST_CASE("check: a number that was cut off is told its last digit, be it beside a mistake") {
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

TEST_CASE("check: the digits of the working are not those of the answer") {
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

TEST_CASE("check: an answer that lacks parentheses alone is told so, and never passes") {
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

TEST_CASE("check: shares that were made to sum to 1 are right") {
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

}  // namespace
