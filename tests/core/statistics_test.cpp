#include "core/statistics.hpp"

#include "core/attention.hpp"
#include "core/positions.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

namespace {

arma::rowvec row_of(const Statistics& statistics) {
  return {statistics.min, statistics.max, statistics.mean, statistics.standard_deviation,
          static_cast<double>(statistics.n_cells)};
}

}  // namespace

TEST_CASE("statistics_of: four numbers of the cells") {
  // mean (2+4+4+4+5+5+7+9)/8 = 5; squares of the distances 9+1+1+1+0+0+4+16 = 32; √(32/8) = 2
  CHECK(difference(row_of(statistics_of({{2, 4, 4, 4}, {5, 5, 7, 9}})),
                   arma::rowvec{2, 9, 5, 2, 8}) == "");
  CHECK(difference(row_of(statistics_of(arma::vec{-3})), arma::rowvec{-3, -3, -3, 0, 1}) == "");
}

TEST_CASE("statistics_of: describe the finite cells only") {
  CHECK(difference(row_of(statistics_of({{1, -kInfinity}, {kNaN, 3}, {kInfinity, 2}})),
                   arma::rowvec{1, 3, 2, std::sqrt(2.0 / 3), 3}) == "");
  CHECK(difference(row_of(statistics_of({{-kInfinity, kNaN}})), arma::rowvec{0, 0, 0, 0, 0}) == "");
  CHECK(difference(row_of(statistics_of(arma::mat())), arma::rowvec{0, 0, 0, 0, 0}) == "");
}

TEST_CASE("statistics_of: shifting the cells shifts all but the deviation") {
  std::mt19937 draws(21);
  const arma::mat cells = random_matrix(draws, 6, 5);
  // Summing squares in one pass would lose the deviation beside 1e6.
  const arma::rowvec shifted =
      row_of(statistics_of(cells + 1e6)) - arma::rowvec{1e6, 1e6, 1e6, 0, 0};
  CHECK(difference(shifted, row_of(statistics_of(cells)), 1e-9) == "");
}

TEST_CASE("statistics_of: agree with Armadillo") {
  std::mt19937 draws(22);
  const arma::mat cells = random_matrix(draws, 9, 4);
  const arma::vec all = arma::vectorise(cells);
  CHECK(difference(row_of(statistics_of(cells)), arma::rowvec{all.min(), all.max(), arma::mean(all),
                                                              arma::stddev(all, 1), 36}) == "");
}

TEST_CASE("statistics_of: cells of any finite size are fine") {
  // Neither their sum nor their squares fit a double.
  const Statistics huge = statistics_of({{1.5e308, 1.5e308}, {0.5e308, 0.5e308}});
  CHECK(huge.mean / 1e308 == Approx(1.0));
  CHECK(huge.standard_deviation / 1e308 == Approx(0.5));
  // The squares of these are smaller than any double.
  const Statistics tiny = statistics_of({{1e-200, 3e-200}});
  CHECK(tiny.mean / 1e-200 == Approx(2.0));
  CHECK(tiny.standard_deviation / 1e-200 == Approx(1.0));
  CHECK(difference(row_of(statistics_of(arma::zeros(2, 3))), arma::rowvec{0, 0, 0, 0, 6}) == "");
}

TEST_CASE("row_entropies: from nothing to the logarithm of the keys") {
  // A half and two quarters: ½·ln 2 + 2·¼·ln 4 = 1.5·ln 2. 0·ln 0 counts as 0.
  const arma::mat W{{1, 0, 0}, {0.5, 0.25, 0.25}, {1.0 / 3, 1.0 / 3, 1.0 / 3}, {0, 0, 0}};
  CHECK(difference(row_entropies(W), arma::vec{0, 1.5 * std::log(2.0), std::log(3.0), 0}) == "");
  CHECK_FALSE(std::signbit(row_entropies(W)(0)));
}

TEST_CASE("row_entropies: the worked examples come out") {
  CHECK(difference(row_entropies(exercise1::W), exercise1::entropies) == "");
  CHECK(difference(row_entropies(exercise1::causal_W), exercise1::causal_entropies) == "");
}

TEST_CASE("row_entropies: no more than the logarithm of the keys in any order") {
  std::mt19937 draws(23);
  const arma::mat W = softmax_rows(4.0 * random_matrix(draws, 20, 7));
  const arma::vec entropies = row_entropies(W);
  CHECK(entropies.min() > 0.0);
  CHECK(entropies.max() <= std::log(7.0) + kTolerance);
  CHECK(difference(row_entropies(arma::reverse(W, 1)), entropies) == "");
}

TEST_CASE("row_entropies: NaN stays visible in its own row") {
  CHECK(difference(row_entropies({{kNaN, 0}, {0, 1}}), arma::vec{kNaN, 0}) == "");
}

TEST_CASE("row_neighbour_weights: what stands beside the diagonal") {
  const arma::mat W{{0.5, 0.2, 0.3}, {0.1, 0.2, 0.7}, {0.25, 0.5, 0.25}};
  CHECK(difference(row_neighbour_weights(W), arma::vec{0.2, 0.8, 0.5}) == "");
  CHECK(difference(row_neighbour_weights(arma::ones(1, 1)), arma::vec{0}) == "");
}

