#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "practice/course/course.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/rounds.hpp"
#include "support/whole_answer.hpp"

// Whole answers to every exercise that comes with attn: right ones pass, and of one slip with
// everything that follows from it only the slip is charged. There are thousands of them, of which
// a sample is tried; ATTN_ALL_ROUNDS=1 tries all, in ten variants of each exercise.
using namespace attn;

namespace {

const std::vector<Exercise>& exercises() {
  static const std::vector<Exercise> all = read_course(ATTN_SOURCE_DIR).exercises;
  return all;
}

constexpr Digits kAllDigits[] = {Digits::all, Digits::asked, Digits::gone_on};

std::string cells(const arma::mat& matrix) {
  std::string text = "[";
  for (arma::uword row = 0; row < matrix.n_rows; ++row) {
    if (row > 0) text += "; ";
    for (arma::uword col = 0; col < matrix.n_cols; ++col)
      text += (col > 0 ? " " : "") + fmt::format("{:.7g}", matrix(row, col));
  }
  return text + "]";
}

std::string place(const Worksheet& worksheet, const std::string& what) {
  return fmt::format("{} variant {}, {}", worksheet.exercise().id, worksheet.variant(), what);
}

const char* word_of(Digits digits) {
  switch (digits) {
    case Digits::all:
      return "all digits";
    case Digits::asked:
      return "rounded";
    case Digits::gone_on:
      break;
  }
  return "rounded at every step";
}

// A number that nobody can take for the one it stands beside.
double slipped(const Field& field, const arma::mat& truth, double cell) {
  if (field.tolerance.is_exact()) return cell + 1.0;
  const double step = 0.31 * arma::abs(truth).max();
  return cell + std::max(step, 40.0 * allowed_error(cell, field.tolerance));
}

std::vector<HandedIn> slipped_cells(const Field& field, const HandedIn& truth) {
  std::vector<HandedIn> slips;
  const arma::uword n = truth.given.n_elem;
  for (const arma::uword cell : std::set<arma::uword>{0, n / 2, n - 1}) {
    HandedIn slip = truth;
    double& number = slip.given(cell);
    number = field.kind == FieldKind::mask ? 1.0 - number : slipped(field, truth.given, number);
    slips.push_back(rounded_as_asked(field, slip));
  }
  return slips;
}

std::vector<HandedIn> slipped_lists(const Field& field, const HandedIn& truth) {
  std::vector<HandedIn> slips;
  const arma::uword n = truth.given.n_elem;
  if (field.is_ordered && n > 1) {
    slips.push_back(truth);
    std::swap(slips.back().given(0), slips.back().given(n - 1));
  }
  for (std::size_t item = 0; item < field.items.size(); ++item) {
    const bool is_pair_of_one =
        field.are_pairs && field.items[item].substr(0, field.items[item].find("->")) ==
                               field.items[item].substr(field.items[item].find("->") + 2);
    if (is_pair_of_one || arma::any(arma::vectorise(truth.given) == static_cast<double>(item)))
      continue;
    slips.push_back(truth);
    slips.back().given(n - 1) = static_cast<double>(item);
    break;
  }
  return slips;
}

HandedIn doubled(const HandedIn& truth) {
  HandedIn slip = truth;
  slip.given *= 2.0;
  slip.formula->at = [at = truth.formula->at](const Expression::Values& values) {
    return 2.0 * at(values);
  };
  return slip;
}

// Some slips of the pen.
std::vector<HandedIn> slips_in(const Field& field, const HandedIn& truth) {
  switch (field.kind) {
    case FieldKind::number:
    case FieldKind::matrix:
    case FieldKind::mask:
      return slipped_cells(field, truth);
    case FieldKind::list:
      return slipped_lists(field, truth);
    case FieldKind::expression:
      if (truth.formula) return {doubled(truth)};
      return {};  // only an order of growth, from which nothing follows
    case FieldKind::choice:
    case FieldKind::label:
      break;
  }
  std::vector<HandedIn> slips;
  for (std::size_t option = 0; option < field.options.size(); ++option)
    if (static_cast<double>(option) != truth.given(0))
      slips.push_back({arma::mat(1, 1, arma::fill::value(static_cast<double>(option)))});
  return slips;
}

// Zeros after zeros, and what is chosen or listed after the same number everywhere: so empty
// answers would be right as well, so that they are charged though they follow.
bool says_nothing_after(const HandedIn& slip, const FieldResult& result) {
  const bool is_of_numbers = result.field->has_cells() || result.formula;
  if (is_of_numbers) return slip.given.is_zero() && result.given.is_zero();
  return arma::all(arma::vectorise(slip.given) == slip.given(0)) &&
         (slip.given.n_elem > 1 || slip.given.is_zero());
}

// What is charged besides the slip itself, a line for each; the slip first, if it is not.
std::string charged(const Worksheet& worksheet, const std::string& name, const HandedIn& slip,
                    Digits digits, const std::string& what, const Definitions& way = {}) {
  std::string faults;
  bool is_behind = false;
  for (const FieldResult& result : judged_whole(worksheet, digits, {{name, slip}}, way)) {
    const bool is_the_slip = result.field->name == name;
    if (is_the_slip && result.is_right()) return "";  // it is right in another way
    if (is_the_slip) is_behind = true;
    if (result.is_slip() == is_the_slip || !result.field->is_graded) continue;
    if (is_behind && !is_the_slip && says_nothing_after(slip, result)) continue;
    faults +=
        place(worksheet, fmt::format("{} in {} = {}, then {}: {} = {} is {} ({})\n", what, name,
                                     cells(slip.given), word_of(digits), result.field->name,
                                     cells(result.given), name_in(kFieldVerdicts, result.verdict),
                                     is_behind ? result.alternative : "before it"));
  }
  return faults;
}

// The mistakes that were named although an earlier right answer rules them out.
std::string ruled_out(const Worksheet& worksheet, const std::vector<FieldResult>& results) {
  std::string faults;
  for (const FieldResult& result : results)
    for (const Alternative* mistake : result.shown) {
      if (mistake->change.contains(result.field->name) || mistake->accepted) continue;
      for (const FieldResult& earlier : results) {
        if (&earlier == &result) break;
        if (!earlier.is_right() || !earlier.field->is_graded) continue;
        if (!worksheet.following().depends_on(result.field->name, {earlier.field->name})) continue;
        const auto value = truth_under(*mistake, worksheet.following(), *earlier.field);
        if (value && !compare(*earlier.field, earlier.given, *value).matches())
          faults += place(worksheet, fmt::format("{} = {} is called {}, which {} rules out\n",
                                                 result.field->name, cells(result.given),
                                                 mistake->name, earlier.field->name));
      }
    }
  return faults;
}

// What a mistake gives where it first shows; nothing if it is right everywhere, or cannot be
// handed in.
std::optional<std::pair<std::string, HandedIn>> first_answer(const Worksheet& worksheet,
                                                             const Alternative& mistake) {
  const Field* field = first_wrong_field(worksheet.exercise(), worksheet, mistake);
  if (field == nullptr) return std::nullopt;
  Worksheet wrong = worksheet.following().with(mistake.change);
  try {
    HandedIn answer = handed_in(*field, wrong);
    if (!answer.given.is_finite()) return std::nullopt;
    return std::pair{field->name, answer};
  } catch (const InputError&) {
    return std::nullopt;
  }
}

}  // namespace

