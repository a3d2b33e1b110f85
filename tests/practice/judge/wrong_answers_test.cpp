#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "practice/answer/written_form.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/lint/faults.hpp"
#include "support/asked_numbers.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/whole_answer.hpp"

// What is wrong is never credited by accident, and is told by its own name, in every exercise that
// comes with attn.
using namespace attn;

namespace {

FieldResult judged_text(const Worksheet& worksheet, const Field& field, const std::string& text) {
  return check_field(worksheet, field, {.name = field.name, .text = text}, {});
}

std::string typed(const arma::mat& matrix) {
  return typed_cells(matrix, [](double cell) { return fmt::format("{:.12g}", cell); });
}

bool has_options(const Field& field) {
  return field.kind == FieldKind::choice || field.kind == FieldKind::label;
}

// A slip has no name to be right for, or one of its own answers.
bool names_what_it_follows(const Exercise& exercise, const FieldResult& result) {
  if (result.verdict != FieldVerdict::follows) return true;
  return !result.follows_of.empty() &&
         std::all_of(result.follows_of.begin(), result.follows_of.end(),
                     [&](const std::string& name) { return exercise.find_field(name) != nullptr; });
}

// Whether an answer is what some way to go on from these answers gives.
bool follows_somehow(const Worksheet& worksheet, const Field& field, const arma::mat& given,
                     const Definitions& before) {
  const Worksheet right = worksheet.following();
  std::vector<Worksheet> ways{right.with(before)};
  if (const auto more = worksheet.exercise().follows.find(field.name);
      more != worksheet.exercise().follows.end())
    for (const Definition& way : more->second)
      ways.push_back(right.with({{field.name, way}}).with(before));
  return std::any_of(ways.begin(), ways.end(), [&](Worksheet& way) {
    try {
      return compare(field, given, way.numbers(field.name)).matches();
    } catch (const InputError&) {
      return false;
    }
  });
}

// The wrong options of a field behind an earlier answer that shows a mistake.
std::string credited_options(const Worksheet& worksheet, const Alternative& mistake,
                             const Field& early, const Field& late) {
  Worksheet truths = worksheet;
  const auto value = worksheet.under(mistake, early);
  if (!value || !applies(mistake, worksheet)) return "";
  const FieldResult slip = judged(worksheet, early, answer_of(early, *value), std::nullopt, {});
  if (!slip.is_slip()) return "";
  std::string faults;
  for (std::size_t place = 0; place < late.options.size(); ++place) {
    const arma::mat given(1, 1, arma::fill::value(static_cast<double>(place)));
    if (given(0) == truths.numbers(late.name)(0)) continue;
    const FieldResult result = judged(worksheet, late, given, std::nullopt, {slip});
    if (result.verdict != FieldVerdict::follows) continue;
    const bool is_named = names_what_it_follows(worksheet.exercise(), result);
    const bool does_follow = result.is_same_mistake ||
                             follows_somehow(worksheet, late, given, {{early.name, slip.given}}) ||
                             follows_somehow(worksheet, late, given, mistake.change);
    if (!is_named || !does_follow)
      faults += named(worksheet) + mistake.name + " in " + early.name + ", then " + late.name +
                " = " + late.options[place].id + "\n";
  }
  return faults;
}

std::string all_cells(const arma::mat& truth, const std::string& cell) {
  return typed_cells(truth, [&cell](double) { return cell; });
}

// Answers that say nothing: zeros, the same everywhere, no number.
std::vector<std::string> blanks(const Field& field, const arma::mat& truth) {
  std::vector<std::string> texts;
  if (field.kind == FieldKind::expression) return {"0", "1"};
  for (const char* cell : {"0", "1", "7", "NaN"})
    if (field.has_cells() && !(field.kind == FieldKind::mask && *cell > '1') &&
        !(field.kind == FieldKind::number && (*cell == '1' || *cell == '7')))
      texts.push_back(all_cells(truth, cell));
  return texts;
}

// Wrong answers that a blank one might seem to lead to.
std::vector<std::string> wrong_answers(const Field& field, const arma::mat& truth) {
  std::vector<std::string> texts = blanks(field, truth);
  for (const Option& option : field.options) texts.push_back(option.id);
  if (field.kind == FieldKind::list && field.items.size() > field.count)
    for (std::size_t first = 0; first + field.count <= field.items.size(); ++first) {
      std::string text;
      for (std::size_t i = 0; i < field.count; ++i)
        text += (i > 0 ? ", " : "") + field.items[first + field.count - 1 - i];
      texts.push_back(text);
    }
  return texts;
}

// What is credited after an answer that says nothing, and shows no mistake by which to go on.
std::string credited_after_blank(const Worksheet& worksheet, const Field& early,
                                 const Field& late) {
  Worksheet right = worksheet.following();
  std::string faults;
  for (const std::string& text : blanks(early, right.numbers(early.name))) {
    const FieldResult blank = judged_text(worksheet, early, text);
    if (!blank.is_slip() || !blank.shown.empty()) continue;
    for (const std::string& wrong : wrong_answers(late, right.numbers(late.name))) {
      // Of ones or sevens, other numbers may be computed that are all the same.
      const bool may_be_computed = late.is_numeric() && text.front() != wrong.front() &&
                                   wrong.front() != '0' && text.front() != '0';
      if (early.is_numeric() && may_be_computed) continue;
      const FieldResult result =
          check_field(worksheet, late, {.name = late.name, .text = wrong}, {blank});
      if (result.verdict == FieldVerdict::follows)
        faults += named(worksheet) + early.name + " = " + text + ", then " + late.name + " = " +
                  wrong + "\n";
    }
  }
  return faults;
}

}  // namespace