TEST_CASE("row_distances: places, each counted with its weight") {
  const arma::mat W{{0.5, 0.2, 0.3}, {0.1, 0.2, 0.7}, {0.25, 0.5, 0.25}};
  CHECK(difference(row_distances(W), arma::vec{0.8, 0.8, 1.0}) == "");
}

TEST_CASE("row_distances: of even attention it is (n² − 1) / (3n) on average") {
  for (const arma::uword n : {1, 2, 5, 16}) {
    const auto size = static_cast<double>(n);
    const arma::mat even(n, n, arma::fill::value(1.0 / size));
    CAPTURE(n);
    CHECK(arma::mean(row_distances(even)) ==
          Approx((size * size - 1) / (3 * size)).margin(kTolerance));
    CHECK(arma::mean(row_neighbour_weights(even)) ==
          Approx(2 * (size - 1) / (size * size)).margin(kTolerance));
  }
}

TEST_CASE("row_distances: other keys have no places in common with the queries") {
  CHECK_THROWS_AS(row_distances(arma::ones(2, 3)), InputError);
  CHECK_THROWS_AS(row_neighbour_weights(arma::ones(2, 3)), InputError);
}

TEST_CASE("row_maxima: the first of the largest cells") {
  const arma::uvec maxima = row_maxima({{0.1, 0.6, 0.3}, {0.4, 0.2, 0.4}, {0, 0, 0}, {-3, -2, -1}});
  CHECK(difference(arma::conv_to<arma::vec>::from(maxima), arma::vec{1, 0, 0, 2}) == "");
}

TEST_CASE("largest_size: the sign does not count") {
  CHECK(largest_size(statistics_of({{-5.0, 2.0}, {4.0, 0.0}})) == 5.0);
  CHECK(largest_size(statistics_of({{-1.0, 2.0}})) == 2.0);
}

TEST_CASE("places_equal_to: rounding does not tell numbers apart") {
  const auto places = [](const arma::rowvec& row, arma::uword place) {
    return arma::conv_to<std::vector<int>>::from(places_equal_to(row, place));
  };
  using Places = std::vector<int>;
  const double tenth = 0.1 + 0.2 - 0.2;  // 0.10000000000000003
  CHECK(tenth != 0.1);
  CHECK(places({tenth, 0.8, 0.1}, 2) == Places{0, 2});
  CHECK(places({0.1, 0.8, 0.1}, 1) == Places{1});
  CHECK(places({1e-20, 2e-20}, 0) == Places{0});  // far apart, however small
  CHECK(places({0, 0, 1}, 0) == Places{0, 1});
  CHECK(places({0.4, 0.4 + 1e-9}, 1) == Places{1});
  CHECK(places({arma::datum::nan, 1}, 0) == Places{0});
  CHECK_THROWS_AS(places({1, 2}, 2), std::out_of_range);
}

TEST_CASE("sums_to_one: shares of a whole, but for rounding") {
  CHECK(sums_to_one(0.1 + 0.2 + 0.3 + 0.4));
  CHECK(sums_to_one(1.0 - 1e-10));
  CHECK_FALSE(sums_to_one(0.999));
  CHECK_FALSE(sums_to_one(1.0 + 1e-8));
  CHECK_FALSE(sums_to_one(0.0));
  CHECK_FALSE(sums_to_one(arma::datum::nan));
  CHECK(rows_sum_to_one({{.5, .5}, {1, 0}}));
  CHECK_FALSE(rows_sum_to_one({{.5, .5}, {1, .1}}));
}

TEST_CASE("are_equal_but_for_rounding: an infinite number equals itself alone") {
  const double infinity = arma::datum::inf;
  CHECK(are_equal_but_for_rounding(infinity, infinity));
  CHECK_FALSE(are_equal_but_for_rounding(-infinity, 3.0));
  CHECK_FALSE(are_equal_but_for_rounding(-infinity, infinity));
  CHECK_FALSE(are_equal_but_for_rounding(1.0, 1.0 + 1e-11));
  CHECK(places_equal_to({-infinity, 3.0, 1.0}, 1).n_elem == 1);
}

TEST_CASE("sum_but_for_rounding: what cancels is 0") {
  CHECK(0.1 + 0.2 - 0.3 != 0.0);
  CHECK(sum_but_for_rounding({0.1, 0.2, -0.3}) == 0.0);
  CHECK(sum_but_for_rounding({1, 2, -4}) == -1.0);
  CHECK(sum_but_for_rounding({1, -1 - 1e-9}) != 0.0);
  CHECK(sum_but_for_rounding(arma::rowvec()) == 0.0);
}

TEST_CASE("clear_cancelled: terms that cancel but for rounding leave 0") {
  const arma::mat A{{0.1, 0.2, -0.3}, {0.1, 0.2, 0.3}}, B{{1.0, 0.1}, {1.0, 0.1}, {1.0, 0.1}};
  arma::mat P = A * B;
  REQUIRE(P(0, 0) != 0.0);
  clear_cancelled(P, A, B);
  CHECK(P(0, 0) == 0.0);
  CHECK(P(0, 1) == 0.0);
  CHECK(P(1, 0) == arma::mat(A * B)(1, 0));
}

