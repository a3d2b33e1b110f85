#include "core/attention.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/plain_attention.hpp"
#include "support/worked_examples.hpp"

namespace {

const char* const kOverflow =
    " overflows: its entries do not fit a double-precision number. Use smaller numbers.";

Mask random_mask(std::mt19937& draws, arma::uword n_q, arma::uword n_k) {
  Mask mask(n_q, n_k);
  mask.imbue([&draws] { return static_cast<unsigned char>(draws() % 4 != 0); });
  return mask;
}

}  // namespace

TEST_CASE("project: each row times the weights") {
  CHECK(difference(project(whole_numbers::X, whole_numbers::W_Q), whole_numbers::Q) == "");
  // Not square: [1 2] times [[1 0 2] [3 1 0]] = [1+6 0+2 2+0]
  CHECK(difference(project(arma::rowvec{1, 2}, {{1, 0, 2}, {3, 1, 0}}), arma::rowvec{7, 2, 2}) ==
        "");
}

TEST_CASE("project: an identity changes nothing") {
  std::mt19937 draws(1);
  const arma::mat X = random_matrix(draws, 5, 7);
  CHECK(difference(project(X, arma::eye(7, 7)), X) == "");
}

TEST_CASE("project: agrees with one loop per cell") {
  std::mt19937 draws(2);
  const arma::mat X = random_matrix(draws, 6, 9), W = random_matrix(draws, 9, 4);
  arma::mat expected(6, 4, arma::fill::zeros);
  for (arma::uword i = 0; i < 6; ++i)
    for (arma::uword j = 0; j < 4; ++j)
      for (arma::uword c = 0; c < 9; ++c) expected(i, j) += X(i, c) * W(c, j);
  CHECK(difference(project(X, W), expected) == "");
}

TEST_CASE("project: refuses what cannot be multiplied") {
  CHECK_REFUSED(project(arma::ones(3, 2), arma::ones(3, 4)),
                "X times W needs as many columns in X as rows in W: X is 3 x 2, W is 3 x 4.");
  CHECK_REFUSED(project(arma::mat(0, 2), arma::ones(2, 4)),
                "X is 0 x 2: it needs at least one row and one column.");
  CHECK_REFUSED(project(arma::ones(3, 2), arma::mat(2, 0)),
                "W is 2 x 0: it needs at least one row and one column.");
  CHECK_REFUSED(project(1e200 * arma::ones(1, 2), 1e200 * arma::ones(2, 1)),
                std::string("X W") + kOverflow);
}

TEST_CASE("project: a bias is added to every row") {
  // [1 2] W = [7 2 2] and [0 -1] W = [-3 -1 0]
  CHECK(difference(project({{1, 2}, {0, -1}}, {{1, 0, 2}, {3, 1, 0}}, arma::rowvec{10, 20, -30}),
                   {{17, 22, -28}, {7, 19, -30}}, 0.0) == "");
}

TEST_CASE("project: a bias is the weights of an input that is always one") {
  std::mt19937 draws(13);
  const arma::mat X = random_matrix(draws, 6, 9), W = random_matrix(draws, 9, 4);
  const arma::rowvec b = random_matrix(draws, 1, 4);
  CHECK(difference(project(X, W, b), project(arma::join_rows(X, arma::mat(6, 1, arma::fill::ones)),
                                             arma::join_cols(W, arma::mat(b)))) == "");
  CHECK(difference(project(X, W, arma::rowvec(4, arma::fill::zeros)), project(X, W), 0.0) == "");
}

TEST_CASE("project: an undefined row stays undefined and leaves the others alone") {
  const arma::mat X{{1, 2}, {kNaN, kNaN}, {0, 3}}, W{{1, 0}, {0, 1}};
  CHECK(difference(project(X, W), X) == "");
  CHECK(difference(project(X, W, arma::rowvec{10, 20}), {{11, 22}, {kNaN, kNaN}, {10, 23}}) == "");
  CHECK_REFUSED(project({{kNaN, 0}, {1e200, 0}}, arma::vec{1e200, 0}),
                std::string("X W") + kOverflow);
}

