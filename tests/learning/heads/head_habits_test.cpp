#include "core/attention.hpp"
#include "data/random/random.hpp"
#include "learning/heads/heads.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

TEST_CASE("previous_keys, self_keys, first_keys: the first query has no choice") {
  CHECK(previous_keys(4) == KeyRule{{1, {0}}, {2, {1}}, {3, {2}}});
  CHECK(self_keys(4) == KeyRule{{1, {1}}, {2, {2}}, {3, {3}}});
  CHECK(first_keys(4) == KeyRule{{1, {0}}, {2, {0}}, {3, {0}}});
  CHECK(previous_keys(1).empty());
  CHECK(first_keys(0).empty());
}

TEST_CASE("induction_keys: what followed when the token came before") {
  // 5 came at 1, and 6 followed at 2; 7 came at 0, and 5 followed at 1.
  CHECK(induction_keys({7, 5, 6, 5, 7}) == KeyRule{{3, {2}}, {4, {1}}});
  // It came twice: both places count. What follows it may be the query itself.
  CHECK(induction_keys({5, 5, 5}) == KeyRule{{1, {1}}, {2, {1, 2}}});
  CHECK(induction_keys({1, 2, 3}).empty());
  CHECK(induction_keys({}).empty());
}

TEST_CASE("recall_keys: the values of the same key, asked at keys alone") {
  // keys 1 2 1 2, values 9 8 9: induction would also ask what followed the value 9.
  const std::vector<std::uint32_t> stream{1, 9, 2, 8, 1, 9, 2};
  CHECK(recall_keys(stream) == KeyRule{{4, {1}}, {6, {3}}});
  CHECK(induction_keys(stream) == KeyRule{{4, {1}}, {5, {2}}, {6, {3}}});
  // A key that came three times has two values before the third.
  CHECK(recall_keys({1, 9, 1, 9, 1}) == KeyRule{{2, {1}}, {4, {1, 3}}});
}

TEST_CASE("recall_keys: the rows of induction at even places, where no value is a key") {
  Random random(3);
  for (int round = 0; round < 50; ++round) {
    std::vector<std::uint32_t> ids;
    for (std::uint32_t i = 0; i < 21; ++i) ids.push_back(random.below(4) + (i % 2) * 10);
    KeyRule at_keys;
    for (const NamedKeys& named : induction_keys(ids))
      if (named.query % 2 == 0) at_keys.push_back(named);
    CHECK(recall_keys(ids) == at_keys);
  }
}

TEST_CASE("queries_that_guess: the rows right before such a word") {
  // <s> Mia Reed met Tom Hill . Tom Hill: 7 guesses the name at 8.
  const KeyRule rule = induction_keys({1, 2, 3, 4, 5, 6, 7, 5, 6});
  CHECK(rule == KeyRule{{7, {5}}, {8, {6}}});
  const std::vector<DeterminedPlace> determined{{Determined::name, 8}, {Determined::person, 9}};
  CHECK(queries_that_guess(rule, Determined::name, determined) == KeyRule{{7, {5}}});
  CHECK(queries_that_guess(rule, Determined::person, determined) == KeyRule{{8, {6}}});
  CHECK(queries_that_guess(rule, Determined::verb, determined).empty());
  CHECK(queries_that_guess(rule, Determined::name, {{Determined::name, 7}}).empty());
}

TEST_CASE("queries_in_names: second halves of names, each time they come") {
  // <s> Mia Reed met Tom Hill . Tom Hill: Hill stands at 5 and 8, and 8 can be guessed.
  const std::vector<std::uint32_t> ids{1, 2, 3, 4, 5, 6, 7, 5, 6};
  const std::vector<DeterminedPlace> determined{{Determined::name, 8}, {Determined::person, 3}};
  CHECK(queries_in_names(previous_keys(9), ids, determined) == KeyRule{{5, {4}}, {8, {7}}});
  CHECK(queries_in_names(previous_keys(9), ids, {}).empty());
}

