#include "learning/heads/head_measure.hpp"

#include <cstdint>
#include <random>
#include <stdexcept>
#include <vector>

#include "core/attention.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

// Causal weights whose sums are easy by hand.
const arma::mat kWeights{{1, 0, 0}, {0.25, 0.75, 0}, {0.5, 0.2, 0.3}};

}  // namespace

TEST_CASE("even_attention: the same for every key that is seen", "[learning][head_measure]") {
  CHECK(difference(even_attention(3, Sight::causal),
                   {{1, 0, 0}, {0.5, 0.5, 0}, {1.0 / 3, 1.0 / 3, 1.0 / 3}}) == "");
  CHECK(difference(even_attention(4, Sight::all), arma::mat(4, 4).fill(0.25)) == "");
  CHECK(even_attention(0, Sight::causal).is_empty());
}

TEST_CASE("head_measure: means over the queries of a rule", "[learning][head_measure]") {
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

TEST_CASE("head_measure: weights on several keys of a query add up", "[learning][head_measure]") {
  // ids 4 4 4: query 1 looks at 1, query 2 at 1 and 2.
  const HeadMeasure induction = head_measure(kWeights, induction_keys({4, 4, 4}));
  CHECK(induction.n_rows == 2);
  CHECK(induction.mean() == Approx((0.75 + 0.2 + 0.3) / 2));
  CHECK(induction.even_mean() == Approx((1.0 / 2 + 2.0 / 3) / 2));
}

TEST_CASE("head_measure: no queries, no mean", "[learning][head_measure]") {
  const HeadMeasure none = head_measure(kWeights, induction_keys({1, 2, 3}));
  CHECK(none.n_rows == 0);
  CHECK(none.mean() == 0.0);
  CHECK(none.even_mean() == 0.0);
}

TEST_CASE("head_measure: sequences of different lengths are weighed by their queries",
          "[learning][head_measure]") {
  HeadMeasure sum = head_measure(kWeights, previous_keys(3));
  sum += head_measure({{1, 0}, {1, 0}}, previous_keys(2));
  CHECK(sum.n_rows == 3);
  CHECK(sum.mean() == Approx((0.25 + 0.2 + 1) / 3));
  CHECK(sum.even_mean() == Approx((1.0 / 2 + 1.0 / 3 + 1.0 / 2) / 3));
}

TEST_CASE("head_measure: even attention measures what stands beside it",
          "[learning][head_measure][property]") {
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

TEST_CASE("head_measure: agrees with loops over all triples",
          "[learning][head_measure][property]") {
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

TEST_CASE("head_measure: what does not fit is refused", "[learning][head_measure]") {
  CHECK_THROWS_AS(head_measure(arma::mat(2, 3), {}), std::invalid_argument);
  CHECK_THROWS_AS(head_measure(kWeights, previous_keys(4)), std::invalid_argument);
  CHECK_THROWS_AS(head_measure(kWeights, {{0, {3}}}), std::invalid_argument);
}

TEST_CASE("referent_choice: which of two nouns gets more", "[learning][head_measure]") {
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

TEST_CASE("referent_choice: no row without a choice", "[learning][head_measure]") {
  CHECK(referent_choice(kWeights, {.pronoun = 2, .antecedent = 1}, ReferentQuery::pronoun).n_rows ==
        0);
  CHECK(referent_choice(kWeights, {.pronoun = 2, .antecedent = 1, .other = 0}, ReferentQuery::next)
            .n_rows == 0);
  CHECK_THROWS_AS(referent_choice(kWeights, {.pronoun = 2, .antecedent = 1, .other = 3},
                                  ReferentQuery::pronoun),
                  std::invalid_argument);
}