TEST_CASE("check: a right answer passes with all digits, rounded, and rounded at every step",
          "[practice][check][property]") {
  std::string faults;
  Sample sample(2);
  for (const Exercise& exercise : exercises())
    for (std::uint64_t variant = 0; variant < (all_rounds() ? 10 : 6); ++variant) {
      if (variant > 0 && exercise.variant.empty()) continue;
      const Worksheet worksheet(exercise, variant);
      for (const Digits digits : kAllDigits) {
        if (!sample.takes_next()) continue;
        for (const FieldResult& result : judged_whole(worksheet, digits, {}))
          // A reading may say that it follows from rounded numbers.
          if (result.field->is_graded && !result.is_right())
            faults += place(worksheet, fmt::format("{}: {} = {} is {}\n", word_of(digits),
                                                   result.field->name, cells(result.given),
                                                   name_in(kFieldVerdicts, result.verdict)));
      }
    }
  CHECK(faults == "");
}

TEST_CASE("check: of a slip and all that follows from it, only the slip is charged",
          "[practice][check][property]") {
  std::string faults;
  Sample sample(23);
  for (const Worksheet& worksheet : course_worksheets()) {
    Worksheet right = worksheet.following();
    for (const Field& field : worksheet.exercise().fields)
      if (field.is_graded)
        for (const HandedIn& slip : slips_in(field, handed_in(field, right)))
          for (const Digits digits : kAllDigits)
            if (sample.takes_next())
              faults += charged(worksheet, field.name, slip, digits, "a slip");
  }
  CHECK(faults == "");
}

