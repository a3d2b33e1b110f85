#include "render/picture/links.hpp"

#include "core/attention.hpp"
#include "render/picture/pictured.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

TEST_CASE("links_of: what exceeds mean and deviation, the largest first", "[render][picture]") {
  // Mean 2, deviation √(12/6) = √2: cells above 3.414.
  Stage stage{.value = {{1, 4, 1}, {1, 1, 4}}, .rows = {"query", {"a", "b"}}};
  stage.cols = {"key", {"x", "y", "z"}};
  const Links links = links_of(stage);
  CHECK(links.mean == Approx(2.0));
  CHECK(links.threshold == Approx(2.0 + std::sqrt(2.0)));
  CHECK(links.n_pairs == 6);
  CHECK_FALSE(links.is_self);
  REQUIRE(links.links.size() == 2);
  CHECK(links.links[0].query == 0);
  CHECK(links.links[0].key == 1);
  CHECK(links.links[1].query == 1);
  CHECK(links.links[1].key == 2);
}

TEST_CASE("links_of: a word's own cell counts for the mean and is no link", "[render][picture]") {
  const Links links = links_of(pronoun_weights());
  CHECK(links.is_self);
  CHECK(links.n_pairs == 110);
  // The squares of all cells: 9 ones, then it and tired.
  const double squares = 9.0 + 0.62 * 0.62 + 0.22 * 0.22 + 0.16 * 0.16 + 2 * 0.25;
  CHECK(links.mean == Approx(1.0 / 11.0));
  CHECK(links.standard_deviation == Approx(std::sqrt(squares / 121.0 - 1.0 / 121.0)));
  REQUIRE(links.links.size() == 2);  // 0.22 is below 0.0909 + 0.2721
  CHECK(links.links[0].value == 0.62);
  CHECK(links.links[1].query == 10);
}

TEST_CASE("links_of: the mean of rows that sum to 1 is 1/n", "[render][picture]") {
  std::mt19937 draws(3);
  for (const arma::uword n : {2U, 7U, 20U}) {
    Stage stage = weights_among(numbered(n), softmax_rows(random_matrix(draws, n, n)));
    CHECK(links_of(stage).mean == Approx(1.0 / static_cast<double>(n)).epsilon(1e-14));
  }
}

TEST_CASE("links_of: cells that are all alike have no links", "[render][picture]") {
  for (const arma::uword n : {3U, 6U, 7U, 11U})
    CHECK(links_of(weights_among(numbered(n),
                                 arma::mat(n, n, arma::fill::value(1.0 / static_cast<double>(n)))))
              .links.empty());
}

TEST_CASE("links_of: one row's alone, by the same threshold", "[render][picture]") {
  const Links all = links_of(pronoun_weights()), one = links_of(pronoun_weights(), 7);
  CHECK(one.threshold == all.threshold);
  CHECK(one.n_pairs == 10);
  REQUIRE(one.links.size() == 1);
  CHECK(one.links[0].key == 1);
}

TEST_CASE("links_of: a blocked cell is no pair", "[render][picture]") {
  Stage stage = weights_among({"a", "b"}, {{1, 0}, {0.4, 0.6}});
  stage.blocked = {{0, 1}, {0, 0}};
  CHECK(links_of(stage).n_pairs == 1);
}

TEST_CASE("distance_of: 6 from it to animal, 2 to street, however it is read",
          "[render][picture]") {
  CHECK(distance_of({7, 1}) == 6);
  CHECK(distance_of({7, 5}) == 2);
  CHECK(distance_of({1, 7}) == 6);
}

TEST_CASE("strongest_link: itself apart, the first of equals", "[render][picture]") {
  const auto link = strongest_link(pronoun_weights(), 7);
  REQUIRE(link);
  CHECK(link->key == 1);
  const Stage equal = weights_among({"a", "b", "c"}, {{0.2, 0.4, 0.4}, {1, 0, 0}, {0, 0, 1}});
  CHECK(strongest_link(equal, 0)->key == 1);
  Stage blocked = weights_among({"a", "b"}, {{1, 0}, {0.4, 0.6}});
  blocked.blocked = {{0, 1}, {0, 0}};
  CHECK_FALSE(strongest_link(blocked, 0));
}

TEST_CASE("is_query_by_key: labels on both sides, and more than yes or no", "[render][picture]") {
  Stage stage = weights_among({"a", "b"}, arma::eye(2, 2));
  CHECK(is_query_by_key(stage));
  stage.rule = Permission{};
  CHECK_FALSE(is_query_by_key(stage));
  stage.rule = Given{};
  stage.cols = {"d_model", {}};
  CHECK_FALSE(is_query_by_key(stage));
}