TEST_CASE("project: refuses a bias of another width") {
  const std::string start = "the bias (one number for each column of W) must be ";
  CHECK_REFUSED(project(arma::ones(3, 2), arma::ones(2, 4), arma::rowvec(3)),
                start + "1 x 4, but it is 1 x 3.");
  CHECK_REFUSED(project(arma::ones(3, 2), arma::ones(2, 4), arma::rowvec()),
                start + "1 x 4, but it is 1 x 0.");
  // Each fits a double, and their sum does not.
  CHECK_REFUSED(
      project(1e154 * arma::ones(1, 1), 1.7e154 * arma::ones(1, 1), arma::rowvec{1.7e308}),
      std::string("X W + b") + kOverflow);
}

TEST_CASE("attention_scores: one dot product per query and key") {
  CHECK(difference(attention_scores(exercise1::Q, exercise1::K), exercise1::S) == "");
  // sat · cat = (-2)(-1) + (1)(-2) + (1)(1) + (-1)(0) = 1
  CHECK(difference(attention_scores(whole_numbers::Q, whole_numbers::K), whole_numbers::S) == "");
}

TEST_CASE("attention_scores: swapping queries and keys transposes them") {
  std::mt19937 draws(3);
  const arma::mat Q = random_matrix(draws, 4, 6), K = random_matrix(draws, 9, 6);
  CHECK(difference(attention_scores(K, Q), attention_scores(Q, K).t()) == "");
}

TEST_CASE("attention_scores: refuse what has no dot product") {
  CHECK_REFUSED(attention_scores(arma::ones(2, 2), arma::ones(3, 3)),
                "Q and K must have the same number of columns: Q is 2 x 2, K is 3 x 3.");
  CHECK_REFUSED(attention_scores(arma::mat(0, 2), arma::ones(3, 2)),
                "Q is 0 x 2: it needs at least one row and one column.");
  CHECK_REFUSED(attention_scores(arma::ones(2, 2), arma::mat(0, 2)),
                "K is 0 x 2: it needs at least one row and one column.");
  CHECK_REFUSED(attention_scores(arma::rowvec{1e200}, arma::rowvec{-1e200}),
                std::string("Q Kᵀ") + kOverflow);
}

TEST_CASE("scaled_scores: are divided by the root of the width") {
  CHECK(difference(scaled_scores(exercise1::S, 2), exercise1::scaled) == "");
  CHECK(difference(scaled_scores({{6, -3}, {0, 9}}, 9), {{2, -1}, {0, 3}}) == "");
}

TEST_CASE("scaled_scores: a temperature divides them, too") {
  const arma::mat S{{6, -3}, {0, 9}};
  CHECK(difference(scaled_scores(S, 9, {.temperature = 2.0}), {{1, -0.5}, {0, 1.5}}) == "");
  CHECK(difference(scaled_scores(S, 9, {.kind = Scale::Kind::off, .temperature = 3.0}),
                   {{2, -1}, {0, 3}}) == "");
  CHECK(difference(
            scaled_scores(S, 9, {.kind = Scale::Kind::factor, .factor = 4.0, .temperature = 2.0}),
            {{12, -6}, {0, 18}}) == "");
  CHECK(score_factor(16, {.temperature = 0.5}) == 0.5);
  CHECK(score_factor(16, {.kind = Scale::Kind::off, .temperature = 4.0}) == 0.25);
  CHECK(score_number(16, {.temperature = 0.5}).number == 2.0);
  CHECK(score_number(16, {.kind = Scale::Kind::off}).number == 1.0);
  CHECK_FALSE(score_number(16, {.kind = Scale::Kind::factor, .factor = 3.0}).divides);
  for (const double wrong : {0.0, -1.0, arma::datum::nan, arma::datum::inf})
    CHECK_THROWS_AS(scaled_scores(S, 9, {.temperature = wrong}), InputError);
  CHECK_THROWS_AS(
      scaled_scores(arma::mat(1, 1, arma::fill::value(1e300)), 1, {.temperature = 1e-300}),
      InputError);
}

TEST_CASE("score_factor: what every score is multiplied by") {
  CHECK(score_factor(16) == 0.25);
  CHECK(score_factor(16, {Scale::Kind::off, 0.0}) == 1.0);
  CHECK(score_factor(16, {Scale::Kind::factor, 3.5}) == 3.5);
  CHECK_THROWS_AS(score_factor(16, {Scale::Kind::factor, 0.0}), InputError);
}