TEST_CASE("check: in whichever way an answer follows from a slip, only the slip is charged",
          "[practice][check][property]") {
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets()) {
    Worksheet right = worksheet.following();
    for (const auto& [name, ways] : worksheet.exercise().follows)
      for (std::size_t i = 1; i < ways.size(); ++i) {
        const Definitions way{{name, ways[i]}};
        for (const Field& field : worksheet.exercise().fields) {
          if (field.name == name) break;
          if (!right.with(way).depends_on(name, {field.name})) continue;
          for (const HandedIn& slip : slips_in(field, handed_in(field, right)))
            for (const Digits digits : {Digits::asked, Digits::gone_on})
              faults += charged(worksheet, field.name, slip, digits, "a slip", way);
        }
      }
  }
  CHECK(faults == "");
}

TEST_CASE("check: of a mistake and all that follows from it, only the mistake is charged",
          "[practice][check][property]") {
  std::string faults;
  Sample sample(101);
  for (const Worksheet& worksheet : course_worksheets())
    for (const Alternative& mistake : worksheet.exercise().alternatives) {
      if (mistake.accepted || !applies(mistake, worksheet)) continue;
      for (const Digits digits : kAllDigits) {
        if (!sample.takes_next()) continue;
        const auto first = first_answer(worksheet, mistake);
        if (!first) break;
        const Field& field = worksheet.exercise().field(first->first);
        const HandedIn rounded = rounded_as_asked(field, first->second);
        faults += charged(worksheet, field.name, first->second, digits, mistake.name);
        faults += charged(worksheet, field.name, rounded, digits, mistake.name + " (rounded)");
      }
    }
  CHECK(faults == "");
}

TEST_CASE("check: what is right by itself is right after a slip too",
          "[practice][check][property]") {
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets()) {
    Worksheet right = worksheet.following();
    std::map<std::string, HandedIn> truths;
    for (const Field& field : worksheet.exercise().fields)
      truths[field.name] = handed_in(field, right);
    for (const Field& field : worksheet.exercise().fields)
      for (const HandedIn& slip : slips_in(field, truths[field.name])) {
        std::map<std::string, HandedIn> answers = truths;
        answers[field.name] = slip;
        for (const FieldResult& result : judged_whole(worksheet, Digits::all, answers))
          if (result.field->name != field.name && result.field->is_graded && !result.is_right())
            faults +=
                place(worksheet, fmt::format("after {} = {}, the right {} is {}\n", field.name,
                                             cells(slip.given), result.field->name,
                                             name_in(kFieldVerdicts, result.verdict)));
      }
  }
  CHECK(faults == "");
}

TEST_CASE("check: a mistake that the learner's own right answers rule out is not named",
          "[practice][check][property]") {
  std::string faults;
  Sample sample(211);
  for (const Worksheet& worksheet : course_worksheets()) {
    Worksheet right = worksheet.following();
    for (const Alternative& mistake : worksheet.exercise().alternatives) {
      if (mistake.accepted || !applies(mistake, worksheet)) continue;
      Worksheet wrong = right.with(mistake.change);
      // Made late: everything before the field is right.
      for (const Field& field : worksheet.exercise().fields) {
        if (!field.is_graded || !sample.takes_next()) continue;
        const auto value = truth_under(mistake, right, field);
        if (!value || !value->is_finite()) continue;
        try {
          const HandedIn answer = rounded_as_asked(field, handed_in(field, wrong));
          faults +=
              ruled_out(worksheet, judged_whole(worksheet, Digits::asked, {{field.name, answer}}));
        } catch (const InputError&) {
          continue;  // it leads to no answer here
        }
      }
    }
  }
  CHECK(faults == "");
}
