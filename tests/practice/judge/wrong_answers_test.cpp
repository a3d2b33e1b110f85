#include <fmt/format.h>

#include "practice/answer/answer.hpp"
#include "practice/answer/written_form.hpp"
#include "practice/feedback/feedback.hpp"
#include "practice/judge/check.hpp"
#include "practice/judge/diagnose.hpp"
#include "practice/lint/faults.hpp"
#include "support/asked_numbers.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/rounds.hpp"
#include "support/whole_answer.hpp"

// What is wrong is never credited by accident, and is told by its own name, in every exercise that
// comes with attn.

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

TEST_CASE("check: nothing follows from an answer that says nothing") {
  std::string faults;
  Sample sample(4);
  for (const Worksheet& worksheet : course_worksheets()) {
    const std::vector<Field>& fields = worksheet.exercise().fields;
    for (std::size_t late = 1; late < fields.size(); ++late)
      for (std::size_t early = 0; early < late; ++early)
        if (fields[early].is_graded && fields[late].is_graded && !worksheet.exercise().program &&
            sample.takes_next())
          faults += credited_after_blank(worksheet, fields[early], fields[late]);
  }
  CHECK(faults == "");
}

TEST_CASE("check: whatever is answered and left out, what it is right for is named, and is wrong") {
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

TEST_CASE("check: either reading may be named before it is shown") {
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

TEST_CASE("check: what lies between two whole numbers is no count, and is told so") {
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

TEST_CASE("check: a number in a sentence is not read, or it is said what was left out") {
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

TEST_CASE("check: a wrong option stays wrong whatever slip comes before, unless it follows") {
  std::string faults;
  Sample sample(15);
  for (const Worksheet& worksheet : course_worksheets()) {
    if (!is_tried(worksheet)) continue;
    const std::vector<Field>& fields = worksheet.exercise().fields;
    for (std::size_t late = 1; late < fields.size(); ++late)
      for (std::size_t early = 0; has_options(fields[late]) && early < late; ++early)
        for (const Alternative& mistake : worksheet.exercise().alternatives)
          if (!mistake.accepted && mistake.change.contains(fields[early].name) &&
              sample.takes_next())
            faults += credited_options(worksheet, mistake, fields[early], fields[late]);
  }
  CHECK(faults == "");
}

TEST_CASE("check: a term by definition never follows from a slip") {
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

TEST_CASE("check: a mistake is told by its own name, or among those that give the same") {
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

TEST_CASE("check: what a mistake says of the size of its number is true of it") {
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

// Whole answers to every exercise that comes with attn: right ones pass, and of one slip with
// everything that follows from it only the slip is charged. There are thousands of them, of which
// a sample is tried; ATTN_ALL_ROUNDS=1 tries all, in ten variants of each exercise.

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

TEST_CASE("check: a right answer passes with all digits, rounded, and rounded at every step") {
  std::string faults;
  Sample sample(2);
  for (const Exercise& exercise : course_exercises())
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

TEST_CASE("check: of a slip and all that follows from it, only the slip is charged") {
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

TEST_CASE("check: in whichever way an answer follows from a slip, only the slip is charged") {
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

TEST_CASE("check: of a mistake and all that follows from it, only the mistake is charged") {
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

TEST_CASE("check: what is right by itself is right after a slip too") {
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

TEST_CASE("check: a mistake that the learner's own right answers rule out is not named") {
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

// Sheets as people hand them in, with the book's numbers.

// The questions that are charged in a whole sheet.
std::string charged_in(const std::string& id, const std::string& sheet) {
  const auto& all = course_worksheets();
  const auto worksheet = std::find_if(
      all.begin(), all.end(), [&](const Worksheet& one) { return one.exercise().id == id; });
  std::string names;
  for (const FieldResult& result :
       check(worksheet->exercise(), *worksheet, read_answer_sheet(sheet, "-")).fields)
    if (result.is_slip()) names += result.field->name + " ";
  return names;
}

// Zeros of the right shape; the first thing to choose. What is listed is right.
HandedIn zeros(const Field& field, Worksheet& right) {
  HandedIn answer = handed_in(field, right);
  if (field.kind != FieldKind::list) answer.given.zeros();
  if (answer.formula) answer.formula->at = [](const Expression::Values&) { return 0.0; };
  return answer;
}

TEST_CASE("check: what a mistake leads to in another shape, sign or unit is not charged again") {
  // Q and K multiplied cell by cell: three rows of two weights, of which the mask hides one.
  CHECK(charged_in("attention-by-hand",
                   "scores = 1 0; 0 1; 1 1\nscaled = .71 0; 0 .71; .71 .71\n"
                   "weights = .67 .33; .33 .67; .5 .5\n"
                   "causal_weights = 1 0; .33 .67; .5 .5") == "scores ");
  // A mask of both readings may bear either name; that of one reading may not bear the other's.
  for (const char* reading : {"causal", "literal"})
    CHECK(charged_in("half-mask", std::string("mask = 10000; 11000; 11100; 11100; 11100\n"
                                              "open_cells = 12\nreading = ") +
                                      reading) == "mask ");
  CHECK(charged_in("half-mask", "mask = 10001; 11000; 11100; 11110; 11111\nreading = literal") ==
        "mask reading ");
  // A word paired with itself.
  CHECK(charged_in("predict-pairs", "pairs = mat->mat, cat->mat, the->The\nstrongest = 0.943") ==
        "pairs ");
  // Squares, one row, and what is given taken away; then all of them without the diagonal.
  CHECK(charged_in("keywords",
                   "received = .7 .39 .22 .41 .5 .3\n"
                   "received_from_others = -.1 -.11 -.18 -.19 -.2 0") == "received ");
  CHECK(charged_in("keywords",
                   "received = .8 .1 0 0 0 .1\n"
                   "received_from_others = 0 -.4 -.4 -.6 -.7 -.2") == "received ");
  for (const char* others : {"-.6 -.4 -.6 -.7 -.9 -.1", ".2 .1 -.2 -.1 -.2 .2"})
    CHECK(charged_in("keywords", std::string("received = .2 .1 -.2 -.1 -.2 .2\n"
                                             "received_from_others = ") +
                                     others) == "received ");
  // A group of a quarter of a head, and 13 divided by it.
  CHECK(charged_in("gqa-shapes", "group_size = 0.25\nkv_head = 52") == "group_size ");
}

TEST_CASE("check: what follows from one's own formulas, masks and powers is not charged") {
  // One head throughout: its biases are as narrow.
  CHECK(charged_in("mha-parameters",
                   "per_projection = 32768\nwithout_biases = 131072\n"
                   "with_biases = 131328") == "per_projection ");
  // Formulas that meet at 0, or before it.
  CHECK(charged_in("attention-cost", "lstm = 4*n*d^2\ncrossover = 0\ncrossover_here = 0") ==
        "lstm ");
  CHECK(charged_in("attention-cost", "lstm = 2*n*d^2\ncrossover = -d") == "lstm ");
  // What the literal reading hides is asked of the sentence, and not of the mask that was written.
  CHECK(charged_in("half-mask",
                   "mask = 00000; 00000; 00000; 11100; 11100\n"
                   "reading = literal\nblind = 5") == "mask blind ");
  CHECK(charged_in("half-mask",
                   "mask = 10000; 11000; 11100; 11110; 11110\n"
                   "reading = causal\nblind = 1") == "mask blind ");
  // The powers of a rounded e, squared.
  CHECK(charged_in("softmax-by-hand",
                   "exponentials = 2.7 7.29 19.68\n"
                   "doubled_weights = 0.016 0.119 0.865") == "exponentials ");
}

TEST_CASE("check: zeros, ties and constants earn nothing") {
  CHECK(charged_in("softmax-by-hand",
                   "exponentials = -1 0 1\nweights = 9 9 9\nshifted_weights = 4 4 4") ==
        "exponentials weights shifted_weights ");  // nothing is a share of a sum of 0
  CHECK(charged_in("keywords", "received = 5 1 1 1 1 1\nranking = the, mat, cat") ==
        "received ranking ");
  CHECK(charged_in("keywords", "received = 1 1 1 1 1 0\nranking = the, sat, on") ==
        "received ranking ");
  CHECK(charged_in("why-sqrt-dk",
                   "product_variance = 0\nscore_variance = 0\nscore_deviation = 0\n"
                   "divisor = 0\nvariance_if_divided_by_d_k = 0") ==
        "product_variance score_variance score_deviation divisor variance_if_divided_by_d_k ");
  CHECK(charged_in("attention-cost", "total = 1\norder = O(1)") == "total order ");
  CHECK(charged_in("without-a-head", "kl = 0 0\nmatters = A") == "kl matters ");
  CHECK(charged_in("without-a-head", "change = -0.765 -0.023\nmatters = A") == "change ");
  // A known mistake gives the zeros, and explains these alone.
  CHECK(charged_in("masked-attention",
                   "mask = 0000; 0000; 0000; 0000\nweights = 0 0 0 0; 0 0 0 0; 0 0 0 0; 0 0 0 0\n"
                   "output = 0 0; 0 0; 0 0; 0 0") == "mask weights output ");
  CHECK(charged_in("measure-a-head",
                   "previous = 0\nprevious_times = 0\ninduction = 0\ninduction_times = 0") ==
        "previous previous_times induction induction_times ");
  for (const char* row : {"0 0 0 0", "0.2 0.2 0.2 0.2"})
    CHECK(charged_in("which-head", std::string("back = ") + row + "\nback_head = A") ==
          "back back_head ");
}

TEST_CASE("check: nothing follows in a sheet of zeros") {
  std::string faults;
  for (const Worksheet& worksheet : course_worksheets()) {
    Worksheet right = worksheet.following();
    std::map<std::string, HandedIn> sheet;
    for (const Field& field : worksheet.exercise().fields) sheet[field.name] = zeros(field, right);
    for (const FieldResult& result : judged_whole(worksheet, Digits::all, sheet))
      if (result.verdict == FieldVerdict::follows)
        faults += named(worksheet) + result.field->name + " follows of " +
                  result.follows_of.front() + "\n";
  }
  CHECK(faults == "");
}

TEST_CASE("check: numbers follow from the same number everywhere") {
  CHECK(charged_in("softmax-by-hand",
                   "exponentials = 1 1 1\ntotal = 3\nweights = 0.333 0.333 0.333") ==
        "exponentials ");
  CHECK(charged_in("softmax-by-hand",
                   "weights = 0.333 0.333 0.333\nshifted_weights = 0.333 0.333 0.333") ==
        "weights ");
  CHECK(charged_in("rope-rotation", "rotated_query = 1 1\nrotated_key = 1 2\nscore = 3") ==
        "rotated_query rotated_key ");
  CHECK(charged_in("adam-step", "v = 1 1\nv_corrected = 7.011 7.011") == "v ");
}

TEST_CASE("check: a list of what leads, and of ties below it in any order, follows") {
  for (const char* list : {"The, cat, sat", "The, sat, cat", "The, on, the"})
    CHECK(charged_in("keywords", std::string("received = 2 1 1 1 1 0\nranking = ") + list) ==
          "received ");
  for (const char* list : {"cat, The, sat", "The, cat, mat"})
    CHECK(charged_in("keywords", std::string("received = 2 1 1 1 1 0\nranking = ") + list) ==
          "received ranking ");
}

TEST_CASE("check: a mask without ones, or without zeros, is of neither reading") {
  for (const char* mask :
       {"00000; 00000; 00000; 00000; 00000", "11111; 11111; 11111; 11111; 11111"})
    CHECK(charged_in("half-mask", std::string("mask = ") + mask + "\nreading = literal") ==
          "mask reading ");
}

TEST_CASE("check: which rows change follows from the learner's mask") {
  // Every word sees the last one, or nobody sees anything.
  CHECK(charged_in("masked-attention", "mask = 1111; 1111; 1111; 1111\nchanged = b") == "mask ");
  CHECK(charged_in("masked-attention", "mask = 0000; 0000; 0000; 0000\nchanged = c") == "mask ");
  CHECK(charged_in("masked-attention", "mask = 1000; 1100; 1110; 1111\nchanged = b") == "changed ");
  CHECK(charged_in("masked-attention", "mask = 0000; 1000; 1100; 1110\nchanged = b") ==
        "mask changed ");
}

TEST_CASE("check: an option follows from the answers that it compares") {
  // The head with the largest weight on one's own key, and the one that is left.
  for (const char* sheet :
       {"followed_key = 6\nfollowed_head = C\nfollowed_weight = 0.72",
        "followed_key = 4\nfollowed_head = B", "followed_key = 7\nfollowed_head = A"})
    CHECK(charged_in("which-head", sheet) == "followed_key ");
  CHECK(charged_in("which-head", "followed_key = 6\nfollowed_head = A") ==
        "followed_key followed_head ");
  CHECK(charged_in("which-head", "followed_key = 8\nfollowed_head = A") ==
        "followed_key followed_head ");  // which nobody sees
  CHECK(charged_in("which-head",
                   "back_head = C\nfollowed_head = D\nreferent_head = B\nuntrained_head = A") ==
        "referent_head ");
  CHECK(charged_in("which-head",
                   "back_head = C\nfollowed_head = C\nreferent_head = B\nuntrained_head = A") ==
        "followed_head referent_head untrained_head ");  // two are left
  // One's own costs, and one's own accuracy without a model.
  CHECK(charged_in("attention-cost", "scores = n^2*d^2\ndominant = b") == "scores ");
  CHECK(charged_in("attention-cost", "scores = n*d\ndominant = b") == "scores dominant ");
  CHECK(charged_in("chance-level", "majority_accuracy = 0.5\nbelow_majority = a") ==
        "majority_accuracy ");
  CHECK(charged_in("chance-level", "majority_accuracy = 0.9\nbelow_majority = a") ==
        "majority_accuracy below_majority ");
}

TEST_CASE("check: a first half of another length, and one's own weight, are gone on from") {
  CHECK(charged_in("half-mask",
                   "mask = 11111; 11111; 11000; 11000; 11000\nreading = literal\n"
                   "open_cells = 16\nblind = 3") == "mask ");
  CHECK(charged_in("half-mask",
                   "mask = 11111; 11111; 11111; 11111; 11110\nreading = literal\n"
                   "open_cells = 24\nblind = 1") == "mask ");
  CHECK(charged_in("half-mask",
                   "mask = 11111; 11111; 11000; 11000; 11000\nreading = literal\n"
                   "open_cells = 16\nblind = 1") == "mask blind ");
  // What is left is shared out among the others, or they keep theirs.
  for (const char* sheet : {"first_weight = 0.6\nsoft = 23", "first_weight = 0.5\nsoft = 26.25",
                            "first_weight = 0.333\nsoft = 31.7",
                            "first_weight = 0.818\nsoft = 15.9", "first_weight = 0.6\nsoft = 26.1"})
    CHECK(charged_in("recap-uses", sheet) == "first_weight ");
  CHECK(charged_in("recap-uses", "first_weight = 0.6\nsoft = 40") == "first_weight soft ");
}

TEST_CASE("check: zeros that are meant are gone on from") {
  CHECK(charged_in("measure-a-head", "induction = 0.00\nhabit = c") == "induction ");
  CHECK(charged_in("measure-a-head", "induction = 0.00\nhabit = a") == "induction habit ");
  CHECK(charged_in("measure-a-head", "previous_even = 0.236\ninduction = 0\ninduction_times = 0") ==
        "previous_even induction ");
  CHECK(charged_in("fully-masked-row", "filled_weights = 0 0 0\nfilled_output = 0 0") ==
        "filled_weights ");
  CHECK(charged_in("fully-masked-row",
                   "weights = 0 0 0; 0 0 0; 0 0 0\nfilled_weights = 0 0 0\nfilled_output = 0 0") ==
        "weights filled_weights filled_output ");
}

TEST_CASE("check: an output of weights with two decimals is right without them") {
  CHECK(charged_in("masked-attention", "output = 1.0 0.0; 0.4 1.2; 1.3 0.8; 1.1 1.4").empty());
  CHECK(charged_in("masked-attention", "output = 1.0 0.0; 0.4 1.2; 1.3 0.8; 1.1 1.3") == "output ");
}

TEST_CASE("check: a slip that is copied is charged once") {
  // The same mean twice, and a row of weights in the masked ones.
  CHECK(charged_in("permutation-equivariance",
                   "pooled_before = 1.38 -0.04\npooled_after = 1.38 -0.04") == "pooled_before ");
  CHECK(charged_in("attention-by-hand",
                   "weights = 0.4 0.2 0.4; 0.2 0.4 0.4; 0.28 0.28 0.44\n"
                   "causal_weights = 1 0 0; 0.33 0.67 0; 0.28 0.28 0.44") == "weights ");
}

TEST_CASE("check: what follows with a rounded π, or without a turn, is not charged") {
  // The index of a pair counted from 1, and π = 3.14.
  CHECK(charged_in("posenc-periods", "slowest_pair = 256\nslowest_period = 62800") ==
        "slowest_pair ");
  // A key that is never turned.
  CHECK(charged_in("rope-rotation",
                   "rotated_key = 1 1\nscore = 2.14\nshifted_score = -2.82\n"
                   "depends_on = c") == "rotated_key ");
  // The angle clockwise, and the key as well.
  CHECK(charged_in("rope-rotation",
                   "query_angle = -1.5\nrotated_query = 0.141 -1.995\n"
                   "rotated_key = 1.357 0.398") == "query_angle ");
}

}  // namespace