TEST_CASE("check: nothing follows from an answer that says nothing",
          "[practice][check][property]") {
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets()) {
    const std::vector<Field>& fields = worksheet.exercise().fields;
    for (std::size_t late = 1; late < fields.size(); ++late)
      for (std::size_t early = 0; early < late; ++early)
        if (fields[early].is_graded && fields[late].is_graded && !worksheet.exercise().program)
          faults += credited_after_blank(worksheet, fields[early], fields[late]);
  }
  CHECK(faults == "");
}

TEST_CASE("check: whatever is answered and left out, what it is right for is named, and is wrong",
          "[practice][check][property]") {
  std::string faults;
  std::size_t n_credited = 0;
  for (const Worksheet& worksheet : course_worksheets()) {
    const Exercise& exercise = worksheet.exercise();
    if (exercise.program || !is_tried(worksheet)) continue;
    std::size_t at = 0;
    for (const Alternative& mistake : exercise.alternatives) {
      std::vector<FieldResult> results;
      for (const Field& field : exercise.fields) {
        const auto value = worksheet.under(mistake, field);
        if (at++ % 3 == 0 || !value || !value->is_finite()) continue;
        results.push_back(
            judged(worksheet, field, answer_of(field, *value), std::nullopt, results));
        const FieldResult& result = results.back();
        if (result.verdict != FieldVerdict::follows) continue;
        ++n_credited;
        for (const std::string& name : result.follows_of)
          if (std::none_of(results.begin(), results.end() - 1, [&](const FieldResult& earlier) {
                return earlier.field->name == name && earlier.is_off();
              }))
            faults += named(worksheet) + mistake.name + ", " + field.name + " for " + name + "\n";
        if (result.follows_of.empty())
          faults += named(worksheet) + mistake.name + ", " + field.name + " for nothing\n";
      }
    }
  }
  CHECK(faults == "");
  CHECK(n_credited > 100);
}

TEST_CASE("check: either reading may be named before it is shown", "[practice][check]") {
  for (const Worksheet& worksheet : course_worksheets()) {
    if (worksheet.exercise().id != "half-mask") continue;
    for (const char* reading : {"literal", "causal"})
      CHECK(judged_text(worksheet, worksheet.exercise().field("reading"), reading).is_right());
    Worksheet right = worksheet;
    const Field& mask = worksheet.exercise().field("mask");
    const arma::mat literal =
        *worksheet.under(*std::find_if(worksheet.exercise().alternatives.begin(),
                                       worksheet.exercise().alternatives.end(),
                                       [](const Alternative& one) { return one.accepted; }),
                         mask);
    const FieldResult reversed = judged_text(worksheet, mask, typed(1.0 - literal));
    CHECK(arma::approx_equal(reversed.expected, literal, "absdiff", 0.0));
  }
}

TEST_CASE("check: what lies between two whole numbers is no count, and is told so",
          "[practice][check][property]") {
  std::string faults;
  std::size_t n_tried = 0;
  for (const Worksheet& worksheet : course_worksheets())
    for (const Field& field : worksheet.exercise().fields) {
      Worksheet right = worksheet;
      if (!asks_whole_numbers(field, right.numbers(field.name)) || !field.is_graded) continue;
      for (const double more : {0.25, 0.5, -0.4}) {
        arma::mat given = right.numbers(field.name);
        given(given.n_elem - 1) += more;
        const FieldResult result = judged_text(worksheet, field, typed(given));
        ++n_tried;
        if (!result.is_slip() || result.explanation.empty())
          faults += named(worksheet) + field.name + " = " + typed(given) + "\n";
      }
    }
  CHECK(faults == "");
  CHECK(n_tried > 100);
}

