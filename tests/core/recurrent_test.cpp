#include "core/recurrent.hpp"

#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

double sigmoid(double x) { return 1.0 / (1.0 + std::exp(-x)); }

RecurrentWeights<double> random_weights(std::mt19937& draws, arma::uword d_input,
                                        arma::uword d_hidden, arma::uword n_gates) {
  return {.W_ih = random_matrix(draws, d_input, n_gates * d_hidden),
          .W_hh = random_matrix(draws, d_hidden, n_gates * d_hidden),
          .b_ih = random_matrix(draws, 1, n_gates * d_hidden),
          .b_hh = random_matrix(draws, 1, n_gates * d_hidden)};
}

// One number of one gate before its activation, summed term by term.
double gate_sum(const RecurrentWeights<double>& weights, const arma::rowvec& x,
                const arma::rowvec& h, arma::uword column) {
  double sum = weights.b_ih(column) + weights.b_hh(column);
  for (arma::uword k = 0; k < x.n_elem; ++k) sum += x(k) * weights.W_ih(k, column);
  for (arma::uword k = 0; k < h.n_elem; ++k) sum += h(k) * weights.W_hh(k, column);
  return sum;
}

arma::mat slow_rnn(const arma::mat& X, const RecurrentWeights<double>& weights) {
  arma::mat states(X.n_rows, weights.W_hh.n_rows);
  arma::rowvec h(weights.W_hh.n_rows, arma::fill::zeros);
  for (arma::uword t = 0; t < X.n_rows; ++t) {
    for (arma::uword j = 0; j < h.n_elem; ++j)
      states(t, j) = std::tanh(gate_sum(weights, X.row(t), h, j));
    h = states.row(t);
  }
  return states;
}

LstmStates<double> slow_lstm(const arma::mat& X, const RecurrentWeights<double>& weights) {
  const arma::uword d = weights.W_hh.n_rows;
  LstmStates<double> states{arma::mat(X.n_rows, d), arma::mat(X.n_rows, d)};
  arma::rowvec h(d, arma::fill::zeros), c(d, arma::fill::zeros);
  for (arma::uword t = 0; t < X.n_rows; ++t) {
    const arma::rowvec x = X.row(t), before = h;
    for (arma::uword j = 0; j < d; ++j) {
      const double i = sigmoid(gate_sum(weights, x, before, j));
      const double f = sigmoid(gate_sum(weights, x, before, d + j));
      const double g = std::tanh(gate_sum(weights, x, before, 2 * d + j));
      const double o = sigmoid(gate_sum(weights, x, before, 3 * d + j));
      c(j) = f * c(j) + i * g;
      h(j) = o * std::tanh(c(j));
    }
    states.hidden.row(t) = h;
    states.cell.row(t) = c;
  }
  return states;
}

// Every second row from `first` on: one sequence of two that were laid out together.
arma::mat every_second(const arma::mat& X, arma::uword first) {
  return X.rows(arma::regspace<arma::uvec>(first, 2, X.n_rows - 1));
}

}  // namespace

TEST_CASE("rnn_states: by hand") {
  // tanh(2 · 0.5) = 0.7616, and tanh(2 · -0.5 + 0.5 · 0.7616) = tanh(-0.6192) = -0.5506
  const arma::mat states =
      rnn_states<double>(arma::vec{0.5, -0.5}, {.W_ih = arma::vec{2}, .W_hh = arma::vec{0.5}});
  CHECK(difference(states, arma::vec{0.7615941559557649, -0.5505728129179853}) == "");
}

TEST_CASE("lstm_states: by hand") {
  // Only g hears of the token, so i = f = o = 1/2: c = tanh(1)/2, then c/2 + tanh(1)/2.
  const double c_1 = std::tanh(1.0) / 2, c_2 = c_1 / 2 + std::tanh(1.0) / 2;
  const auto states = lstm_states<double>(
      arma::vec{1, 1}, {.W_ih = arma::rowvec{0, 0, 1, 0}, .W_hh = arma::zeros(1, 4)});
  CHECK(difference(states.cell, arma::vec{c_1, c_2}) == "");
  CHECK(difference(states.hidden, arma::vec{std::tanh(c_1) / 2, std::tanh(c_2) / 2}) == "");
}

TEST_CASE("lstm_states: the order of the gates") {
  // A bias of ±100 opens or shuts a gate for good.
  const auto cells = [](const arma::rowvec& bias) {
    return lstm_states<double>(
        arma::ones(3, 1), {.W_ih = arma::zeros(1, 4), .W_hh = arma::zeros(1, 4), .b_ih = bias});
  };
  const double open = 100, shut = -100;
  // All is written and nothing is forgotten: 1, 2, 3.
  CHECK(difference(cells({open, open, open, open}).cell, arma::vec{1, 2, 3}) == "");
  CHECK(difference(cells({shut, open, open, open}).cell, arma::vec{0, 0, 0}) == "");
  CHECK(difference(cells({open, shut, open, open}).cell, arma::vec{1, 1, 1}) == "");
  CHECK(difference(cells({open, open, shut, open}).cell, arma::vec{-1, -2, -3}) == "");
  CHECK(difference(cells({open, open, open, shut}).hidden, arma::vec{0, 0, 0}) == "");
}