TEST_CASE("clear_cancelled: what is held exactly is no rounding, however small beside its terms") {
  const arma::mat A{{0x1p50, 0.5, -0x1p50}}, ones(3, 1, arma::fill::ones);
  arma::mat P = A * ones;
  clear_cancelled(P, A, ones);
  CHECK(P(0, 0) == 0.5);
  const arma::mat tiny(1, 1, arma::fill::value(1e-150));
  arma::mat product = tiny * tiny;
  clear_cancelled(product, tiny, tiny);
  CHECK(product(0, 0) == 1e-150 * 1e-150);
}

TEST_CASE("clear_cancelled: leaves what is not finite") {
  arma::mat P{{arma::datum::nan, arma::datum::inf}};
  clear_cancelled(P, {{arma::datum::inf, 0.1}}, {{0.0, 1.0}, {0.0, 1.0}});
  CHECK(std::isnan(P(0, 0)));
  CHECK(P(0, 1) == arma::datum::inf);
}

TEST_CASE("cosine_similarities: by hand") {
  // (3, 4) has length 5: 3/5 of it points along (1, 0).
  CHECK(difference(cosine_similarities({{3, 4}, {0, 2}}, {{1, 0}, {-6, -8}}),
                   {{0.6, -1}, {0, -0.8}}) == "");
}

TEST_CASE("cosine_similarities: lengths do not matter") {
  std::mt19937 draws(3);
  const arma::mat A = random_matrix(draws, 4, 6), B = random_matrix(draws, 5, 6);
  CHECK(difference(cosine_similarities(7.0 * A, 0.1 * B), cosine_similarities(A, B)) == "");
}

TEST_CASE("cosine_similarities: of encodings, by distance alone") {
  const arma::vec positions = first_positions(20);
  const arma::mat PE = sinusoidal_encoding(positions, 8);
  const arma::vec frequencies = pair_frequencies(8);
  arma::mat expected(20, 20);
  for (arma::uword p = 0; p < 20; ++p)
    for (arma::uword q = 0; q < 20; ++q)
      expected(p, q) = arma::mean(arma::cos((positions(p) - positions(q)) * frequencies));
  CHECK(difference(cosine_similarities(PE, PE), expected) == "");
}

TEST_CASE("cosine_similarities: a row of zeros is like nothing") {
  CHECK(difference(cosine_similarities(arma::rowvec{0, 0}, {{1, 2}, {0, 0}}), arma::rowvec{0, 0}) ==
        "");
}

TEST_CASE("cosine_similarities: refuses different widths") {
  CHECK_REFUSED(cosine_similarities(arma::ones(2, 3), arma::ones(2, 4)),
                "A and B must have the same number of columns: A is 2 x 3, B is 2 x 4.");
}

TEST_CASE("stationary_distribution: by hand") {
  // From a to b half of the time, from b always back: two thirds of the time at a.
  CHECK(difference(*stationary_distribution({{0.5, 0.5}, {1, 0}}),
                   arma::rowvec{2.0 / 3, 1.0 / 3}) == "");
  CHECK(difference(*stationary_distribution(single_cell(1.0)), arma::rowvec{1.0}) == "");
}

TEST_CASE("stationary_distribution: a step more changes nothing") {
  std::mt19937 draws(5);
  for (arma::uword n = 1; n < 8; ++n) {
    arma::mat A = random_matrix(draws, n, n) + 1.5;
    A.each_col() /= arma::vec(arma::sum(A, 1));
    const arma::rowvec pi = *stationary_distribution(A);
    CHECK(difference(pi * A, pi) == "");
    CHECK(difference(arma::sum(pi, 1), arma::vec{1.0}) == "");
    // The slow way: many steps from anywhere.
    CHECK(difference(arma::powmat(A, 64).eval().row(n - 1), pi) == "");
  }
}

TEST_CASE("stationary_distribution: of similarities it is the degree") {
  const arma::mat S{{1, 0.3, 0.2}, {0.3, 1, 0.4}, {0.2, 0.4, 1}};
  const arma::vec degrees = arma::sum(S, 1);
  CHECK(difference(*stationary_distribution(S.each_col() / degrees),
                   degrees.t() / arma::accu(degrees)) == "");
}

TEST_CASE("stationary_distribution: a causal walk ends at the first token") {
  CHECK(difference(*stationary_distribution({{1, 0}, {0.5, 0.5}}), arma::rowvec{1, 0}) == "");
}

TEST_CASE("stationary_distribution: none where tokens keep apart") {
  CHECK_FALSE(stationary_distribution({{1, 0}, {0, 1}}));
  CHECK_FALSE(stationary_distribution({{0.5, 0.5}, {0, 0}}));
}

TEST_CASE("stationary_distribution: refuses what is not square") {
  CHECK_REFUSED(stationary_distribution(arma::ones(2, 3)),
                "a walk from token to token needs as many keys as queries, but there are 2 queries "
                "and 3 keys.");
}
