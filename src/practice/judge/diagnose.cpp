#include "practice/judge/diagnose.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/judging.hpp"

namespace attn {

namespace {

constexpr std::size_t kMostNamed = 3;

Diagnosis turned(const Turn& turn, const std::string& text) {
  return {.alternatives = {}, .turn = &turn, .text = text};
}

// The mistakes that an answer fits, each name once.
class Fitting {
 public:
  Fitting(const Exercise& exercise, const Field& field, const std::vector<FieldResult>& before,
          arma::uword n_cells)
      : exercise_(exercise), field_(field), before_(before), n_cells_(n_cells) {}

  void add(const Alternative& alternative) {
    for (const Alternative*& other : found_)
      if (other->name == alternative.name) {
        if (sureness(alternative) > sureness(*other)) other = &alternative;
        return;
      }
    found_.push_back(&alternative);
  }

  bool is_empty() const { return found_.empty(); }

  std::vector<const Alternative*> surest() const {
    std::vector<const Alternative*> named = found_;
    int most = 0;
    for (const Alternative* one : named) most = std::max(most, sureness(*one));
    std::erase_if(named, [&](const Alternative* one) { return sureness(*one) < most; });
    // One or two numbers are easily alike.
    constexpr arma::uword kFew = 2;
    const bool says_little =
        n_cells_ <= kFew || named.size() > 1 || field_.kind == FieldKind::expression;
    if (most == 0 && says_little) return {};
    // Those that never coincide with one another are the ones that an author thought of first.
    std::stable_sort(named.begin(), named.end(), [](const Alternative* a, const Alternative* b) {
      return !a->may_coincide && b->may_coincide;
    });
    named.resize(std::min(named.size(), kMostNamed));
    return named;
  }

 private:
  // 2 for a mistake made at this very question, or where nobody was asked, and not at another
  // question, which was left empty; 1 more for one that was shown before.
  int sureness(const Alternative& alternative) const {
    const bool was_shown =
        std::any_of(before_.begin(), before_.end(), [&](const FieldResult& earlier) {
          return std::any_of(earlier.shown.begin(), earlier.shown.end(),
                             [&](const auto* shown) { return shown->name == alternative.name; });
        });
    const bool is_made_here =
        alternative.change.contains(field_.name) ||
        std::none_of(alternative.change.begin(), alternative.change.end(),
                     [this](const auto& one) { return exercise_.find_field(one.first); });
    return (is_made_here ? 2 : 0) + (was_shown ? 1 : 0);
  }

