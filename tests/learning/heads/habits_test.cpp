#include "learning/heads/habits.hpp"

#include <cstdint>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/catch.hpp"

using namespace attn;

namespace {

// <s> the cat heard the dog because it barked .
const std::vector<std::uint32_t> kIds{1, 2, 3, 4, 2, 5, 6, 7, 8, 9};
const Referent kReferent{.pronoun = 7, .antecedent = 5, .other = 2};

// A head that puts `share` of each query's weight on one key and the rest on <s>.
template <class KeyOf>
HeadOverSentence head_that_looks_at(KeyOf key_of, double share = 1.0) {
  const arma::uword n = kIds.size();
  arma::mat W(n, n, arma::fill::zeros);
  for (arma::uword i = 0; i < n; ++i) {
    W(i, key_of(i)) += share;
    W(i, 0) += 1.0 - share;
  }
  return {.weights = W, .ids = kIds, .referent = kReferent};
}

arma::uword one_back(arma::uword i) { return i == 0 ? 0 : i - 1; }
arma::uword itself(arma::uword i) { return i; }
arma::uword the_first(arma::uword) { return 0; }
// "the" came at 1, and "cat" followed.
arma::uword what_followed(arma::uword i) { return i == 4 ? 2 : 0; }
arma::uword the_dog(arma::uword i) { return i == 7 ? 5 : 0; }
arma::uword the_dog_later(arma::uword i) { return i == 8 ? 5 : 0; }
arma::uword the_cat(arma::uword i) { return i == 7 ? 2 : 0; }

Habit habit_in(const HeadOverSentence& head) {
  return habit_of(sentence_measures(head, ReferentQuery::pronoun));
}

// Measures of a single row.
HeadMeasures one_measure(Habit habit, double mean, double even = 0.1) {
  HeadMeasures measures;
  measures[habit] = {.weight = mean, .even = even, .n_rows = 1};
  return measures;
}

}  // namespace

TEST_CASE("habit_of: a head that does one thing is told by it", "[learning][habits]") {
  CHECK(habit_in(head_that_looks_at(one_back)) == Habit::previous);
  CHECK(habit_in(head_that_looks_at(itself)) == Habit::self);
  CHECK(habit_in(head_that_looks_at(the_first)) == Habit::first);
  CHECK(habit_in(head_that_looks_at(what_followed)) == Habit::induction);
  CHECK(habit_in(head_that_looks_at(the_dog)) == Habit::referent);
  // It rests on the first word wherever it has nothing to do; half of that is nothing.
  CHECK(habit_in(head_that_looks_at(the_cat)) == Habit::first);
  const HeadOverSentence even{
      .weights = even_attention(kIds.size(), Sight::causal), .ids = kIds, .referent = kReferent};
  CHECK(habit_in(even) == Habit::none);
}

TEST_CASE("sentence_measures: the numbers of a head", "[learning][habits]") {
  const HeadMeasures measures =
      sentence_measures(head_that_looks_at(one_back, 0.7), ReferentQuery::pronoun);
  CHECK(measures[Habit::previous].n_rows == 9);
  // All of the second word's weight is on <s>, which is one back; of the others' it is 0.7.
  CHECK(measures[Habit::previous].mean() == Approx((1 + 8 * 0.7) / 9));
  CHECK(measures[Habit::first].mean() == Approx((1 + 8 * 0.3) / 9));
  CHECK(measures[Habit::self].mean() == 0.0);
  double even = 0.0;
  for (int i = 1; i < 10; ++i) even += 1.0 / (i + 1) / 9;
  for (const Habit habit : {Habit::previous, Habit::self, Habit::first})
    CHECK(measures[habit].even_mean() == Approx(even));
  CHECK(measures[Habit::induction].n_rows == 1);
  CHECK(measures[Habit::induction].even_mean() == Approx(1.0 / 5));
  CHECK(measures[Habit::referent].n_rows == 1);
  CHECK(measures[Habit::referent].even_mean() == Approx(1.0 / 8));
  CHECK(measures.choice.n_rows == 1);
  // What a language model is not asked to do is not measured.
  for (const Habit habit : {Habit::recall, Habit::copy, Habit::reverse, Habit::sort})
    CHECK(measures[habit].n_rows == 0);
}

TEST_CASE("sentence_measures: a sentence without a pronoun has no referent", "[learning][habits]") {
  HeadOverSentence head = head_that_looks_at(one_back);
  head.referent.reset();
  const HeadMeasures measures = sentence_measures(head, ReferentQuery::pronoun);
  CHECK(measures[Habit::referent].n_rows == 0);
  CHECK(measures.choice.n_rows == 0);
}

TEST_CASE("sentence_measures: many sentences are the sum of each", "[learning][habits]") {
  const HeadOverSentence one = head_that_looks_at(the_dog), other = head_that_looks_at(the_cat);
  const HeadMeasures sum = sentence_measures(std::vector<HeadOverSentence>{one, other, one, one},
                                             ReferentQuery::pronoun);
  CHECK(sum[Habit::referent].n_rows == 4);
  CHECK(sum[Habit::referent].mean() == 0.75);
  CHECK(sum.choice.mean() == 0.75);
  CHECK(habit_of(sum) == Habit::first);  // three in four are no choice yet: it takes four in five
}

TEST_CASE("sentence_measures: an id for each row", "[learning][habits]") {
  CHECK_THROWS_AS(
      sentence_measures({.weights = arma::eye(3, 3), .ids = {1, 2}}, ReferentQuery::pronoun),
      std::invalid_argument);
}

