#include "practice/judge/diagnose.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.hpp"
#include "base/message.hpp"
#include "practice/answer/plain_number.hpp"
#include "practice/answer/wanted_form.hpp"
#include "practice/misconceptions.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostNamed = 3;

// How well an answer fits what a mistake gives.
struct Fit {
  bool has_its_digits = false;  ///< rounded to the digits that were written, it is the answer
  double error = 0.0;
};

// Half a unit of the last digit that was written or asked for, whichever is finer; of a number that
// was written with three digits or more, the written one.
double half_a_unit_of(const Field& field, const arma::mat& given) {
  constexpr int kMostDecimals = 12;
  int decimals = decimals_of(given, kMostDecimals);
  const double largest = arma::abs(given).max();
  const auto half_unit = [&decimals] { return 0.5 * std::pow(10.0, -decimals) * (1.0 + 1e-6); };
  constexpr double kThreeDigits = 200.0;  // half units
  if (decimals > 0 && given.n_elem == 1 && largest >= kThreeDigits * half_unit())
    return half_unit();
  if (field.tolerance.is_exact() || largest == 0.0) return 0.0;
  const Tolerance asked = asked_tolerance(field.tolerance);
  if (asked.decimals)
    decimals = std::max(decimals, *asked.decimals);
  else if (asked.absolute > 0.0)
    decimals = std::max(decimals, static_cast<int>(std::ceil(-std::log10(asked.absolute) - 1e-9)));
  return half_unit();
}

// An answer with −∞ in it, as a mask leaves it.
std::optional<Fit> infinite_fit(const Field& field, arma::mat given, arma::mat candidate) {
  if (arma::size(given) != arma::size(candidate)) return std::nullopt;
  const arma::uvec infinite =
      arma::find(given == candidate && arma::abs(given) == arma::datum::inf);
  given.elem(infinite).zeros();
  candidate.elem(infinite).zeros();
  return compare(field, given, candidate).matches() ? std::optional<Fit>({true, 0.0})
                                                    : std::nullopt;
}

std::optional<Fit> fit(const Field& field, const arma::mat& given, const arma::mat& candidate,
                       const arma::mat& truth) {
  if (field.is_numeric() && !(candidate.is_finite() && given.is_finite()))
    return infinite_fit(field, given, candidate);
  const Comparison comparison = compare(field, given, candidate);
  if (!comparison.same_shape) return std::nullopt;
  if (!field.is_numeric())
    return comparison.matches() ? std::optional<Fit>({true, 0.0}) : std::nullopt;
  const bool same_as_truth = arma::size(candidate) == arma::size(truth);
  if (same_as_truth && compare(field, candidate, truth).matches()) return std::nullopt;
  const double error = comparison.largest_error;
  if (comparison.matches() && field.tolerance.is_exact()) return Fit{true, error};
  if (given.is_zero()) return std::nullopt;
  if (error <= half_a_unit_of(field, given)) return Fit{true, error};
  if (!comparison.matches()) return std::nullopt;
  const double off_truth = same_as_truth ? arma::abs(given - truth).max() : arma::datum::inf;
  constexpr double kClearly = 3.0;
  return kClearly * error <= off_truth ? std::optional<Fit>({false, error}) : std::nullopt;
}

// The mistakes that an answer fits, each name once, in its best fit.
class Fitting {
 public:
  Fitting(const Exercise& exercise, const Field& field, const std::vector<FieldResult>& before)
      : exercise_(exercise), field_(field), before_(before) {}

  void offer(const Alternative& alternative, const Fit& fit) {
    for (auto& [other, best] : found_)
      if (other->name == alternative.name) {
        const bool is_surer = sureness(alternative) > sureness(*other) && !is_better(best, fit);
        if (is_better(fit, best) || is_surer) best = fit, other = &alternative;
        return;
      }
    found_.emplace_back(&alternative, fit);
  }

  std::vector<const Alternative*> best() const {
    std::vector<const Alternative*> named;
    for (const auto& [alternative, fit] : found_)
      if (fit.has_its_digits) named.push_back(alternative);
    int surest = 0;
    for (const Alternative* one : named) surest = std::max(surest, sureness(*one));
    std::erase_if(named, [&](const Alternative* one) { return sureness(*one) < surest; });
    if (surest == 0 && named.size() > 1) return {};
    // Those that never coincide with one another are the ones that an author thought of first.
    std::stable_sort(named.begin(), named.end(), [](const Alternative* a, const Alternative* b) {
      return !a->may_coincide && b->may_coincide;
    });
    named.resize(std::min(named.size(), kMostNamed));
    if (!named.empty() || found_.empty()) return named;
    const auto nearest = std::min_element(
        found_.begin(), found_.end(),
        [](const auto& a, const auto& b) { return a.second.error < b.second.error; });
    return {nearest->first};
  }

  bool has_digits() const {
    return std::any_of(found_.begin(), found_.end(),
                       [](const auto& one) { return one.second.has_its_digits; });
  }

 private:
  // 2: shown before. 1: made at this very question, or where nobody was asked. 0: made at another
  // question, which was left empty.
  int sureness(const Alternative& alternative) const {
    const bool was_shown =
        std::any_of(before_.begin(), before_.end(), [&](const FieldResult& earlier) {
          return std::any_of(earlier.shown.begin(), earlier.shown.end(),
                             [&](const auto* shown) { return shown->name == alternative.name; });
        });
    if (was_shown) return 2;
    if (alternative.change.contains(field_.name)) return 1;
    return std::none_of(alternative.change.begin(), alternative.change.end(),
                        [this](const auto& one) { return exercise_.find_field(one.first); });
  }