  const Exercise& exercise_;
  const Field& field_;
  const std::vector<FieldResult>& before_;
  arma::uword n_cells_;
  std::vector<const Alternative*> found_;
};

// One sentence as it is; several as a list with a line before it.
std::string text_of(const std::vector<const Alternative*>& alternatives) {
  std::vector<std::string> said;
  for (const Alternative* one : alternatives) {
    const std::string sentence = text_of_misconception(*one);
    if (std::find(said.begin(), said.end(), sentence) == said.end()) said.push_back(sentence);
  }
  if (said.size() < 2) return joined(said, "");
  return translated("Each of these mistakes gives this answer here:") +
         (std::string(kListMark) + joined(said, kListMark));
}

Diagnosis diagnosis_of(std::vector<const Alternative*> alternatives) {
  const std::string text = text_of(alternatives);
  return {.alternatives = std::move(alternatives), .turn = nullptr, .text = text};
}

// What a book prints is rounded already, so that digits say nothing.
bool is_equal_to(const Alternative& mistake, const Field& field, const arma::mat& given,
                 const arma::mat& value, int typed_decimals) {
  return mistake.printed ? compare(field, given, value).matches()
                         : fits(field, given, value, typed_decimals);
}

// A list's values are scores, which are not what is handed in.
bool is_as_good_as_right(const Field& field, const arma::mat& value, const arma::mat& truth) {
  return compare(field, answer_of(field, value), truth).matches();
}

// What a reading gives, where it is not tied to a question that was answered.
std::optional<arma::mat> value_in_reading(const Alternative& reading, const Worksheet& worksheet,
                                          const Field& field,
                                          const std::vector<FieldResult>& before) {
  const bool is_chosen = std::any_of(before.begin(), before.end(), [&](const auto& earlier) {
    return !earlier.given.empty() && reading.change.contains(earlier.field->name);
  });
  return is_chosen ? truth_under(reading, worksheet, field) : worksheet.under(reading, field);
}

// Whether an earlier answer rules a mistake out: it says something else there.
bool is_ruled_out(const Alternative& alternative, const Worksheet& sheet, const Field& field,
                  const std::vector<const FieldResult*>& behind) {
  if (alternative.change.contains(field.name)) return false;
  return std::any_of(behind.begin(), behind.end(), [&](const FieldResult* earlier) {
    const auto& value = sheet.under(alternative, *earlier->field);
    return value && !compare(*earlier->field, earlier->given, *value).matches();
  });
}

}  // namespace

Diagnosis either(const Diagnosis& one, const Diagnosis& other) {
  Diagnosis both = one;
  if (both.alternatives.empty()) both.alternatives = other.alternatives;
  if (other.text.find(kListMark) == other.text.npos)
    both.text = message("{0} The same comes of this: {1}", one.text, other.text);
  else
    add_sentence(both.text, other.text);
  return both;
}

bool is_just_so(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                const Diagnosis& diagnosis) {
  return std::any_of(diagnosis.alternatives.begin(), diagnosis.alternatives.end(),
                     [&](const Alternative* one) {
                       const auto& value = worksheet.under(*one, field);
                       return value && compare(field, given, *value).matches();
                     });
}

bool is_one_digit_of(const Worksheet& worksheet, const FieldResult& result,
                     const Diagnosis& mistake) {
  constexpr double kHair = 1e-9, kTwoDigits = 10.0;
  if (arma::abs(result.given).max() * std::pow(10.0, result.written_decimals()) >= kTwoDigits)
    return false;
  return std::any_of(mistake.alternatives.begin(), mistake.alternatives.end(),
                     [&](const Alternative* one) {
                       const auto& value = worksheet.under(*one, *result.field);
                       return value && arma::approx_equal(result.given, *value, "absdiff", kHair);
                     });
}

Diagnosis equal_mistake(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                        const std::vector<FieldResult>& before, int typed_decimals) {
  Fitting fitting(worksheet.exercise(), field, before, given.n_elem);
  Worksheet right = worksheet;
  const arma::mat truth = right.numbers(field.name);
  const std::vector<const FieldResult*> behind = results_behind(worksheet, field, given, before);
  const bool has_slip = std::any_of(behind.begin(), behind.end(),
                                    [](const FieldResult* earlier) { return earlier->is_slip(); });
  for (const Standpoint& standpoint : standpoints(worksheet, behind)) {
    if (!has_slip && !fitting.is_empty()) break;  // the likeliest standpoint comes first
    const Worksheet sheet =
        standpoint.answers.empty() ? worksheet : worksheet.with(standpoint.answers);
    for (const Alternative& mistake : worksheet.exercise().alternatives) {
      if (mistake.accepted || !applies(mistake, worksheet)) continue;
      const auto& value = sheet.under(mistake, field);
      if (value && is_equal_to(mistake, field, given, *value, typed_decimals) &&
          !is_as_good_as_right(field, *value, truth) &&
          !is_ruled_out(mistake, sheet, field, behind))
        fitting.add(mistake);
    }
  }
  return diagnosis_of(fitting.surest());
}

Diagnosis equal_reading(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                        const std::vector<FieldResult>& before) {
  for (const Alternative& reading : worksheet.exercise().alternatives) {
    if (!reading.accepted || !applies(reading, worksheet)) continue;
    const auto value = value_in_reading(reading, worksheet, field, before);
    if (!value || !compare(field, given, *value).matches()) continue;
    const bool is_another = std::any_of(before.begin(), before.end(), [&](const auto& earlier) {
      if (earlier.verdict != FieldVerdict::pass) return false;
      const auto there = value_in_reading(reading, worksheet, *earlier.field, before);
      return there && !compare(*earlier.field, earlier.given, *there).matches();
    });
    if (!is_another) return diagnosis_of({&reading});
  }
  return {};
}

namespace {

// Of two rows one says little of the other.
bool is_only_one(const arma::uvec& wrong) {
  constexpr arma::uword kFewest = 3;
  return wrong.n_elem >= kFewest && arma::accu(wrong > 0) == 1;
}

Diagnosis all_but_one(const arma::umat& wrong) {
  if (wrong.n_elem == 2 && arma::accu(wrong > 0) == 1)
    return turned(turns::kOneCell, translated("One of the two numbers is right."));
  if (is_only_one(arma::vectorise(wrong)))
    return turned(turns::kOneCell, translated("All cells are right but one."));
  if (is_only_one(arma::vectorise(arma::sum(wrong, 1))))
    return turned(turns::kOneRow, translated("All rows are right but one."));
  if (is_only_one(arma::vectorise(arma::sum(wrong, 0))))
    return turned(turns::kOneColumn, translated("All columns are right but one."));
  return {};
}

// 262134 for 262144, 682.3 for 628.3: a slip of the pen, in a number of some length.
Diagnosis other_digits(const Field& field, double given, double truth, int typed_decimals) {
  constexpr std::ptrdiff_t kFewestDigits = 3;
  const int decimals = std::max(typed_decimals, field.tolerance.decimals.value_or(0));
  const std::string right = fmt::format("{:.{}f}", truth, decimals);
  const std::string typed = fmt::format("{:.{}f}", given, decimals);
  const std::size_t last = right.find_last_not_of("0.");
  if (right.size() != typed.size() || last == right.npos) return {};
  const auto end = right.begin() + static_cast<std::ptrdiff_t>(last) + 1;
  const auto begin = std::find_if(right.begin(), end, [](char c) { return c > '0' && c <= '9'; });
  if (std::count_if(begin, end, is_ascii_digit) < kFewestDigits) return {};
  std::vector<std::size_t> other;
  for (std::size_t at = 0; at < right.size(); ++at)
    if (right[at] != typed[at]) other.push_back(at);
  if (other.size() == 1)
    return turned(turns::kOneDigit, translated("All digits are right but one."));
  const bool are_exchanged =
      other.size() == 2 && right[other[0]] == typed[other[1]] && right[other[1]] == typed[other[0]];
  if (!are_exchanged) return {};
  return turned(turns::kDigitsExchanged, translated("Two digits have changed places."));
}

// A fraction, say, whose digits nobody wrote: 1/5 is no slip of the pen for 0.204.
bool is_worked_out(const FieldResult& result) {
  return !result.typed_in_cells.empty() && result.typed_in_cells[0] > result.typed_decimals &&
         !are_whole_numbers(result.given);
}

// The best but for one of them, in order; so that the next one has moved up.
Diagnosis one_overlooked(const Field& field, const arma::mat& given, const arma::mat& scores) {
  const arma::uword count = field.count;
  if (!field.is_ordered || count < 2 || given.n_elem != count || scores.n_elem <= count ||
      scores.has_nan())
    return {};
  arma::vec listed(count);
  for (arma::uword i = 0; i < count; ++i) listed(i) = scores(static_cast<arma::uword>(given(i)));
  const arma::vec best = arma::sort(arma::vectorise(scores), "descend");
  for (arma::uword missing = 0; missing < count; ++missing) {
    arma::vec others = best.head(count + 1);
    others.shed_row(missing);
    bool is_this = true;
    for (arma::uword i = 0; i < count; ++i)
      is_this = is_this && is_close(listed(i), others(i), field.tolerance);
    if (is_this)
      return turned(turns::kOneOverlooked,
                    missing == 0
                        ? translated("The first one is missing here. The next ones follow in the "
                                     "right order.")
                        : translated("One is missing here, and the next has moved up. The others "
                                     "are right, and in the right order."));
  }
  return {};
}

}  // namespace

Diagnosis near_truth(const FieldResult& result) {
  const Field& field = *result.field;
  const arma::mat &given = result.given, &truth = result.expected;
  if (field.kind == FieldKind::list) return one_overlooked(field, given, truth);
  if (!field.has_cells() || arma::size(given) != arma::size(truth)) return {};
  if (!given.is_finite()) return turned(turns::kNotFinite, not_finite_message(given));
  if (asks_whole_numbers(field, truth) && !are_whole_numbers(given))
    return turned(turns::kNoWholeNumber,
                  given.n_elem == 1 ? translated("A whole number is asked for, without decimals.")
                                    : translated("Whole numbers are asked for, without decimals."));
  if (field.kind == FieldKind::number && !is_worked_out(result))
    return other_digits(field, given(0), truth(0), result.typed_decimals);
  return all_but_one(result.comparison.wrong);
}

namespace {

arma::mat sorted_rows(const arma::mat& matrix) {
  std::vector<arma::rowvec> rows;
  for (arma::uword i = 0; i < matrix.n_rows; ++i) rows.emplace_back(matrix.row(i));
  std::sort(rows.begin(), rows.end(), [](const arma::rowvec& a, const arma::rowvec& b) {
    return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
  });
  arma::mat sorted(arma::size(matrix));
  for (arma::uword i = 0; i < matrix.n_rows; ++i) sorted.row(i) = rows[i];
  return sorted;
}

// The tolerance of a field for an answer that was multiplied by `factor`. What is measured in
// proportion grows with the number itself.
Field multiplied(Field field, double factor) {
  field.tolerance.absolute *= factor;
  field.tolerance.decimals.reset();
  return field;
}

bool is_a_share(const arma::mat& truth) {
  const bool is_between = arma::any(arma::vectorise(truth) > 0.01 && arma::vectorise(truth) < 1.0);
  return truth.min() >= 0.0 && (truth.max() <= 1.0 || truth.n_elem > 1) && is_between;
}

// 40 for 0.4. Only shares and sums of them: a count, say, may be wrong by a factor of 100 for other
// reasons.
bool is_share_in_per_cent(const Field& field, const arma::mat& given, const arma::mat& truth) {
  constexpr double kPerCent = 100.0;
  return is_a_share(truth) && !field.tolerance.is_exact() &&
         compare(multiplied(field, kPerCent), given, kPerCent * truth).matches();
}

bool is_moved_by(const Field& field, const arma::mat& given, const arma::mat& truth,
                 double factor) {
  const arma::mat moved = factor * truth;
  const double least_digits = 0.05 * arma::abs(moved).max();
  const Field scaled = multiplied(field, factor);
  return scaled.tolerance.absolute < least_digits && compare(scaled, given, moved).matches();
}

// The digits are right, and the decimal point is not.
Diagnosis other_point(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.tolerance.is_exact() || arma::abs(truth).max() == 0.0) return {};
  constexpr int kMostZeros = 12;
  for (int zeros = 1; zeros <= kMostZeros; ++zeros)
    for (const double factor : {std::pow(10.0, -zeros), std::pow(10.0, zeros)}) {
      if (!is_moved_by(field, given, truth, factor)) continue;
      return zeros == 1
                 ? turned(turns::kDecimalPoint,
                          translated("The digits are right, but the decimal point is in "
                                     "another place."))
                 : turned(turns::kPowerOfTen, translated("The digits are right, but the power "
                                                         "of ten is another one."));
    }
  return {};
}

// 11509760 for 115097600. Of a number that is rounded to a few digits, this may be no slip.
Diagnosis other_length(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (!field.tolerance.is_exact() || given.n_elem != 1) return {};
  constexpr double kLeast = 1e4, kFewDigits = 1e-3;
  const double right = std::abs(truth(0)), wrong = std::abs(given(0));
  const double unit = std::pow(10.0, std::floor(std::log10(std::max(right, 1.0)))) * kFewDigits;
  if (right < kLeast || std::fmod(right, 10.0 * unit) == 0.0) return {};
  if (wrong == std::trunc(right / 10.0))
    return turned(turns::kDigitMissing, translated("A digit is missing at the end."));
  if (std::trunc(wrong / 10.0) == right)
    return turned(turns::kDigitTooMany, translated("There is a digit too many at the end."));
  return {};
}

bool differs_in_signs(const Field& field, const arma::mat& given, const arma::mat& truth) {
  return compare(field, arma::abs(given), arma::abs(truth)).matches();
}

// Items of a list of pairs: row i · n + i pairs a word with itself.
Diagnosis pair_with_itself(const Field& field, const arma::mat& given) {
  if (!field.are_pairs) return {};
  const auto n = static_cast<arma::uword>(std::lround(std::sqrt(field.items.size())));
  for (const double place : given) {
    const auto item = static_cast<arma::uword>(place);
    if (item / n == item % n)
      return turned(turns::kPairWithItself,
                    message("{} is a word with itself. Pairs of two different words are asked for: "
                            "leave the diagonal out.",
                            field.items[item]));
  }
  return {};
}

Diagnosis right_but_for_order(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.kind != FieldKind::list || !field.is_ordered || given.n_elem != field.count) return {};
  Field any_order = field;
  any_order.is_ordered = false;
  if (!compare(any_order, given, truth).matches()) return {};
  const std::vector<double> places(given.begin(), given.end());
  std::string text = translated("These are the right ones, in another order.");
  if (compare(field, arma::reverse(arma::vectorise(given)), truth).matches())
    text = translated("These are the right ones, from the last to the first.");
  else if (std::is_sorted(places.begin(), places.end()))
    text = translated(
        "These are the right ones, in the order in which they were given and not in "
        "the one that is asked for.");
  return turned(turns::kAnotherOrder, text);
}

