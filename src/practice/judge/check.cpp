#include "practice/judge/check.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/answer/answer.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/formula/formula.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/judge/judging.hpp"

namespace attn {

namespace {

void explain(FieldResult& result, const Diagnosis& diagnosis) {
  result.alternative = diagnosis.name();
  result.turn = diagnosis.turn;
  result.shown = diagnosis.alternatives;
  result.explanation = diagnosis.text;
}

std::string guesses_among_them(arma::uword n_right, arma::uword n_guesses) {
  return n_right == 1 ? message("{0} of the {1} you guessed is among them.", n_right, n_guesses)
                      : message("{0} of the {1} you guessed are among them.", n_right, n_guesses);
}

// For a guess, the learner is told how good it was; it does not decide the verdict.
FieldResult noted(FieldResult result) {
  result.verdict = FieldVerdict::noted;
  const arma::uword n_right = result.given.n_elem - arma::accu(result.comparison.wrong);
  if (!result.comparison.same_shape)
    result.messages.push_back(shape_message(*result.field, result.given, result.expected));
  else if (result.field->kind == FieldKind::list)
    result.messages.push_back(guesses_among_them(
        n_hits(*result.field, result.given, result.expected), result.given.n_elem));
  else
    result.messages.emplace_back(n_right == result.given.n_elem ? translated("That is right.")
                                                                : translated("That is not right."));
  return result;
}

// The single numbers that were answered, by which later answers may name them.
std::map<std::string, double> numbers_in(const std::vector<FieldResult>& results) {
  std::map<std::string, double> numbers;
  for (const FieldResult& result : results)
    if (result.field->kind == FieldKind::number && result.given.n_elem == 1 &&
        result.given.is_finite())
      numbers[result.field->name] = result.given(0);
  return numbers;
}

// The worksheet in the reading that the learner chose before; where the reading says nothing of
// this field, from what was written.
Worksheet in_accepted_reading(const Worksheet& worksheet, const Field& field,
                              const std::vector<FieldResult>& before) {
  Definitions chosen, written;
  for (const FieldResult& earlier : before) {
    if (earlier.verdict != FieldVerdict::accepted) continue;
    written.insert_or_assign(earlier.field->name, earlier.given);
    for (const Alternative* reading : earlier.shown)
      for (const auto& [name, definition] : reading->change)
        chosen.insert_or_assign(name, definition);
  }
  if (written.empty()) return worksheet;
  return value_at(worksheet, {.answers = chosen, .rounded = {}}, field) ? worksheet.with(chosen)
                                                                        : worksheet.with(written);
}

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

// The slips that the answer goes on from: what one of them led to may have been written over later.
std::vector<std::string> slips_in(const Worksheet& right, const Standpoint& standpoint,
                                  const Field& field,
                                  const std::vector<const FieldResult*>& wrong) {
  std::vector<std::string> names;
  for (const FieldResult* earlier : wrong) {
    Definitions others = standpoint.answers;
    others.erase(earlier->field->name);
    if (!right.with(others).depends_on(field.name, {earlier->field->name})) continue;
    if (earlier->is_slip()) add_name(names, earlier->field->name);
    for (const std::string& slip : earlier->follows_of) add_name(names, slip);
  }
  return names;
}

// Right for what was wrong before, where the answer follows as this worksheet has it: from what was
// written, and not from a mistake alone.
bool follows_in_this_way(const Worksheet& right, FieldResult& result,
                         const std::vector<FieldResult>& before) {
  const std::vector<const FieldResult*> behind =
      results_behind(right, *result.field, result.given, before);
  std::vector<const FieldResult*> wrong;
  for (const FieldResult* earlier : behind)
    if (earlier->is_off()) wrong.push_back(earlier);
  if (wrong.empty()) return false;
  for (const Standpoint& standpoint : standpoints(right, behind)) {
    if (!follows_at(right, standpoint, *result.field, result.given)) continue;
    std::vector<std::string> slips = slips_in(right, standpoint, *result.field, wrong);
    if (slips.empty()) continue;
    result.verdict = FieldVerdict::follows;
    result.follows_of = std::move(slips);
    return true;
  }
  return false;
}

// Right for what was wrong before, in one of the ways in which the answer may follow.
bool follows_from_before(const Worksheet& right, FieldResult& result,
                         const std::vector<FieldResult>& before) {
  if (follows_in_this_way(right, result, before)) return true;
  const Follows& follows = right.exercise().follows;
  const auto ways = follows.find(result.field->name);
  return ways != follows.end() &&
         std::any_of(ways->second.begin() + 1, ways->second.end(), [&](const Definition& way) {
           return follows_in_this_way(right.with({{result.field->name, way}}), result, before);
         });
}

// Right for what was right before, and rounded.
bool follows_from_rounded(const Worksheet& right, FieldResult& result,
                          const std::vector<FieldResult>& before) {
  std::vector<const FieldResult*> behind =
      results_behind(right, *result.field, result.given, before);
  std::erase_if(behind, [&](const FieldResult* earlier) {
    return !earlier->is_right() || !is_rounded_truth(right, *earlier, before);
  });
  for (const Standpoint& standpoint : standpoints(right, behind)) {
    const auto value = value_at(right, standpoint, *result.field);
    if (!value) continue;
    const Comparison comparison = compare(*result.field, result.given, *value);
    if (!comparison.matches()) continue;
    result.verdict = FieldVerdict::pass;
    result.comparison = comparison;
    result.messages.emplace_back(translated("It follows from what you rounded before."));
    return true;
  }
  return false;
}

// One that never has the numbers of another mistake or of the truth.
bool is_certain(const Diagnosis& mistake) {
  return std::any_of(mistake.alternatives.begin(), mistake.alternatives.end(),
                     [](const Alternative* one) { return !one->may_coincide; });
}

// The cells in which a mask differs from another, or from its opposite: one with 1 and 0 exchanged
// is still meant for it.
arma::uword n_differing(const Comparison& comparison) {
  const arma::uword n_wrong = arma::accu(comparison.wrong);
  return std::min(n_wrong, comparison.wrong.n_elem - n_wrong);
}

// Where two masks are right, a wrong one is shown beside the nearer of them, and beside the one
// that the author adds where it is as near to both.
void compare_with_nearest_mask(const Worksheet& right, FieldResult& result) {
  if (result.field->kind != FieldKind::mask || !result.comparison.same_shape) return;
  for (const Alternative& reading : right.exercise().alternatives) {
    if (!reading.accepted || !applies(reading, right)) continue;
    const auto other = truth_under(reading, right, *result.field);
    if (!other) continue;
    const Comparison comparison = compare(*result.field, result.given, *other);
    if (!comparison.same_shape || n_differing(comparison) > n_differing(result.comparison))
      continue;
    result.comparison = comparison;
    result.expected = *other;
  }
}

void judge_wrong(const Worksheet& right, FieldResult& result,
                 const std::vector<FieldResult>& before) {
  using Rank = Turn::Rank;
  const Field& field = *result.field;
  Diagnosis diagnosis = equal_mistake(right, field, result.given, before, result.typed_decimals);
  const Diagnosis turned = turned_truth(field, result.given, result.expected, result.typed_decimals,
                                        result.typed_in_cells);
  const Diagnosis near = near_truth(result);
  const bool is_its_number = is_one_digit_of(right, result, diagnosis);
  for (const Diagnosis& plain : {near, turned})
    if (plain.rank() >= Rank::few_digits && !is_certain(diagnosis) &&
        !(plain.rank() == Rank::few_digits && is_its_number) &&
        same_mistakes(diagnosis, result, before).empty())
      diagnosis = (plain.rank() == Rank::caused && !diagnosis.alternatives.empty()) ||
                          (plain.turn == &turns::kCutShort &&
                           is_just_so(right, field, result.given, diagnosis))
                      ? either(plain, diagnosis)
                      : plain;
  if (!is_certain(diagnosis) && follows_from_rounded(right, result, before)) return;
  const bool same_shape = result.comparison.same_shape;
  result.verdict = same_shape ? FieldVerdict::wrong : FieldVerdict::wrong_shape;
  const bool is_named = !diagnosis.alternatives.empty();
  if (!is_named)
    diagnosis = turned.found() ? turned : number_for_formula(field, result.given, result.expected);
  if (!diagnosis.found() || (!is_named && near.turn == &turns::kNoWholeNumber)) diagnosis = near;
  result.follows_of = same_mistakes(diagnosis, result, before);
  result.is_same_mistake = !result.follows_of.empty();
  if (result.is_same_mistake) result.verdict = FieldVerdict::follows;
  const bool has_two_causes = turned.rank() == Rank::last_digit
                                  ? !is_certain(diagnosis)
                                  : turned.rank() == Rank::few_digits && is_certain(diagnosis);
  if (is_named && has_two_causes && !is_its_number && !result.is_same_mistake)
    diagnosis = either(turned, diagnosis);
  explain(result, diagnosis);
  compare_with_nearest_mask(right, result);
  if (!same_shape && !diagnosis.found())
    result.messages.push_back(shape_message(field, result.given, result.expected));
  if (same_shape && !result.given.is_finite() && diagnosis.turn != &turns::kNotFinite)
    result.messages.push_back(not_finite_message(result.given));
}

// Whether it is right: as asked, in another reading, or for what was wrong before.
bool is_credited(const Worksheet& right, FieldResult& result,
                 const std::vector<FieldResult>& before) {
  const Field& field = *result.field;
  if (result.comparison.matches() || is_rounded_to_sum(field, result.given, result.expected)) {
    result.verdict = FieldVerdict::pass;
    if (!result.comparison.matches())
      result.messages.emplace_back(translated("It was rounded so that each row sums to 1."));
    return true;
  }
  if (const Diagnosis reading = equal_reading(right, field, result.given, before);
      reading.found()) {
    result.verdict = FieldVerdict::accepted;
    explain(result, reading);
    return true;
  }
  if (follows_from_before(right, result, before)) return true;
  result.follows_of = copied_slips(result, before);
  result.is_same_mistake = !result.follows_of.empty();
  if (result.is_same_mistake) result.verdict = FieldVerdict::follows;
  return result.is_same_mistake;
}

FieldResult compared(Worksheet& right, const Field& field, const arma::mat& given,
                     const std::optional<Expression>& formula) {
  FieldResult result{
      .field = &field, .given = given, .formula = formula, .expected = right.numbers(field.name)};
  result.comparison = compare(field, given, result.expected);
  return result;
}

// What an answer lacks that is right as soon as parentheses are added to it; "" if it is not.
std::string lacks_parentheses(const Worksheet& worksheet, const Field& field,
                              const std::string& text, const std::vector<FieldResult>& before) {
  const AnswerContext context = answer_context(worksheet, field, numbers_in(before));
  Worksheet right = in_accepted_reading(worksheet.following(), field, before);
  for (const MeantAnswer& meant : answers_with_parentheses(field, text)) {
    const Reading reading = read_answer(field, meant.text, context);
    if (!reading.value) continue;
    FieldResult result = compared(right, field, *reading.value, reading.formula);
    if (is_credited(right, result, before))
      return message(
          "Parentheses are missing: without them ^ and / take only what stands right "
          "beside them. Write {}.",
          meant.first_changed);
  }
  return "";
}

void require_parentheses(const Worksheet& worksheet, FieldResult& result,
                         const std::vector<FieldResult>& before) {
  const bool is_unreadable = result.verdict == FieldVerdict::unreadable;
  if (!result.field->is_graded || !(is_unreadable || result.is_slip())) return;
  const std::string text = lacks_parentheses(worksheet, *result.field, result.text, before);
  if (text.empty()) return;
  if (!is_unreadable) explain(result, {{}, &turns::kParenthesesMissing, text});
  if (is_unreadable) result.explanation = text;
  result.messages.clear();
}

}  // namespace

int FieldResult::written_decimals() const {
  return std::max(typed_decimals, decimals_of(given, kMostWrittenDecimals));
}

FieldResult judged(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                   const std::optional<Expression>& formula, const std::vector<FieldResult>& before,
                   int typed_decimals, const std::vector<int>& in_cells) {
  Worksheet right = in_accepted_reading(worksheet.following(), field, before);
  FieldResult result = compared(right, field, given, formula);
  result.typed_decimals = typed_decimals;
  result.typed_in_cells = in_cells;
  if (!field.is_graded) return noted(std::move(result));
  if (!is_credited(right, result, before)) judge_wrong(right, result, before);
  return result;
}

AnswerContext context_of(const Worksheet& worksheet, const Field& field,
                         const std::vector<FieldResult>& before) {
  return answer_context(worksheet, field, numbers_in(before));
}

FieldResult check_field(const Worksheet& worksheet, const Field& field, const AnswerEntry& entry,
                        const std::vector<FieldResult>& before) {
  const EntryReading read = read_entry(field, entry, context_of(worksheet, field, before));
  const Reading& reading = read.reading;
  FieldResult result{.field = &field};
  if (reading.value) {
    result = judged(worksheet, field, *reading.value, reading.formula, before,
                    typed_decimals(field, reading.digits),
                    typed_in_cells(field, reading.digits, *reading.value));
  } else {
    result.verdict = FieldVerdict::unreadable;
    result.explanation = reading.problem;
  }
  result.text = read.text;
  result.line = entry.line;
  result.has_unread_lines = read.has_unread_lines;
  if (entry.problem.empty()) require_parentheses(worksheet, result, before);
  result.messages.insert(result.messages.end(), reading.remarks.begin(), reading.remarks.end());
  return result;
}

CheckResult check(const Exercise& exercise, const Worksheet& worksheet, const AnswerSheet& sheet) {
  require_same_exercise(exercise, sheet);
  require_same_variant(worksheet, sheet);
  CheckResult result{.exercise = &exercise, .variant = worksheet.variant(), .fields = {}};
  for (const Field& field : exercise.fields) {
    const auto entry =
        std::find_if(sheet.entries.begin(), sheet.entries.end(),
                     [&field](const AnswerEntry& one) { return one.name == field.name; });
    result.fields.push_back(entry == sheet.entries.end()
                                ? FieldResult{.field = &field}
                                : check_field(worksheet, field, *entry, result.fields));
  }
  result.remarks = unread_lines(exercise, sheet);
  result.has_unread_lines = !result.remarks.empty();
  result.verdict = verdict_of(result.fields);
  if (result.has_unread_lines && result.verdict == Verdict::pass) result.verdict = Verdict::not_yet;
  if (is_blank(result.fields)) result.remarks.emplace_back(translated("Nothing is filled in yet."));
  return result;
}

std::size_t CheckResult::n_slips() const {
  return static_cast<std::size_t>(std::count_if(
      fields.begin(), fields.end(), [](const FieldResult& result) { return result.is_slip(); }));
}

bool is_blank(const std::vector<FieldResult>& fields) {
  return std::all_of(fields.begin(), fields.end(), [](const FieldResult& result) {
    return result.verdict == FieldVerdict::missing;
  });
}

Verdict verdict_of(const std::vector<FieldResult>& fields) {
  const auto any = [&fields](FieldVerdict verdict) {
    return std::any_of(fields.begin(), fields.end(),
                       [verdict](const FieldResult& result) { return result.verdict == verdict; });
  };
  if (any(FieldVerdict::unreadable) || is_blank(fields)) return Verdict::unreadable;
  const bool all_right = std::all_of(fields.begin(), fields.end(), [](const FieldResult& result) {
    return (result.is_right() || !result.field->is_graded) && !result.has_unread_lines;
  });
  return all_right ? Verdict::pass : Verdict::not_yet;
}

Reveal reveal_of(const Exercise& exercise, const Field& field) {
  return field.reveal.value_or(exercise.reveal);
}

std::vector<std::string> question_names(const Exercise& exercise) {
  std::vector<std::string> names;
  for (const Field& field : exercise.fields) names.push_back(field.name);
  return names;
}

void require_question(const Exercise& exercise, const AnswerEntry& entry) {
  if (exercise.find_field(entry.name) != nullptr) return;
  const std::vector<std::string> known = question_names(exercise);
  const std::string meant = nearest(entry.name, known);
  const std::string name = preview(entry.name);
  const std::string what = entry.named_at == 0
                               ? message("the exercise {} does not ask for {}.", exercise.id, name)
                               : message("line {}: the exercise {} does not ask for {}.",
                                         std::to_string(entry.named_at), exercise.id, name);
  throw InputError(what, {meant.empty() ? message("It asks for: {}", listed(known))
                                        : message("Did you mean {}?", meant)});
}

bool may_be_for(const Exercise& exercise, const AnswerSheet& sheet) {
  return !sheet.exercise || *sheet.exercise == exercise.id ||
         *sheet.exercise == std::to_string(exercise.number);
}

void require_same_exercise(const Exercise& exercise, const AnswerSheet& sheet) {
  if (may_be_for(exercise, sheet)) return;
  throw InputError(message("this answer is for the exercise {}, not for {}.",
                           preview(*sheet.exercise), exercise.id));
}

std::vector<std::string> unread_lines(const Exercise& exercise, const AnswerSheet& sheet) {
  std::vector<std::string> sentences = sheet.unread;
  for (const AnswerEntry& entry : sheet.entries) {
    try {
      require_question(exercise, entry);
    } catch (const InputError& error) {
      std::string text = error.what();
      for (const std::string& hint : error.hints) add_sentence(text, hint);
      sentences.push_back(text);
    }
  }
  return sentences;
}

void require_same_variant(const Worksheet& worksheet, const AnswerSheet& sheet) {
  if (sheet.variant && *sheet.variant != worksheet.variant())
    throw InputError(message("this answer is for variant {}, not for variant {}.", *sheet.variant,
                             worksheet.variant()));
}

namespace {

bool are_equal(double one, double other) {
  if (std::isnan(one) || std::isnan(other)) return std::isnan(one) && std::isnan(other);
  return one == other || std::abs(one - other) <= 1e-9 * std::max(1.0, std::abs(one));
}

// Whether a wrong cell is that of the earlier answer, and rightly would be.
bool is_copied(const FieldResult& result, const FieldResult& earlier, arma::uword cell) {
  return earlier.comparison.wrong(cell) != 0 &&
         are_equal(result.expected(cell), earlier.expected(cell)) &&
         are_equal(result.given(cell), earlier.given(cell));
}

bool can_be_copied(const FieldResult& result, const FieldResult& earlier,
                   const std::vector<FieldResult>& before) {
  return earlier.is_off() && !is_blank_slip(earlier) &&
         !is_nothing_after(*result.field, result.given, earlier, before) &&
         earlier.field->kind == result.field->kind && earlier.comparison.same_shape &&
         arma::size(earlier.given) == arma::size(result.given) &&
         arma::size(earlier.expected) == arma::size(result.expected);
}

}  // namespace

std::vector<std::string> copied_slips(const FieldResult& result,
                                      const std::vector<FieldResult>& before) {
  if (!result.field->has_cells() || !result.comparison.same_shape) return {};
  arma::umat left = result.comparison.wrong;
  std::vector<std::string> names;
  for (const FieldResult& earlier : before) {
    if (!can_be_copied(result, earlier, before)) continue;
    const arma::uvec wrong = arma::find(left);
    for (const arma::uword cell : wrong)
      if (is_copied(result, earlier, cell)) left(cell) = 0;
    if (arma::accu(left) < wrong.n_elem) names.push_back(earlier.field->name);
  }
  return arma::accu(left) == 0 ? names : std::vector<std::string>{};
}

namespace {

constexpr std::size_t kLongestAnswer = 2000;  // bytes: longer ones are printed by programs

// An answer cut into what stands between spaces and signs that part cells, and those signs.
std::vector<std::string> pieces_of(const Field& field, const std::string& text) {
  if (field.kind != FieldKind::matrix) return {text};
  constexpr std::string_view kParting = " ,;[]\t\r\n";
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find_first_of(kParting, at);
    if (end == at) end = at + 1;
    pieces.push_back(text.substr(at, end - at));
    at = end == text.npos ? text.size() : end;
  }
  return pieces;
}

}  // namespace