TEST_CASE("referent_query: where the noun gets more", "[learning][habits]") {
  CHECK(referent_query({head_that_looks_at(the_dog)}) == ReferentQuery::pronoun);
  CHECK(referent_query({head_that_looks_at(the_dog_later)}) == ReferentQuery::next);
  CHECK(referent_query({}) == ReferentQuery::pronoun);
  CHECK(habit_of(sentence_measures(head_that_looks_at(the_dog_later), ReferentQuery::next)) ==
        Habit::referent);
}

TEST_CASE("has_habit: from its threshold on", "[learning][habits]") {
  for (const Habit habit :
       {Habit::previous, Habit::self, Habit::first, Habit::recall, Habit::sort}) {
    CHECK(has_habit(one_measure(habit, 0.5), habit));
    CHECK_FALSE(has_habit(one_measure(habit, 0.499), habit));
  }
  for (const Habit habit : {Habit::copy, Habit::reverse}) {
    CHECK(has_habit(one_measure(habit, 0.8), habit));
    CHECK_FALSE(has_habit(one_measure(habit, 0.799), habit));
  }
  CHECK_FALSE(has_habit({}, Habit::previous));
  CHECK_FALSE(has_habit(one_measure(Habit::previous, 1.0), Habit::self));
  CHECK_FALSE(has_habit(one_measure(Habit::previous, 1.0), Habit::none));
}

TEST_CASE("has_habit: induction is three times what even attention gives", "[learning][habits]") {
  CHECK(has_habit(one_measure(Habit::induction, 0.4, 0.13), Habit::induction));
  CHECK_FALSE(has_habit(one_measure(Habit::induction, 0.399, 0.1), Habit::induction));
  CHECK_FALSE(has_habit(one_measure(Habit::induction, 0.5, 0.2), Habit::induction));
}

TEST_CASE("has_habit: a referent is chosen, too", "[learning][habits]") {
  HeadMeasures measures = one_measure(Habit::referent, 0.4);
  CHECK_FALSE(has_habit(measures, Habit::referent));  // there was no choice
  measures.choice = {.weight = 8, .even = 5, .n_rows = 10};
  CHECK(has_habit(measures, Habit::referent));
  measures.choice.weight = 7.5;
  CHECK_FALSE(has_habit(measures, Habit::referent));
  measures.choice.weight = 10;
  measures[Habit::referent].weight = 0.39;
  CHECK_FALSE(has_habit(measures, Habit::referent));
}

TEST_CASE("habits_of: all that a head does, the more particular first", "[learning][habits]") {
  HeadMeasures measures = one_measure(Habit::previous, 0.6);
  measures[Habit::induction] = {.weight = 0.5, .even = 0.1, .n_rows = 1};
  CHECK(habits_of(measures) == std::vector<Habit>{Habit::induction, Habit::previous});
  CHECK(habit_of(measures) == Habit::induction);
  CHECK(habits_of({}) == std::vector<Habit>{Habit::none});
}

TEST_CASE("sentence_measures: where it is known what can be guessed, habits are asked for there",
          "[learning][habits]") {
  // <s> Mia Reed met Tom . Mia Reed: the name comes again at 6, and 7 is to be guessed.
  const std::vector<std::uint32_t> ids{1, 2, 3, 4, 5, 6, 2, 3};
  arma::mat W(8, 8, arma::fill::zeros);
  W.col(0).ones();
  for (const arma::uword half : {2, 7}) W.row(half) = arma::rowvec(8, arma::fill::zeros);
  W(2, 1) = W(7, 6) = 1;  // looks one back where a second half stands, and rests elsewhere
  W(6, 0) = 0.25;
  W(6, 2) = 0.75;  // after the first half: what followed it
  HeadOverSentence head{.weights = W, .ids = ids};
  head.determined = {{Determined::name, 7}};
  HeadMeasures measures = sentence_measures(head, ReferentQuery::pronoun);
  CHECK(measures[Habit::previous].n_rows == 2);
  CHECK(measures[Habit::previous].mean() == 1.0);
  CHECK(measures[Habit::induction].n_rows == 1);
  CHECK(measures[Habit::induction].mean() == 0.75);
  head.determined.reset();
  measures = sentence_measures(head, ReferentQuery::pronoun);
  CHECK(measures[Habit::previous].n_rows == 7);
  CHECK(measures[Habit::induction].n_rows == 2);
}

TEST_CASE("sentence_measures: a pronoun that its number tells asks for no noun",
          "[learning][habits]") {
  HeadOverSentence head = head_that_looks_at(the_dog);
  head.referent->numbers_differ = true;
  CHECK(sentence_measures(head, ReferentQuery::pronoun)[Habit::referent].n_rows == 1);
  head.determined.emplace();
  CHECK(sentence_measures(head, ReferentQuery::pronoun)[Habit::referent].n_rows == 0);
}

TEST_CASE("remark_of: a text for each habit, and no two alike", "[learning][habits]") {
  CHECK(remark_of(Habit::previous) == "looks one back");
  CHECK(remark_of(Habit::self) == "looks at itself");
  CHECK(remark_of(Habit::first) == "looks at the first");
  CHECK(remark_of(Habit::induction) == "repeats what followed last time");
  CHECK(remark_of(Habit::referent) == "finds what \"it\" stands for");
  CHECK(remark_of(Habit::none) == "no plain pattern");
  std::set<std::string> remarks;
  for (const Named<Habit>& row : kHabits) remarks.insert(remark_of(row.value));
  CHECK(remarks.size() == std::size(kHabits));
}