// The items that are spelt like one but for capital letters, itself included.
std::vector<double> spelt_alike(const Field& field, double place) {
  const auto own = static_cast<std::size_t>(place);
  std::vector<double> alike;
  if (own >= field.items.size()) return alike;
  const std::string word = lower_case(field.items[own]);
  for (std::size_t item = 0; item < field.items.size(); ++item)
    if (lower_case(field.items[item]) == word) alike.push_back(static_cast<double>(item));
  return alike;
}

// "The" at the place of "the": a list is right as soon as such words change places.
Diagnosis right_but_for_capitals(const Field& field, const arma::mat& given,
                                 const arma::mat& truth) {
  constexpr std::size_t kMostSpellings = 256;
  std::vector<arma::mat> spellings{given};
  for (arma::uword i = 0; i < given.n_elem; ++i)
    for (std::size_t n = spellings.size(); const double other : spelt_alike(field, given(i)))
      for (std::size_t one = 0; one < n && other != given(i); ++one) {
        if (spellings.size() >= kMostSpellings) return {};
        spellings.push_back(spellings[one]);
        spellings.back()(i) = other;
      }
  const bool is_right = std::any_of(spellings.begin(), spellings.end(), [&](const arma::mat& one) {
    return compare(field, one, truth).matches();
  });
  if (!is_right) return {};
  return turned(turns::kCapitalLetters,
                translated("Words that differ only in a capital letter are mixed up. Each is a "
                           "word of its own here."));
}