TEST_CASE("recurrent layers: as scalar loops compute them") {
  std::mt19937 draws(5);
  for (const auto& [n, d_input, d_hidden] :
       {std::array<arma::uword, 3>{1, 1, 1}, {7, 3, 5}, {12, 6, 2}}) {
    CAPTURE(n, d_input, d_hidden);
    const arma::mat X = random_matrix(draws, n, d_input);
    const auto plain = random_weights(draws, d_input, d_hidden, 1);
    CHECK(difference(rnn_states(X, plain), slow_rnn(X, plain)) == "");
    const auto gated = random_weights(draws, d_input, d_hidden, 4);
    const auto states = lstm_states(X, gated), slow = slow_lstm(X, gated);
    CHECK(difference(states.hidden, slow.hidden) == "");
    CHECK(difference(states.cell, slow.cell) == "");
  }
}

TEST_CASE("recurrent layers: sequences do not hear each other") {
  std::mt19937 draws(6);
  const arma::mat X = random_matrix(draws, 10, 3);
  const auto plain = random_weights(draws, 3, 4, 1), gated = random_weights(draws, 3, 4, 4);
  const arma::mat together = rnn_states(X, plain, 2);
  const auto states = lstm_states(X, gated, 2);
  for (const arma::uword sequence : {0U, 1U}) {
    const arma::mat alone = every_second(X, sequence);
    CHECK(difference(every_second(together, sequence), rnn_states(alone, plain)) == "");
    CHECK(difference(every_second(states.hidden, sequence), lstm_states(alone, gated).hidden) ==
          "");
    CHECK(difference(every_second(states.cell, sequence), lstm_states(alone, gated).cell) == "");
  }
}

TEST_CASE("recurrent layers: an earlier token does not hear a later one") {
  std::mt19937 draws(7);
  const arma::mat X = random_matrix(draws, 6, 3);
  const auto weights = random_weights(draws, 3, 4, 4);
  CHECK(difference(arma::mat(lstm_states(X, weights).hidden.head_rows(4)),
                   lstm_states<double>(X.head_rows(4), weights).hidden) == "");
}

TEST_CASE("recurrent layers: float is double, rounded") {
  std::mt19937 draws(8);
  const arma::mat X = random_matrix(draws, 9, 5);
  const auto in_float = [](const RecurrentWeights<double>& weights) {
    return RecurrentWeights<float>{.W_ih = arma::conv_to<arma::fmat>::from(weights.W_ih),
                                   .W_hh = arma::conv_to<arma::fmat>::from(weights.W_hh),
                                   .b_ih = arma::conv_to<arma::frowvec>::from(weights.b_ih),
                                   .b_hh = arma::conv_to<arma::frowvec>::from(weights.b_hh)};
  };
  const arma::fmat X_float = arma::conv_to<arma::fmat>::from(X);
  constexpr double kFloat = 1e-5;
  const auto plain = random_weights(draws, 5, 6, 1), gated = random_weights(draws, 5, 6, 4);
  CHECK(difference(arma::conv_to<arma::mat>::from(rnn_states(X_float, in_float(plain))),
                   rnn_states(X, plain), kFloat) == "");
  CHECK(difference(arma::conv_to<arma::mat>::from(lstm_states(X_float, in_float(gated)).hidden),
                   lstm_states(X, gated).hidden, kFloat) == "");
}

TEST_CASE("recurrent layers: refuse what does not fit") {
  const arma::mat X(6, 3, arma::fill::ones);
  const RecurrentWeights<double> fits{.W_ih = arma::ones(3, 2), .W_hh = arma::ones(2, 2)};
  const auto refuses = [&](RecurrentWeights<double> weights, arma::uword n_batch,
                           const std::string& reason) {
    CHECK_REFUSED(rnn_states(X, weights, n_batch), reason);
  };
  CHECK_NOTHROW(rnn_states(X, fits, 3));
  refuses({.W_ih = arma::ones(4, 2), .W_hh = arma::ones(2, 2)}, 1,
          "W_ih must be 3 x 2, but it is 4 x 2.");
  refuses({.W_ih = arma::ones(3, 2), .W_hh = arma::ones(2, 3)}, 1,
          "W_hh must be 2 x 2, but it is 2 x 3.");
  refuses({.W_ih = arma::ones(3, 2), .W_hh = arma::ones(2, 2), .b_ih = arma::rowvec{1}}, 1,
          "b_ih must be 1 x 2, but it is 1 x 1.");
  refuses({.W_ih = arma::ones(3, 2), .W_hh = arma::ones(2, 2), .b_hh = arma::rowvec{1}}, 1,
          "b_hh must be 1 x 2, but it is 1 x 1.");
  refuses({.W_ih = arma::ones(3, 2), .W_hh = arma::mat()}, 1,
          "W_hh is 0 x 0: it needs at least one row and one column.");
  refuses(fits, 4, "6 tokens cannot be shared evenly by 4 sequences.");
  refuses(fits, 0, "6 tokens cannot be shared evenly by 0 sequences.");
  CHECK_REFUSED(lstm_states(X, fits), "W_hh must be 2 x 8, but it is 2 x 2.");
  CHECK_REFUSED(rnn_states(arma::mat(0, 3), fits),
                "X is 0 x 3: it needs at least one row and one column.");
}