std::vector<MeantAnswer> answers_with_parentheses(const Field& field, const std::string& text) {
  const bool has_formulas = field.is_numeric() || field.kind == FieldKind::expression;
  if (!has_formulas || text.size() > kLongestAnswer || text.find_first_of("^/") == text.npos)
    return {};
  const std::vector<std::string> pieces = pieces_of(field, text);
  std::vector<std::vector<std::string>> ways;
  std::size_t n_ways = 0;
  for (const std::string& piece : pieces) {
    ways.push_back(with_parentheses(piece));
    n_ways = std::max(n_ways, ways.back().size());
  }
  std::vector<MeantAnswer> answers;
  for (std::size_t way = 1; way < n_ways; ++way) {
    MeantAnswer answer;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      const bool is_changed = way < ways[i].size() && ways[i][way] != ways[i][0];
      answer.text += is_changed ? ways[i][way] : pieces[i];
      if (is_changed && answer.first_changed.empty()) answer.first_changed = ways[i][way];
    }
    const bool is_new = std::none_of(answers.begin(), answers.end(), [&](const MeantAnswer& other) {
      return other.text == answer.text;
    });
    if (is_new && !answer.first_changed.empty()) answers.push_back(std::move(answer));
  }
  return answers;
}

namespace {

bool shows(const FieldResult& result, const Diagnosis& mistake) {
  if (mistake.turn != nullptr && mistake.turn->is_habit) return result.turn == mistake.turn;
  return std::any_of(result.shown.begin(), result.shown.end(), [&](const Alternative* shown) {
    return std::any_of(mistake.alternatives.begin(), mistake.alternatives.end(),
                       [&](const Alternative* one) { return one->name == shown->name; });
  });
}

}  // namespace