Diagnosis moved_cells(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const auto equals = [&](const arma::mat& one, const arma::mat& other) {
    return compare(field, one, other).matches();
  };
  if (given.n_elem > 1 && equals(given.t(), truth))
    return turned(turns::kTransposed,
                  field.row_labels.empty() || field.col_labels.empty()
                      ? translated("These are the right numbers, transposed: rows and columns are "
                                   "exchanged.")
                      : translated("These are the right numbers, transposed: rows and columns are "
                                   "exchanged. A query is a row, a key is a column."));
  // What is no number has no place in an order.
  if (arma::size(given) != arma::size(truth) || !given.is_finite() || !truth.is_finite()) return {};
  if (given.n_rows > 1 && equals(sorted_rows(given), sorted_rows(truth)))
    return turned(turns::kRows, translated("The rows are right, but in another order."));
  if (given.n_cols > 1 && equals(sorted_rows(given.t()).t(), sorted_rows(truth.t()).t()))
    return turned(turns::kColumns, translated("The columns are right, but in another order."));
  return {};
}

Diagnosis changed_numbers(const Field& field, const arma::mat& given, const arma::mat& truth,
                          int typed_decimals, const std::vector<int>& in_cells) {
  if (is_share_in_per_cent(field, given, truth))
    return turned(turns::kPercentage,
                  truth.max() <= 1.0
                      ? translated("This looks like a percentage. Write a share as a number from 0 "
                                   "to 1, or with the sign: 0.3 or 30%.")
                      : translated("These look like percentages. Write the numbers themselves, or "
                                   "the sign as well: 0.3 or 30%."));
  if (compare(field, -given, truth).matches())
    return turned(turns::kNegated, given.n_elem == 1
                                       ? translated("The number is right, its sign is not.")
                                       : translated("The numbers are right, the signs are not."));
  if (given.n_elem > 1 && differs_in_signs(field, given, truth))
    return turned(turns::kSigns,
                  translated("The numbers are right, but some of the signs are not."));
  if (const Diagnosis digits = wrong_digits(field, given, truth, typed_decimals, in_cells);
      digits.found())
    return digits;
  if (const Diagnosis point = other_point(field, given, truth); point.found()) return point;
  return other_length(field, given, truth);
}

}  // namespace