TEST_CASE("check: a number in a sentence is not read, or it is said what was left out",
          "[practice][check][property]") {
  // These say something else than the number.
  const std::set<std::string> unreadable{"moved by {}", "not {}",  "less than {}", "more than {}",
                                         "between {}",  "{} 以下", "{} ではない",  "{} bananas"};
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets())
    for (const Field& field : worksheet.exercise().fields) {
      Worksheet right = worksheet;
      if (!field.is_numeric() || worksheet.variant() > 0) continue;
      const std::string number = typed(right.numbers(field.name));
      for (const char* sentence :
           {"moved by {}", "about {}", "{} or so", "not {}", "less than {}", "more than {}",
            "my answer is {}", "{} I think", "between {}", "roughly {}", "{} bananas", "it is {}",
            "答えは {}", "約 {}", "{} くらい", "{} 以下", "{} ではない", "{} と思う"}) {
        const std::string text = fmt::format(fmt::runtime(sentence), number);
        const FieldResult result = judged_text(worksheet, field, text);
        const bool is_read = result.verdict != FieldVerdict::unreadable;
        if (is_read && (unreadable.contains(sentence) || result.messages.empty()))
          faults += named(worksheet) + field.name + " = " + text + "\n";
      }
    }
  CHECK(faults == "");
}

TEST_CASE("check: a wrong option stays wrong whatever slip comes before, unless it follows",
          "[practice][check][property]") {
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets()) {
    if (!is_tried(worksheet)) continue;
    const std::vector<Field>& fields = worksheet.exercise().fields;
    for (std::size_t late = 1; late < fields.size(); ++late)
      for (std::size_t early = 0; has_options(fields[late]) && early < late; ++early)
        for (const Alternative& mistake : worksheet.exercise().alternatives)
          if (!mistake.accepted && mistake.change.contains(fields[early].name))
            faults += credited_options(worksheet, mistake, fields[early], fields[late]);
  }
  CHECK(faults == "");
}

TEST_CASE("check: a term by definition never follows from a slip", "[practice][check][property]") {
  std::size_t n_terms = 0;
  for (const Worksheet& worksheet : course_worksheets())
    for (const Field& field : worksheet.exercise().fields)
      if (field.kind == FieldKind::label && field.name.ends_with("property")) {
        ++n_terms;
        std::set<std::string> others;
        for (const Field& other : worksheet.exercise().fields)
          if (&other != &field) others.insert(other.name);
        INFO(named(worksheet) << field.name);
        CHECK_FALSE(worksheet.following().depends_on(field.name, others));
      }
  CHECK(n_terms > 0);
}

TEST_CASE("check: a mistake is told by its own name, or among those that give the same",
          "[practice][check][property]") {
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets()) {
    const Exercise& exercise = worksheet.exercise();
    if (exercise.program || !is_tried(worksheet)) continue;
    const TriedAnswers tried(exercise, worksheet);
    for (const Alternative& mistake : exercise.alternatives) {
      if (mistake.accepted || !applies(mistake, worksheet)) continue;
      const auto result = tried.first_wrong(mistake, /*as_written=*/false);
      if (!result || !result->is_slip() || result->shown.empty()) continue;
      const bool is_named = is_named_in(*result, mistake);
      const bool are_like_it =
          std::all_of(result->shown.begin(), result->shown.end(), [&](const Alternative* other) {
            const auto value = truth_under(*other, worksheet, *result->field);
            return value && compare(*result->field, result->given, *value).matches();
          });
      if (!is_named && !are_like_it)
        faults += named(worksheet) + mistake.name + " in " + result->field->name + ": " +
                  result->alternative + "\n";
    }
  }
  CHECK(faults == "");
}

TEST_CASE("check: what a mistake says of the size of its number is true of it",
          "[practice][check][property]") {
  std::string faults;
  std::size_t n_claims = 0;
  for (const Worksheet& worksheet : course_worksheets())
    for (const Alternative& mistake : worksheet.exercise().alternatives) {
      const std::string said = mistake.say.in("en");
      const bool is_more =
          said.starts_with("This is more than 1,") || said.starts_with("These are more than 1,");
      const bool is_less = said.starts_with("This is less than 1.");
      const Field* field = first_wrong_field(worksheet.exercise(), worksheet, mistake);
      if (field == nullptr || !field->is_numeric() || !(is_more || is_less)) continue;
      if (!mistake.change.contains(field->name)) continue;
      const auto value = truth_under(mistake, worksheet, *field);
      ++n_claims;
      if (is_more ? value->max() <= 1.0 : value->max() >= 1.0)
        faults += named(worksheet) + mistake.name + " in " + field->name + "\n";
    }
  CHECK(faults == "");
  CHECK(n_claims > 0);
}
