#include "learning/heads/key_rules.hpp"

#include <cstdint>
#include <vector>

#include "data/random/random.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("previous_keys, self_keys, first_keys: the first query has no choice",
          "[learning][key_rules]") {
  CHECK(previous_keys(4) == KeyRule{{1, {0}}, {2, {1}}, {3, {2}}});
  CHECK(self_keys(4) == KeyRule{{1, {1}}, {2, {2}}, {3, {3}}});
  CHECK(first_keys(4) == KeyRule{{1, {0}}, {2, {0}}, {3, {0}}});
  CHECK(previous_keys(1).empty());
  CHECK(first_keys(0).empty());
}

TEST_CASE("induction_keys: what followed when the token came before", "[learning][key_rules]") {
  // 5 came at 1, and 6 followed at 2; 7 came at 0, and 5 followed at 1.
  CHECK(induction_keys({7, 5, 6, 5, 7}) == KeyRule{{3, {2}}, {4, {1}}});
  // It came twice: both places count. What follows it may be the query itself.
  CHECK(induction_keys({5, 5, 5}) == KeyRule{{1, {1}}, {2, {1, 2}}});
  CHECK(induction_keys({1, 2, 3}).empty());
  CHECK(induction_keys({}).empty());
}

TEST_CASE("recall_keys: the values of the same key, asked at keys alone", "[learning][key_rules]") {
  // keys 1 2 1 2, values 9 8 9: induction would also ask what followed the value 9.
  const std::vector<std::uint32_t> stream{1, 9, 2, 8, 1, 9, 2};
  CHECK(recall_keys(stream) == KeyRule{{4, {1}}, {6, {3}}});
  CHECK(induction_keys(stream) == KeyRule{{4, {1}}, {5, {2}}, {6, {3}}});
  // A key that came three times has two values before the third.
  CHECK(recall_keys({1, 9, 1, 9, 1}) == KeyRule{{2, {1}}, {4, {1, 3}}});
}

TEST_CASE("recall_keys: the rows of induction at even places, where no value is a key",
          "[learning][key_rules][property]") {
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

TEST_CASE("queries_that_guess: the rows right before such a word", "[learning][key_rules]") {
  // <s> Mia Reed met Tom Hill . Tom Hill: 7 guesses the name at 8.
  const KeyRule rule = induction_keys({1, 2, 3, 4, 5, 6, 7, 5, 6});
  CHECK(rule == KeyRule{{7, {5}}, {8, {6}}});
  const std::vector<DeterminedPlace> determined{{Determined::name, 8}, {Determined::person, 9}};
  CHECK(queries_that_guess(rule, Determined::name, determined) == KeyRule{{7, {5}}});
  CHECK(queries_that_guess(rule, Determined::person, determined) == KeyRule{{8, {6}}});
  CHECK(queries_that_guess(rule, Determined::verb, determined).empty());
  CHECK(queries_that_guess(rule, Determined::name, {{Determined::name, 7}}).empty());
}

TEST_CASE("queries_in_names: second halves of names, each time they come",
          "[learning][key_rules]") {
  // <s> Mia Reed met Tom Hill . Tom Hill: Hill stands at 5 and 8, and 8 can be guessed.
  const std::vector<std::uint32_t> ids{1, 2, 3, 4, 5, 6, 7, 5, 6};
  const std::vector<DeterminedPlace> determined{{Determined::name, 8}, {Determined::person, 3}};
  CHECK(queries_in_names(previous_keys(9), ids, determined) == KeyRule{{5, {4}}, {8, {7}}});
  CHECK(queries_in_names(previous_keys(9), ids, {}).empty());
}

TEST_CASE("referent_keys: the noun, from the pronoun or from the word after it",
          "[learning][key_rules]") {
  const Referent referent{.pronoun = 7, .antecedent = 5, .other = 2};
  CHECK(referent_keys(10, referent, ReferentQuery::pronoun) == KeyRule{{7, {5}}});
  CHECK(referent_keys(10, referent, ReferentQuery::next) == KeyRule{{8, {5}}});
  CHECK(referent_keys(8, referent, ReferentQuery::pronoun) == KeyRule{{7, {5}}});
  CHECK(referent_keys(8, referent, ReferentQuery::next).empty());
}

TEST_CASE("copy_keys, reverse_keys: the diagonal and the other one", "[learning][key_rules]") {
  CHECK(copy_keys(3) == KeyRule{{0, {0}}, {1, {1}}, {2, {2}}});
  CHECK(reverse_keys(3) == KeyRule{{0, {2}}, {1, {1}}, {2, {0}}});
}

TEST_CASE("sort_keys: where the value that is due stands, at all its places",
          "[learning][key_rules]") {
  // In order: 0 1 3 3.
  CHECK(sort_keys({3, 1, 3, 0}) == KeyRule{{0, {3}}, {1, {1}}, {2, {0, 2}}, {3, {0, 2}}});
  CHECK(sort_keys({0, 1, 2}) == copy_keys(3));
  CHECK(sort_keys({2, 1, 0}) == reverse_keys(3));
}