TEST_CASE("referent_keys: the noun, from the pronoun or from the word after it") {
  const Referent referent{.pronoun = 7, .antecedent = 5, .other = 2};
  CHECK(referent_keys(10, referent, ReferentQuery::pronoun) == KeyRule{{7, {5}}});
  CHECK(referent_keys(10, referent, ReferentQuery::next) == KeyRule{{8, {5}}});
  CHECK(referent_keys(8, referent, ReferentQuery::pronoun) == KeyRule{{7, {5}}});
  CHECK(referent_keys(8, referent, ReferentQuery::next).empty());
}

TEST_CASE("copy_keys, reverse_keys: the diagonal and the other one") {
  CHECK(copy_keys(3) == KeyRule{{0, {0}}, {1, {1}}, {2, {2}}});
  CHECK(reverse_keys(3) == KeyRule{{0, {2}}, {1, {1}}, {2, {0}}});
}

TEST_CASE("sort_keys: where the value that is due stands, at all its places") {
  // In order: 0 1 3 3.
  CHECK(sort_keys({3, 1, 3, 0}) == KeyRule{{0, {3}}, {1, {1}}, {2, {0, 2}}, {3, {0, 2}}});
  CHECK(sort_keys({0, 1, 2}) == copy_keys(3));
  CHECK(sort_keys({2, 1, 0}) == reverse_keys(3));
}

