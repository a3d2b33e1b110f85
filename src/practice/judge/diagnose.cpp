#include "practice/judge/diagnose.hpp"

#include <algorithm>
#include <cmath>

#include "base/message.hpp"
#include "base/text.hpp"
#include "practice/judge/fit.hpp"
#include "practice/misconceptions.hpp"

namespace attn {
namespace {

constexpr std::size_t kMostNamed = 3;

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
  return {.alternatives = std::move(alternatives), .turned = "", .text = text};
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

bool applies(const Alternative& alternative, const Worksheet& worksheet) {
  return !alternative.printed || worksheet.variant() == 0;
}

std::optional<arma::mat> truth_under(const Alternative& alternative, const Worksheet& worksheet,
                                     const Field& field) {
  if (alternative.is_alone && !alternative.change.contains(field.name)) return std::nullopt;
  return worksheet.under(alternative, field);
}

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