std::vector<std::string> same_mistakes(const Diagnosis& mistake, const FieldResult& result,
                                       const std::vector<FieldResult>& before) {
  std::vector<std::string> names;
  for (const FieldResult& earlier : before)
    if (earlier.is_slip() && shows(earlier, mistake) &&
        !is_nothing_after(*result.field, result.given, earlier, before))
      names.push_back(earlier.field->name);
  return names;
}

namespace {

constexpr double kHairOfSum = 1e-9;

bool is_row_rounded_to_sum(const Field& field, const arma::rowvec& given,
                           const arma::rowvec& truth) {
  const double unit = std::pow(10.0, -*field.tolerance.decimals);
  if (!rows_sum_to_one(given) || !rows_sum_to_one(truth)) return false;
  const arma::rowvec rounded = arma::round(truth / unit) * unit;
  const arma::rowvec changed = arma::abs(given - rounded);
  const bool are_whole_units =
      arma::abs(changed / unit - arma::round(changed / unit)).max() <= 1e-6;
  const double needed = std::abs(arma::sum(rounded) - 1.0);
  return are_whole_units && arma::sum(changed) <= needed + kHairOfSum &&
         arma::abs(given - truth).max() <= unit * (1.0 + kHairOfSum);
}

}  // namespace

bool is_rounded_to_sum(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const bool are_shares = field.kind == FieldKind::matrix && field.tolerance.decimals &&
                          arma::size(given) == arma::size(truth) && given.n_cols > 1 &&
                          given.is_finite() && truth.is_finite() && truth.min() >= 0.0;
  if (!are_shares) return false;
  for (arma::uword row = 0; row < given.n_rows; ++row)
    if (!compare(field, given.row(row), truth.row(row)).matches() &&
        !is_row_rounded_to_sum(field, given.row(row), truth.row(row)))
      return false;
  return true;
}