TEST_CASE("scaled_scores: scaling can be off or a factor") {
  const arma::mat S{{6, -3}, {0, 9}};
  const Scale off{Scale::Kind::off}, tripled{Scale::Kind::factor, 3.0};
  CHECK(difference(scaled_scores(S, 9, off), S) == "");
  CHECK(difference(scaled_scores(S, 9, tripled), {{18, -9}, {0, 27}}) == "");
}

TEST_CASE("scaled_scores: refuse a factor that is no positive number") {
  const arma::mat S{{1, 2}};
  const auto text = [](const std::string& factor) {
    return "the scale must be a positive number, but it is " + factor +
           ". Without it, scores are divided by √d_k.";
  };
  const auto scaled_by = [&S](double factor) {
    return scaled_scores(S, 4, {Scale::Kind::factor, factor});
  };
  CHECK_REFUSED(scaled_by(0.0), text("0"));
  CHECK_REFUSED(scaled_by(-2.5), text("-2.5"));
  CHECK_REFUSED(scaled_by(kInfinity), text("inf"));
  CHECK_REFUSED(scaled_by(kNaN), text("nan"));
  CHECK_REFUSED(scaled_by(1.7e308), std::string("scale S") + kOverflow);
}

TEST_CASE("masked_scores: a blocked cell is minus infinity and an open one is kept") {
  CHECK(difference(masked_scores({{1, 2, 3}, {-4, 5, 0}}, {{1, 0, 1}, {0, 1, 1}}),
                   {{1, -kInfinity, 3}, {-kInfinity, 5, 0}}) == "");
}

TEST_CASE("masked_scores: refuse a mask of another shape") {
  CHECK_REFUSED(masked_scores(arma::ones(2, 3), Mask(3, 2)),
                "the mask must be 2 x 3, but it is 3 x 2.");
}

TEST_CASE("softmax_rows: exp of each score over the sum of its row") {
  // exp(ln 1) : exp(ln 2) : exp(ln 3) = 1 : 2 : 3, of 6; equal scores share equally.
  CHECK(difference(softmax_rows({{0.0, std::log(2.0), std::log(3.0)}, {7, 7, 7}}),
                   {{1.0 / 6, 2.0 / 6, 3.0 / 6}, {1.0 / 3, 1.0 / 3, 1.0 / 3}}) == "");
}

TEST_CASE("softmax_rows: one key gets everything") {
  CHECK(difference(softmax_rows(arma::vec{-3, 0, 1e4}), arma::vec{1, 1, 1}) == "");
}

TEST_CASE("softmax_rows: every row adds up to one") {
  std::mt19937 draws(11);
  const arma::mat W = softmax_rows(20.0 * random_matrix(draws, 30, 17));
  CHECK(difference(arma::sum(W, 1), arma::vec(30, arma::fill::ones)) == "");
  CHECK(W.min() > 0.0);
}

TEST_CASE("softmax_rows: adding a number to a row changes nothing") {
  std::mt19937 draws(12);
  const arma::mat scores = random_matrix(draws, 4, 6);
  arma::mat shifted = scores;
  shifted.each_col() += arma::vec{1.5, -40.0, 700.0, -700.0};
  CHECK(difference(softmax_rows(shifted), softmax_rows(scores)) == "");
}

TEST_CASE("softmax_rows: scores of any finite size are fine") {
  // The last row: 1 / (1 + e) and e / (1 + e).
  const double e = std::exp(1.0);
  CHECK(difference(softmax_rows({{1e4, -1e4}, {-1e4, -1e4}, {1e308, -1e308}, {1e4, 1e4 + 1}}),
                   {{1, 0}, {0.5, 0.5}, {1, 0}, {1 / (1 + e), e / (1 + e)}}) == "");
}

TEST_CASE("softmax_rows: minus infinity gets exactly nothing") {
  const arma::mat W = softmax_rows({{0, -kInfinity, 0}, {-kInfinity, -1e4, -kInfinity}});
  CHECK(difference(W, {{0.5, 0, 0.5}, {0, 1, 0}}, 0.0) == "");
}