namespace {

// Causal weights whose sums are easy by hand.
const arma::mat kWeights{{1, 0, 0}, {0.25, 0.75, 0}, {0.5, 0.2, 0.3}};

TEST_CASE("even_attention: the same for every key that is seen") {
  CHECK(difference(even_attention(3, Sight::causal),
                   {{1, 0, 0}, {0.5, 0.5, 0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}}) == "");
  CHECK(difference(even_attention(4, Sight::all), arma::mat(4, 4).fill(0.25)) == "");
  CHECK(even_attention(0, Sight::causal).is_empty());
}

TEST_CASE("head_measure: means over the queries of a rule") {
  const HeadMeasure previous = head_measure(kWeights, previous_keys(3));
  CHECK(previous.n_rows == 2);
  CHECK(previous.mean() == Approx((0.25 + 0.2) / 2));
  CHECK(previous.even_mean() == Approx((1.0 / 2 + 1.0 / 3) / 2));
  CHECK(head_measure(kWeights, self_keys(3)).mean() == Approx((0.75 + 0.3) / 2));
  CHECK(head_measure(kWeights, first_keys(3)).mean() == Approx((0.25 + 0.5) / 2));
  CHECK(head_measure(kWeights, copy_keys(3), Sight::all).mean() == Approx((1 + 0.75 + 0.3) / 3));
  // antidiagonal 0, 0.75, 0.5
  CHECK(head_measure(kWeights, reverse_keys(3), Sight::all).mean() == Approx(1.25 / 3));
  // 2 1 2 sorted is 1 2 2: W(0, 1) + [W(1, 0) + W(1, 2)] + [W(2, 0) + W(2, 2)] = 0 + 0.25 + 0.8
  const HeadMeasure sort = head_measure(kWeights, sort_keys({2, 1, 2}), Sight::all);
  CHECK(sort.mean() == Approx(1.05 / 3));
  CHECK(sort.even_mean() == Approx((1.0 + 2.0 + 2.0) / 9));
}

TEST_CASE("head_measure: weights on several keys of a query add up") {
  // ids 4 4 4: query 1 looks at 1, query 2 at 1 and 2.
  const HeadMeasure induction = head_measure(kWeights, induction_keys({4, 4, 4}));
  CHECK(induction.n_rows == 2);
  CHECK(induction.mean() == Approx((0.75 + 0.2 + 0.3) / 2));
  CHECK(induction.even_mean() == Approx((1.0 / 2 + 2.0 / 3) / 2));
}

TEST_CASE("head_measure: no queries, no mean") {
  const HeadMeasure none = head_measure(kWeights, induction_keys({1, 2, 3}));
  CHECK(none.n_rows == 0);
  CHECK(none.mean() == 0.0);
  CHECK(none.even_mean() == 0.0);
}

TEST_CASE("head_measure: sequences of different lengths are weighed by their queries") {
  HeadMeasure sum = head_measure(kWeights, previous_keys(3));
  sum += head_measure({{1, 0}, {1, 0}}, previous_keys(2));
  CHECK(sum.n_rows == 3);
  CHECK(sum.mean() == Approx((0.25 + 0.2 + 1) / 3));
  CHECK(sum.even_mean() == Approx((1.0 / 2 + 1.0 / 3 + 1.0 / 2) / 3));
}

TEST_CASE("head_measure: even attention measures what stands beside it") {
  const std::vector<std::uint32_t> ids{3, 1, 3, 2, 1, 3, 3};
  const arma::uword n = ids.size();
  for (const Sight sight : {Sight::causal, Sight::all})
    for (const KeyRule& rule : {previous_keys(n), self_keys(n), first_keys(n), induction_keys(ids),
                                recall_keys(ids), copy_keys(n), reverse_keys(n), sort_keys(ids)}) {
      const HeadMeasure measure = head_measure(even_attention(n, sight), rule, sight);
      CHECK(measure.mean() == Approx(measure.even_mean()));
      // Without a mask it is the share of the keys; under one, of those that are seen.
      double expected = 0.0;
      for (const NamedKeys& named : rule)
        for (const arma::uword key : named.keys)
          if (sight == Sight::all)
            expected += 1.0 / static_cast<double>(n);
          else if (key <= named.query)
            expected += 1.0 / static_cast<double>(named.query + 1);
      CHECK(measure.even == Approx(expected));
    }
}

TEST_CASE("head_measure: agrees with loops over all triples") {
  std::mt19937 draws(31);
  for (int round = 0; round < 20; ++round) {
    const arma::mat W = softmax_rows(random_matrix(draws, 12, 12) * 3.0);
    std::vector<std::uint32_t> ids(12);
    for (std::uint32_t& id : ids) id = static_cast<std::uint32_t>(draws() % 5);
    double sum = 0.0;
    arma::uword n_rows = 0;
    for (arma::uword i = 0; i < 12; ++i) {
      bool has_key = false;
      for (arma::uword before = 0; before < i; ++before) {
        if (ids[before] != ids[i]) continue;
        sum += W(i, before + 1);
        has_key = true;
      }
      n_rows += has_key;
    }
    const HeadMeasure induction = head_measure(W, induction_keys(ids));
    CHECK(induction.weight == Approx(sum));
    CHECK(induction.n_rows == n_rows);
  }
}

TEST_CASE("head_measure: what does not fit is refused") {
  CHECK_THROWS_AS(head_measure(arma::mat(2, 3), {}), std::invalid_argument);
  CHECK_THROWS_AS(head_measure(kWeights, previous_keys(4)), std::invalid_argument);
  CHECK_THROWS_AS(head_measure(kWeights, {{0, {3}}}), std::invalid_argument);
}

TEST_CASE("referent_choice: which of two nouns gets more") {
  const arma::mat W{{1, 0, 0, 0}, {0.5, 0.5, 0, 0}, {0.3, 0.5, 0.2, 0}, {0.4, 0.4, 0.1, 0.1}};
  const Referent referent{.pronoun = 2, .antecedent = 1, .other = 0};
  const HeadMeasure chosen = referent_choice(W, referent, ReferentQuery::pronoun);
  CHECK(chosen.n_rows == 1);
  CHECK(chosen.mean() == 1.0);
  CHECK(chosen.even_mean() == 0.5);
  const Referent swapped{.pronoun = 2, .antecedent = 0, .other = 1};
  CHECK(referent_choice(W, swapped, ReferentQuery::pronoun).mean() == 0.0);
  // 0.4 and 0.4
  CHECK(referent_choice(W, referent, ReferentQuery::next).mean() == 0.5);
  CHECK(referent_choice(even_attention(4, Sight::causal), referent, ReferentQuery::next).mean() ==
        0.5);
}

TEST_CASE("referent_choice: no row without a choice") {
  CHECK(referent_choice(kWeights, {.pronoun = 2, .antecedent = 1}, ReferentQuery::pronoun).n_rows ==
        0);
  CHECK(referent_choice(kWeights, {.pronoun = 2, .antecedent = 1, .other = 0}, ReferentQuery::next)
            .n_rows == 0);
  CHECK_THROWS_AS(referent_choice(kWeights, {.pronoun = 2, .antecedent = 1, .other = 3},
                                  ReferentQuery::pronoun),
                  std::invalid_argument);
}

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

TEST_CASE("habit_of: a head that does one thing is told by it") {
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

TEST_CASE("sentence_measures: the numbers of a head") {
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

TEST_CASE("sentence_measures: a sentence without a pronoun has no referent") {
  HeadOverSentence head = head_that_looks_at(one_back);
  head.referent.reset();
  const HeadMeasures measures = sentence_measures(head, ReferentQuery::pronoun);
  CHECK(measures[Habit::referent].n_rows == 0);
  CHECK(measures.choice.n_rows == 0);
}

TEST_CASE("sentence_measures: many sentences are the sum of each") {
  const HeadOverSentence one = head_that_looks_at(the_dog), other = head_that_looks_at(the_cat);
  const HeadMeasures sum = sentence_measures(std::vector<HeadOverSentence>{one, other, one, one},
                                             ReferentQuery::pronoun);
  CHECK(sum[Habit::referent].n_rows == 4);
  CHECK(sum[Habit::referent].mean() == 0.75);
  CHECK(sum.choice.mean() == 0.75);
  CHECK(habit_of(sum) == Habit::first);  // three in four are no choice yet: it takes four in five
}

TEST_CASE("sentence_measures: an id for each row") {
  CHECK_THROWS_AS(
      sentence_measures({.weights = arma::eye(3, 3), .ids = {1, 2}}, ReferentQuery::pronoun),
      std::invalid_argument);
}

TEST_CASE("referent_query: where the noun gets more") {
  CHECK(referent_query({head_that_looks_at(the_dog)}) == ReferentQuery::pronoun);
  CHECK(referent_query({head_that_looks_at(the_dog_later)}) == ReferentQuery::next);
  CHECK(referent_query({}) == ReferentQuery::pronoun);
  CHECK(habit_of(sentence_measures(head_that_looks_at(the_dog_later), ReferentQuery::next)) ==
        Habit::referent);
}

TEST_CASE("has_habit: from its threshold on") {
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

TEST_CASE("has_habit: induction is three times what even attention gives") {
  CHECK(has_habit(one_measure(Habit::induction, 0.4, 0.13), Habit::induction));
  CHECK_FALSE(has_habit(one_measure(Habit::induction, 0.399, 0.1), Habit::induction));
  CHECK_FALSE(has_habit(one_measure(Habit::induction, 0.5, 0.2), Habit::induction));
}

TEST_CASE("has_habit: a referent is chosen, too") {
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

TEST_CASE("habits_of: all that a head does, the more particular first") {
  HeadMeasures measures = one_measure(Habit::previous, 0.6);
  measures[Habit::induction] = {.weight = 0.5, .even = 0.1, .n_rows = 1};
  CHECK(habits_of(measures) == std::vector<Habit>{Habit::induction, Habit::previous});
  CHECK(habit_of(measures) == Habit::induction);
  CHECK(habits_of({}) == std::vector<Habit>{Habit::none});
}

TEST_CASE("sentence_measures: where it is known what can be guessed, habits are asked for there") {
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

TEST_CASE("sentence_measures: a pronoun that its number tells asks for no noun") {
  HeadOverSentence head = head_that_looks_at(the_dog);
  head.referent->numbers_differ = true;
  CHECK(sentence_measures(head, ReferentQuery::pronoun)[Habit::referent].n_rows == 1);
  head.determined.emplace();
  CHECK(sentence_measures(head, ReferentQuery::pronoun)[Habit::referent].n_rows == 0);
}

TEST_CASE("remark_of: a text for each habit, and no two alike") {
  CHECK(remark_of(Habit::previous) == "looks one back");
  CHECK(remark_of(Habit::self) == "looks at itself");
  CHECK(remark_of(Habit::first) == "looks at the first");
  CHECK(remark_of(Habit::induction) == "repeats what followed last time");
  CHECK(remark_of(Habit::referent) == "finds what \"it\" stands for");
  CHECK(remark_of(Habit::none) == "no plain pattern");
  std::set<std::string> remarks;
  const std::vector<Habit> habits{Habit::referent, Habit::recall, Habit::induction, Habit::copy,
                                  Habit::reverse,  Habit::sort,   Habit::previous,  Habit::self,
                                  Habit::first,    Habit::none};
  for (const Habit habit : habits) remarks.insert(remark_of(habit));
  CHECK(remarks.size() == habits.size());
}

}  // namespace