namespace {

const char* name_of_number(double value) {
  if (std::isnan(value)) return "NaN";
  return value > 0 ? "+∞" : "−∞";
}

// Whether "0,5 0,25" with a comma between all numbers would look like this.
bool may_have_decimal_commas(const arma::mat& given, const arma::mat& truth) {
  const auto is_whole = [](const arma::mat& matrix) {
    return matrix.is_finite() &&
           arma::all(arma::vectorise(matrix) == arma::round(arma::vectorise(matrix)));
  };
  return given.n_cols == 2 * truth.n_cols && is_whole(given) && !is_whole(truth);
}

// What it means, and where it may come from.
const char* origin_of(double value) {
  if (std::isnan(value))
    return translated(
        "NaN means “not a number”. A computer gets it from 0/0, ∞/∞ and ∞ − ∞: where a power of e "
        "is too large, for instance, or where a row that is divided by its sum has the sum 0.");
  return value > 0
             ? translated(
                   "A computer gives ∞ for what is too large for it, and for a division by 0.")
             : translated("Blocked scores are −∞ before softmax; after it their weights are 0.");
}

// What may have led to this shape; "" if that is not clear.
std::string likely_reason(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (given.n_elem == 1)
    return translated("One number does not stand for a whole matrix: write every cell.");
  if (arma::size(given.t()) == arma::size(truth))
    return compare(field, given.t(), truth).matches()
               ? translated(
                     "This is the transpose: the numbers are right, but rows and columns "
                     "are exchanged. A query is a row.")
               : translated("Rows and columns seem to be exchanged. A query is a row.");
  if (given.n_elem == truth.n_elem)
    return translated(
        "The number of cells is right. Write each row on a line of its own, or put "
        "; between rows.");
  if (may_have_decimal_commas(given, truth))
    return translated(
        "Each row has twice the cells, all of them whole numbers. If a comma was meant as a "
        "decimal "
        "point, write a point: 0.5. A comma separates cells.");
  return "";
}

// Of numbers in a row, how many there are says more than rows and columns: two of them may be asked
// for that are the rows and columns of something.
bool are_counted(const Field& field, const arma::mat& given, const arma::mat& truth) {
  return given.n_rows == 1 && truth.n_rows == 1 &&
         (given.n_cols == 1 || asks_whole_numbers(field, truth));
}

std::string count_message(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (!asks_whole_numbers(field, truth))
    return message("This is one number, and {} are asked for.", truth.n_elem);
  return given.n_elem == 1
             ? message("This is one number, and {} whole numbers are asked for.", truth.n_elem)
             : message("These are {0} numbers, and {1} whole numbers are asked for.", given.n_elem,
                       truth.n_elem);
}

}  // namespace