TEST_CASE("softmax_rows: a row of minus infinity gets what was asked for") {
  arma::mat scores = exercise1::scaled;
  scores.row(2).fill(-kInfinity);
  const auto with_row = [](const arma::rowvec& row) {
    arma::mat expected = exercise1::W;
    expected.row(2) = row;
    return expected;
  };
  CHECK(difference(softmax_rows(scores), with_row({0, 0, 0})) == "");
  CHECK(difference(softmax_rows(scores, EmptyRow::zero), with_row({0, 0, 0})) == "");
  CHECK(difference(softmax_rows(scores, EmptyRow::nan), with_row({kNaN, kNaN, kNaN})) == "");
  CHECK(difference(softmax_rows(scores, EmptyRow::uniform),
                   with_row({1.0 / 3, 1.0 / 3, 1.0 / 3})) == "");
}

TEST_CASE("softmax_rows: NaN stays visible in its own row") {
  CHECK(difference(softmax_rows({{kNaN, 1}, {-kInfinity, kNaN}, {kNaN, kNaN}, {3, 3}}),
                   {{kNaN, kNaN}, {kNaN, kNaN}, {kNaN, kNaN}, {0.5, 0.5}}) == "");
}

TEST_CASE("softmax_rows: refuse plus infinity") {
  CHECK_REFUSED(softmax_rows({{0, 1, 2}, {0, kNaN, kInfinity}}),
                "score [1, 2] is +inf: softmax needs scores below it.");
}

TEST_CASE("attention_output: mixes the values of each row") {
  // Row 0: 0.25·(4 0 2) + 0.75·(0 8 2); row 1 takes the second value alone.
  CHECK(difference(attention_output({{0.25, 0.75}, {0, 1}}, {{4, 0, 2}, {0, 8, 2}}),
                   {{1, 6, 2}, {0, 8, 2}}) == "");
}

TEST_CASE("attention_output: stays between the smallest and the largest value") {
  std::mt19937 draws(4);
  const arma::mat V = random_matrix(draws, 8, 5);
  const arma::mat O = attention_output(softmax_rows(5.0 * random_matrix(draws, 20, 8)), V);
  for (arma::uword c = 0; c < V.n_cols; ++c) {
    CHECK(O.col(c).max() <= V.col(c).max() + kTolerance);
    CHECK(O.col(c).min() >= V.col(c).min() - kTolerance);
  }
}

TEST_CASE("attention_output: refuses weights without one column per value") {
  CHECK_REFUSED(attention_output(arma::ones(2, 3), arma::ones(2, 4)),
                "A times V needs as many columns in A as rows in V: A is 2 x 3, V is 2 x 4.");
  CHECK_REFUSED(attention_output(arma::mat(2, 0), arma::ones(2, 4)),
                "A is 2 x 0: it needs at least one row and one column.");
  CHECK_REFUSED(attention_output(arma::ones(2, 3), arma::mat(3, 0)),
                "V is 3 x 0: it needs at least one row and one column.");
}

TEST_CASE("attention: the worked examples come out") {
  using namespace exercise1;
  CHECK(difference(softmax_rows(scaled), W) == "");
  CHECK(difference(attention_output(W, V), O) == "");

  const arma::mat causal = softmax_rows(masked_scores(scaled, causal_mask(3, 3)));
  CHECK(difference(causal, causal_W) == "");
  CHECK(difference(attention_output(causal, V), causal_O) == "");

  const arma::mat hand = softmax_rows(masked_scores(whole_numbers::S / 2, causal_mask(4, 4)));
  CHECK(difference(hand, whole_numbers::causal_W) == "");
  CHECK(difference(attention_output(hand, whole_numbers::V), whole_numbers::causal_O) == "");
}

