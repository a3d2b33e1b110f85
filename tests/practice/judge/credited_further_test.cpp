#include "base/message.hpp"
#include "practice/judge/diagnose.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/rounds.hpp"
#include "support/whole_answer.hpp"

// What follows from an answer that was credited is credited, and a slip that is copied counts once,
// in every exercise that comes with attn.
using namespace attn;

namespace {

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

}  // namespace

TEST_CASE("check: what follows from an answer that was credited is credited",
          "[practice][check][property]") {
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

TEST_CASE("check: a slip that is copied to where the same number stands counts once",
          "[practice][check][property]") {
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