Diagnosis turned_truth(const Field& field, const arma::mat& given, const arma::mat& truth,
                       int typed_decimals, const std::vector<int>& in_cells) {
  if (field.kind == FieldKind::mask && arma::size(given) == arma::size(truth) &&
      compare(field, 1.0 - given, truth).matches())
    return turned(turns::kMaskReversed,
                  translated("This is the mask the other way round: here 1 means that a query may "
                             "attend to a key, and 0 that it may not."));
  if (field.kind == FieldKind::list) {
    const Diagnosis pair = pair_with_itself(field, given);
    if (pair.found()) return pair;
    const Diagnosis capitals = right_but_for_capitals(field, given, truth);
    return capitals.found() ? capitals : right_but_for_order(field, given, truth);
  }
  if (!field.has_cells()) return {};
  if (const Diagnosis moved = moved_cells(field, given, truth); moved.found()) return moved;
  if (!field.is_numeric() || arma::size(given) != arma::size(truth) || !given.is_finite())
    return {};
  return changed_numbers(field, given, truth, typed_decimals, in_cells);
}

Diagnosis number_for_formula(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const auto is_constant = [](const arma::mat& values) {
    return values.max() - values.min() <= 1e-12 * arma::abs(values).max();
  };
  if (field.kind != FieldKind::expression || field.is_order || is_constant(truth) ||
      !is_constant(given))
    return {};
  return turned(turns::kNumberForFormula,
                message("This is a number, the same for all sizes. A formula in {} is asked for.",
                        listed(field.variables)));
}