std::string shape_message(const Field& field, const arma::mat& given, const arma::mat& truth) {
  if (field.kind == FieldKind::list)
    return message("The answer lists {} items, and {} are asked for.", given.n_elem, field.count);
  if (are_counted(field, given, truth)) return count_message(field, given, truth);
  std::string text = message("The answer is {} (rows × columns), and {} is asked for.",
                             size_text(given), size_text(truth));
  if (const std::string reason = likely_reason(field, given, truth); !reason.empty())
    add_sentence(text, reason);
  return text;
}

std::string not_finite_message(const arma::mat& given) {
  arma::uword n = 0, first = given.n_elem;
  const arma::mat by_row = given.t();  // so that the first is the first one reads
  for (arma::uword i = 0; i < by_row.n_elem; ++i) {
    if (std::isfinite(by_row(i))) continue;
    ++n;
    first = std::min(first, i);
  }
  const char* what = name_of_number(by_row(first));
  const arma::uword row = first / given.n_cols + 1, col = first % given.n_cols + 1;
  std::string text =
      given.n_elem == 1
          ? message("{} is not a finite number, and every answer here is one.", what)
          : message("Row {0}, column {1} is {2}, not a finite number; such cells: {3}.", row, col,
                    what, n);
  add_sentence(text, origin_of(by_row(first)));
  return text;
}

arma::uword n_hits(const Field& field, const arma::mat& given, const arma::mat& truth) {
  const double least_of_best = truth(static_cast<arma::uword>(answer_of(field, truth).back()));
  arma::uword hits = 0;
  for (const double place : given) hits += truth(static_cast<arma::uword>(place)) >= least_of_best;
  return hits;
}

}  // namespace attn