TEST_CASE("attention: agrees with plain loops for every shape") {
  struct Shape {
    arma::uword n_q, n_k, d_k, d_v;
  };
  std::vector<Shape> shapes{{1, 1, 1, 1}, {1, 2000, 3, 2}, {700, 2, 2, 3}, {3, 5, 512, 1}};
  std::mt19937 draws(5);
  for (int round = 0; round < 60; ++round)
    shapes.push_back({1 + draws() % 12, 1 + draws() % 12, 1 + draws() % 12, 1 + draws() % 12});

  for (const auto& [n_q, n_k, d_k, d_v] : shapes) {
    CAPTURE(n_q, n_k, d_k, d_v);
    const arma::mat Q = 3.0 * random_matrix(draws, n_q, d_k);
    const arma::mat K = 3.0 * random_matrix(draws, n_k, d_k);
    const arma::mat V = random_matrix(draws, n_k, d_v);
    for (const Mask& mask :
         {Mask(n_q, n_k, arma::fill::ones), causal_mask(n_q, n_k), random_mask(draws, n_q, n_k)}) {
      const arma::mat W =
          softmax_rows(masked_scores(scaled_scores(attention_scores(Q, K), d_k), mask));
      const PlainAttention expected = plain_attention(Q, K, V, mask);
      CHECK(difference(W, expected.weights) == "");
      CHECK(difference(attention_output(W, V), expected.output) == "");
    }
  }
}

TEST_CASE("rms_normed: by hand") {
  // The mean of 9 and 16 is 12.5, of 0 and 4 it is 2; with an epsilon of 0 the rows are 3/√12.5 ..
  const arma::mat X{{3.0, 4.0}, {0.0, -2.0}};
  const arma::mat normed = rms_normed(X, {1.0, 10.0}, 0.0);
  CHECK(normed(0, 0) == Approx(3.0 / std::sqrt(12.5)));
  CHECK(normed(0, 1) == Approx(40.0 / std::sqrt(12.5)));
  CHECK(normed(1, 0) == 0.0);
  CHECK(normed(1, 1) == Approx(-20.0 / std::sqrt(2.0)));
}

TEST_CASE("rms_normed: epsilon keeps a row of zeros from being divided by 0") {
  CHECK(rms_normed(arma::mat(1, 2, arma::fill::zeros), {1.0, 1.0}, 1e-6).is_zero());
}

TEST_CASE("rms_normed: a gain of another width is refused") {
  CHECK_THROWS_AS(rms_normed(arma::mat(1, 2), {1.0, 1.0, 1.0}, 0.0), InputError);
}

TEST_CASE("moving_average_matrix: the last tokens, fewer at the start") {
  CHECK(difference(moving_average_matrix(5, 3), {{1, 0, 0, 0, 0},
                                                 {1. / 2, 1. / 2, 0, 0, 0},
                                                 {1. / 3, 1. / 3, 1. / 3, 0, 0},
                                                 {0, 1. / 3, 1. / 3, 1. / 3, 0},
                                                 {0, 0, 1. / 3, 1. / 3, 1. / 3}}) == "");
  CHECK(difference(moving_average_matrix(3, 1), arma::mat(3, 3, arma::fill::eye)) == "");
  CHECK(moving_average_matrix(2, 99)(1, 0) == .5);
}

TEST_CASE("exponential_average_matrix: every earlier token keeps a share") {
  CHECK(difference(exponential_average_matrix(4, .3),
                   {{1, 0, 0, 0}, {.7, .3, 0, 0}, {.49, .21, .3, 0}, {.343, .147, .21, .3}}) == "");
  CHECK(difference(exponential_average_matrix(3, 1), arma::mat(3, 3, arma::fill::eye)) == "");
}

TEST_CASE("exponential_average_matrix: times the tokens it is the average step by step") {
  const arma::vec x{3, -1, 4, 1, 5};
  const arma::vec together = exponential_average_matrix(5, .3) * x;
  double y = x(0);
  for (arma::uword t = 1; t < x.n_elem; ++t) {
    y = .3 * x(t) + .7 * y;
    CHECK(together(t) == Approx(y).epsilon(1e-14));
  }
}

TEST_CASE("fixed filters: refuse what averages nothing") {
  CHECK_REFUSED(moving_average_matrix(3, 0),
                "a moving average over 0 tokens has nothing to average. Take 1 or more.");
  CHECK_REFUSED(
      exponential_average_matrix(3, 0),
      "the newest token's share of an exponential average, α, is above 0 and at most 1, not 0.");
  CHECK_THROWS_AS(exponential_average_matrix(3, 1.5), InputError);
}