namespace {

std::string text_of_cut_off() {
  return translated(
      "The last digit is off by one: the digits after it were cut off, or a number on the way was "
      "rounded. Round at the end, up from 5.");
}

// The digits after the point that were asked for; nothing where an answer must be exact, may be in
// whole tens, or is measured in proportion.
std::optional<int> digits_after_the_point(const Field& field) {
  const std::optional<int> asked = asked_decimals(field.tolerance);
  const bool is_in_proportion =
      !field.tolerance.decimals && asked_tolerance(field.tolerance).relative > 0.0;
  return asked && *asked >= 0 && !is_in_proportion ? asked : std::nullopt;
}

double cut_off(double number, int decimals) {
  const double unit = std::pow(10.0, decimals);
  return std::trunc(number * unit * (1.0 + 1e-12)) / unit;
}

// The decimals that so many digits from the first one on have: 5 for 2 digits of 0.000335.
int decimals_of_digits(double number, int digits) {
  constexpr double kRounding = 1e-12;  // 999.9999999999999 is meant as 1000
  return digits - 1 - static_cast<int>(std::floor(std::log10(std::abs(number) * (1 + kRounding))));
}

bool are_the_same(const arma::mat& one, const arma::mat& other) {
  return arma::abs(one - other).max() <= 1e-9 * arma::abs(other).max();
}

// The truth cut off after the digits that were asked for.
bool is_cut_off(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const auto decimals = digits_after_the_point(field);
  const auto digits = field.tolerance.significant;
  if ((!decimals && !digits) || !truth.is_finite()) return false;
  arma::mat cut = truth;
  for (double& cell : cut)
    if (cell != 0.0) cell = cut_off(cell, digits ? decimals_of_digits(cell, *digits) : *decimals);
  return arma::abs(cut).max() > 0.0 && are_the_same(given, cut);
}

// Whether a number is another one, rounded to so many decimals; from a half, up or down: people
// round away from 0, programs to an even digit.
bool is_rounded(double given, double truth, int decimals) {
  constexpr double kHair = 1e-9;
  const double half = 0.5 * std::pow(10.0, -decimals);
  return std::abs(given - truth) <= half + kHair * (half + std::abs(truth));
}

bool are_rounded(const arma::mat& given, const arma::mat& truth, int decimals) {
  for (arma::uword cell = 0; cell < given.n_elem; ++cell)
    if (!is_rounded(given(cell), truth(cell), decimals)) return false;
  return true;
}

// 0.33 0.33 0.34 for three thirds.
bool are_rounded_to_sum(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const int written = decimals_of(given, kMostWrittenDecimals);
  Field coarser = field;
  coarser.tolerance.decimals = written;
  coarser.tolerance.absolute = half_unit(written);
  return field.tolerance.decimals && !are_rounded(given, truth, written) &&
         is_rounded_to_sum(coarser, given, truth);
}

// 60600 for 60611: rounded to whole tens, hundreds..., of which at least three digits are left.
bool is_in_round_tens(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (given.n_elem != 1 || field.tolerance.significant) return false;
  const double number = std::abs(given(0));
  for (double unit = 10.0; 100.0 * unit <= number; unit *= 10.0) {
    if (std::fmod(number, unit) != 0.0) return false;
    if (std::abs(given(0) - truth(0)) <= 0.5 * unit) return true;
  }
  return false;
}

// The truth, rightly rounded to fewer digits than were asked for, of which something is left.
bool has_fewer_digits(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.tolerance.is_exact()) return false;
  if (is_in_round_tens(field, given, truth)) return true;
  const int written = decimals_of(given, kMostWrittenDecimals);
  if (!are_rounded(given, truth, written) && !are_rounded_to_sum(field, given, truth)) return false;
  const auto asked = digits_after_the_point(field);
  if (asked && written >= *asked) return false;
  const bool leaves_two_digits = arma::abs(truth).max() >= 20.0 * half_unit(written);
  return leaves_two_digits || (written >= 1 && arma::abs(given).max() > 0.0);
}