  static bool is_better(const Fit& one, const Fit& other) {
    if (one.has_its_digits != other.has_its_digits) return one.has_its_digits;
    return one.error < other.error;
  }

  const Exercise& exercise_;
  const Field& field_;
  const std::vector<FieldResult>& before_;
  std::vector<std::pair<const Alternative*, Fit>> found_;
};

std::string text_of(const std::vector<const Alternative*>& alternatives) {
  std::string text;
  std::set<std::string> said;
  for (const Alternative* one : alternatives) {
    const std::string sentence = text_of_misconception(one->name, one->say.here());
    if (!said.insert(sentence).second) continue;
    text = text.empty() ? sentence
                        : message("{0} Or, since it gives the same here: {1}", text, sentence);
  }
  return text;
}

Diagnosis diagnosis_of(std::vector<const Alternative*> alternatives) {
  const std::string text = text_of(alternatives);
  return {.alternatives = std::move(alternatives), .turned = "", .text = text};
}

// Whether an earlier answer rules a mistake out: it says something else there.
bool is_ruled_out(const Alternative& alternative, const Worksheet& sheet, const Field& field,
                  const std::vector<const FieldResult*>& behind) {
  if (alternative.change.contains(field.name)) return false;
  return std::any_of(behind.begin(), behind.end(), [&](const FieldResult* earlier) {
    const auto value = truth_under(alternative, sheet, *earlier->field);
    return value && !compare(*earlier->field, earlier->given, *value).matches();
  });
}

}  // namespace

bool applies(const Alternative& alternative, const Worksheet& worksheet) {
  return !alternative.printed || worksheet.variant() == 0;
}

std::optional<arma::mat> truth_under(const Alternative& alternative, const Worksheet& worksheet,
                                     const Field& field) {
  return worksheet.under(alternative, field);
}

Diagnosis equal_mistake(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                        const std::vector<FieldResult>& before) {
  Fitting fitting(worksheet.exercise(), field, before);
  Worksheet right = worksheet;
  const arma::mat truth = right.numbers(field.name);
  const std::vector<const FieldResult*> behind = results_behind(worksheet, field, before);
  const bool has_slip = std::any_of(behind.begin(), behind.end(),
                                    [](const FieldResult* earlier) { return earlier->is_slip(); });
  for (const Standpoint& standpoint : standpoints(worksheet, behind)) {
    if (!has_slip && fitting.has_digits()) break;  // the likeliest standpoint comes first
    const Worksheet sheet =
        standpoint.answers.empty() ? worksheet : worksheet.with(standpoint.answers);
    for (const Alternative& mistake : worksheet.exercise().alternatives) {
      if (mistake.accepted || !applies(mistake, worksheet)) continue;
      const auto value = truth_under(mistake, sheet, field);
      if (!value) continue;
      const auto found = fit(field, given, *value, truth);
      if (found && !is_ruled_out(mistake, sheet, field, behind)) fitting.offer(mistake, *found);
    }
  }
  return diagnosis_of(fitting.best());
}

Diagnosis equal_reading(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                        const std::vector<FieldResult>& before) {
  for (const Alternative& reading : worksheet.exercise().alternatives) {
    if (!reading.accepted || !applies(reading, worksheet)) continue;
    const auto value = truth_under(reading, worksheet, field);
    if (!value || !compare(field, given, *value).matches()) continue;
    const bool is_another = std::any_of(before.begin(), before.end(), [&](const auto& earlier) {
      if (earlier.verdict != FieldVerdict::pass) return false;
      const auto there = truth_under(reading, worksheet, *earlier.field);
      return there && !compare(*earlier.field, earlier.given, *there).matches();
    });
    if (!is_another) return diagnosis_of({&reading});
  }
  return {};
}

const Field* first_wrong_field(const Exercise& exercise, const Worksheet& worksheet,
                               const Alternative& alternative) {
  Worksheet truths = worksheet;
  for (const Field& field : exercise.fields) {
    if (!field.is_graded) continue;
    const std::optional<arma::mat> other = truth_under(alternative, worksheet, field);
    if (!other) continue;
    if (!compare(field, answer_of(field, *other), truths.numbers(field.name)).matches())
      return &field;
  }
  return nullptr;
}

std::vector<std::pair<std::string, std::string>> indistinguishable(const Exercise& exercise,
                                                                   const Worksheet& worksheet) {
  std::vector<std::pair<std::string, std::string>> pairs;
  for (const Alternative& one : exercise.alternatives) {
    if (one.may_coincide || !applies(one, worksheet)) continue;
    const Field* field = first_wrong_field(exercise, worksheet, one);
    if (field == nullptr) {
      pairs.emplace_back(one.name, "");
      continue;
    }
    const arma::mat answer = answer_of(*field, *truth_under(one, worksheet, *field));
    for (const Alternative& other : exercise.alternatives) {
      if (&other == &one || other.may_coincide || !applies(other, worksheet)) continue;
      const std::optional<arma::mat> truth = truth_under(other, worksheet, *field);
      if (truth && compare(*field, answer, *truth).matches())
        pairs.emplace_back(one.name, other.name);
    }
  }
  return pairs;
}

}  // namespace attn