// The decimals of one cell as it was written: three of 0.100.
int decimals_of_cell(const arma::mat& given, arma::uword cell, const std::vector<int>& in_cells) {
  const int own =
      decimals_of(arma::mat(1, 1, arma::fill::value(given(cell))), kMostWrittenDecimals);
  return cell < in_cells.size() ? std::max(own, in_cells[cell]) : own;
}

// Each cell is the truth, rounded to the decimals that it was written with: 0.40 is not 0.387.
bool is_right_as_written(const arma::mat& given, const arma::mat& truth,
                         const std::vector<int>& in_cells) {
  for (arma::uword cell = 0; cell < given.n_elem; ++cell)
    if (!is_rounded(given(cell), truth(cell), decimals_of_cell(given, cell, in_cells)))
      return false;
  return true;
}

// How a cell came to its last digit.
enum class LastDigit { rounded, cut, raised, other };

LastDigit last_digit_of(double given, double truth, int decimals) {
  constexpr double kRounding = 1e-9;
  const double unit = std::pow(10.0, -decimals);
  if (is_rounded(given, truth, decimals)) return LastDigit::rounded;
  const bool is_near = std::abs(given - truth) <= unit * (1.0 - kRounding) && given * truth >= 0.0;
  if (!is_near) return LastDigit::other;
  return std::abs(given) < std::abs(truth) ? LastDigit::cut : LastDigit::raised;
}

// The digits after the last one were cut off, or it was raised where they are below a half: in some
// cells, beside others that are rounded rightly. Each may have fewer digits than are asked for.
Diagnosis cut_or_raised(const Field& field, const arma::mat& given, const arma::mat& truth,
                        const std::vector<int>& in_cells) {
  constexpr double kTwoDigits = 10.0;
  const auto asked = digits_after_the_point(field);
  if (!asked || field.tolerance.is_exact() || !truth.is_finite()) return {};
  arma::uword n_cut = 0, n_raised = 0;
  int fewest = *asked;
  for (arma::uword cell = 0; cell < given.n_elem; ++cell) {
    const int written = decimals_of_cell(given, cell, in_cells);
    if (is_close(given(cell), truth(cell), field.tolerance)) continue;
    const LastDigit last = last_digit_of(given(cell), truth(cell), written);
    if (last == LastDigit::other || written > *asked) return {};
    fewest = std::min(fewest, written);
    n_cut += last == LastDigit::cut ? 1 : 0;
    n_raised += last == LastDigit::raised ? 1 : 0;
  }
  const bool has_two_digits = arma::abs(given).max() * std::pow(10.0, fewest) >= kTwoDigits;
  if ((n_cut == 0) == (n_raised == 0) || !has_two_digits) return {};
  if (fewest < *asked)
    return n_cut > 0
               ? turned(turns::kCutShort,
                        translated("Digits were cut off, and there are fewer than are asked for. "
                                   "Round to all the digits that are asked for: up from 5."))
               : turned(turns::kRoundedUpShort,
                        translated("Digits were rounded up where they are below 5, and there are "
                                   "fewer than are asked for."));
  return n_cut > 0 ? turned(turns::kCutOff, text_of_cut_off())
                   : turned(turns::kRoundedUp,
                            translated("The last digit is one too large: it is rounded up only "
                                       "where a 5 or more stands behind it."));
}

// 20.1 for 20.09 beside cells with all their digits: each is rounded rightly, to what it has.
bool has_short_cells(const Field& field, const arma::mat& given, const arma::mat& truth,
                     const std::vector<int>& in_cells) {
  const auto asked = digits_after_the_point(field);
  if (!asked || given.n_elem < 2 || field.tolerance.is_exact()) return false;
  for (arma::uword cell = 0; cell < given.n_elem; ++cell) {
    const int written = decimals_of_cell(given, cell, in_cells);
    if (is_close(given(cell), truth(cell), field.tolerance)) continue;
    if (written < 1 || written >= *asked || !is_rounded(given(cell), truth(cell), written))
      return false;
  }
  return true;
}

// By at most two units of the last digit that was asked for, beside at least two other digits.
bool is_off_in_the_last_digit(const Field& field, const arma::mat& given, const arma::mat& truth,
                              int typed_decimals) {
  constexpr double kUnits = 2.0 + 1e-6, kThreeDigits = 100.0;
  const auto decimals = digits_after_the_point(field);
  const int written = std::max(typed_decimals, decimals_of(given, kMostWrittenDecimals));
  if (!decimals || written < *decimals) return false;
  const double unit = std::pow(10.0, -*decimals);
  const arma::mat rounded = arma::round(truth / unit) * unit;
  // Where nothing is rounded, a whole number is off by one for another reason.
  return arma::abs(truth - rounded).max() > 1e-6 * unit &&
         arma::abs(truth).max() >= kThreeDigits * unit &&
         arma::abs(given - rounded).max() <= kUnits * unit;
}

}  // namespace

Diagnosis wrong_digits(const Field& field, const arma::mat& given, const arma::mat& truth,
                       int typed_decimals, const std::vector<int>& in_cells) {
  const auto asked = digits_after_the_point(field);
  const bool are_written = asked && typed_decimals >= *asked;
  const bool is_short = has_fewer_digits(field, given, truth);
  const bool was_cut_off = is_cut_off(field, given, truth);
  const bool is_summing = is_short && are_rounded_to_sum(field, given, truth);
  const bool is_true_so_far = is_summing || is_in_round_tens(field, given, truth) ||
                              is_right_as_written(given, truth, in_cells);
  if (const Diagnosis digits = cut_or_raised(field, given, truth, in_cells);
      digits.found() && !is_summing)
    return digits;
  const bool has_fewer = is_short && !are_written && (is_true_so_far || was_cut_off);
  const bool has_fewer_in_cells = !is_short && has_short_cells(field, given, truth, in_cells);
  if (was_cut_off && (has_fewer || has_fewer_in_cells))
    return turned(turns::kTooFewDigits,
                  translated("Either the last digit is missing, or what stands after it was "
                             "cut off. Round to all the digits that are asked for: up from "
                             "5."));
  if (has_fewer)
    return turned(turns::kTooFewDigits, translated("This is right as far as it goes, but it has "
                                                   "fewer digits than are asked for."));
  if (was_cut_off) return turned(turns::kCutOff, text_of_cut_off());
  if (has_fewer_in_cells)
    return turned(turns::kTooFewDigits, translated("All of it is right as far as it goes, but some "
                                                   "numbers have fewer right digits than are asked "
                                                   "for."));
  if (is_off_in_the_last_digit(field, given, truth, typed_decimals))
    return turned(turns::kLastDigit,
                  translated("Only the last digit is off. Keep more digits on the "
                             "way, and round at the end."));
  const bool has_zeros = typed_decimals > decimals_of(given, kMostWrittenDecimals);
  if (is_short && has_zeros)  // 0.7300 for 0.7311, and not 7/10
    return turned(turns::kZerosForDigits,
                  translated("This is right to fewer digits than are asked for. Zeros at the end "
                             "are not digits of the number."));
  return {};
}

}  // namespace attn
