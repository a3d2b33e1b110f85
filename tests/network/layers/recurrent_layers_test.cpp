#include "core/recurrent.hpp"
#include "network/five_points.hpp"
#include "network/layers/layers.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

constexpr std::size_t kRnnGates = 1, kLstmGates = 4;

template <class Layer, class Real>
Layer recurrent_layer(Parameters<Real>& all, std::size_t d_in, std::size_t d, std::size_t gates) {
  Layer layer;
  layer.W_x = all.add("W_x", d_in, gates * d, Start::uniform(1));
  layer.W_h = all.add("W_h", d, gates * d, Start::uniform(1));
  layer.b_x = all.add("b_x", gates * d, Start::uniform(1));
  layer.b_h = all.add("b_h", gates * d, Start::uniform(1));
  return layer;
}

// The same weights as core takes them.
template <class Layer>
RecurrentWeights<double> weights_of(const Layer& layer) {
  return {.W_ih = matrix_of(layer.W_x.value()),
          .W_hh = matrix_of(layer.W_h.value()),
          .b_ih = matrix_of(layer.b_x.value()),
          .b_hh = matrix_of(layer.b_h.value())};
}

template <class Layer>
void check_differences(std::size_t gates, std::size_t n_sequences, std::size_t n) {
  CAPTURE(gates, n_sequences, n);
  constexpr std::size_t kIn = 3, kHidden = 4;
  Workers workers(1);
  Parameters<double> all(3);
  const auto layer = recurrent_layer<Layer>(all, kIn, kHidden, gates);
  typename Layer::Kept kept;
  const std::size_t n_rows = n_sequences * n;
  RowMatrix<double> X = random_rows(1, n_rows, kIn), dX(n_rows, kIn);
  const RowMatrix<double> R = random_rows(2, n_rows, kHidden);
  const auto loss = [&] {
    layer.forward(workers, n, X, kept);
    return weighted_sum(R, {kept.H.data(), n_rows, kHidden});
  };
  loss();
  RowMatrix<double> dH = R;
  layer.backward(workers, n, X, kept, dH, dX);
  std::vector<ClaimedGradient> claims = claims_of(all);
  claims.emplace_back("X", X, dX);
  CHECK(gradient_fault(claims, loss) == "");
}

// All that a layer computes, with so many threads.
template <class Layer>
std::vector<float> digits_of(unsigned n_threads, std::size_t gates) {
  constexpr std::size_t kSequences = 40, kLength = 9, kWidth = 70;
  REQUIRE(n_pieces(2.0 * kSequences * kLength * kWidth * kWidth * static_cast<double>(gates),
                   kSequences / 8) >= (gates == 1 ? 1 : 3));
  Workers workers(n_threads);
  Parameters<float> all(3);
  const auto layer = recurrent_layer<Layer>(all, kWidth, kWidth, gates);
  typename Layer::Kept kept;
  const RowMatrix<float> X = random_rows<float>(1, kSequences * kLength, kWidth);
  RowMatrix<float> dH = random_rows<float>(2, X.n_rows, kWidth), dX(X.n_rows, kWidth);
  layer.forward(workers, kLength, X, kept);
  const std::vector<float> states = kept.H;
  layer.backward(workers, kLength, X, kept, dH, dX);
  return joined({states, dX.numbers, all.gradients});
}

}  // namespace

TEST_CASE("RnnLayer: by hand") {
  // h₁ = tanh(2 · 0.5), h₂ = tanh(2 · (−0.5) + 0.5 h₁); only h₂ has a gradient, of 1.
  Workers workers(1);
  Parameters<double> all(1);
  const auto layer = recurrent_layer<RnnLayer<double>>(all, 1, 1, kRnnGates);
  all.values = {2, 0.5, 0, 0};
  RnnLayer<double>::Kept kept;
  const RowMatrix<double> X(2, 1, {0.5, -0.5});
  RowMatrix<double> dH(2, 1, {0, 1}), dX(2, 1);
  layer.forward(workers, 2, X, kept);
  const double h_1 = 0.7615941559557649, h_2 = -0.5505728129179853;
  CHECK(difference(arma::vec(kept.H), arma::vec{h_1, h_2}) == "");
  layer.backward(workers, 2, X, kept, dH, dX);
  const double da_2 = 1 - h_2 * h_2, da_1 = da_2 * 0.5 * (1 - h_1 * h_1);
  CHECK(difference(matrix_of(dX), arma::vec{2 * da_1, 2 * da_2}) == "");
  CHECK(difference(arma::vec(all.gradients),
                   arma::vec{0.5 * da_1 - 0.5 * da_2, h_1 * da_2, da_1 + da_2, da_1 + da_2}) == "");
}

TEST_CASE("LstmLayer: by hand") {
  // One token and no weights but one: g = tanh(1), the gates are σ(0) = ½.
  Workers workers(1);
  Parameters<double> all(1);
  const auto layer = recurrent_layer<LstmLayer<double>>(all, 1, 1, kLstmGates);
  std::fill(all.values.begin(), all.values.end(), 0.0);
  set_rows(layer.W_x.value(), {0, 0, 1, 0});
  LstmLayer<double>::Kept kept;
  const RowMatrix<double> X(1, 1, {1});
  RowMatrix<double> dH(1, 1, {1}), dX(1, 1);
  layer.forward(workers, 1, X, kept);
  const double g = std::tanh(1.0), c = g / 2, bent = std::tanh(c);
  CHECK(difference(arma::vec(kept.C), arma::vec{c}) == "");
  CHECK(difference(arma::vec(kept.H), arma::vec{bent / 2}) == "");
  layer.backward(workers, 1, X, kept, dH, dX);
  const double dc = (1 - bent * bent) / 2;
  const arma::rowvec d_gates{dc * g / 4, 0, dc / 2 * (1 - g * g), bent / 4};
  CHECK(difference(matrix_of(layer.W_x.gradient()), d_gates) == "");
  CHECK(difference(matrix_of(layer.b_h.gradient()), d_gates) == "");
  CHECK(difference(matrix_of(layer.W_h.gradient()), {{0, 0, 0, 0}}) == "");
  CHECK(difference(matrix_of(dX), single_cell(d_gates(2))) == "");
}

TEST_CASE("RnnLayer: the states of core/recurrent, sequence by sequence") {
  Workers workers(1);
  Parameters<double> all(2);
  const auto layer = recurrent_layer<RnnLayer<double>>(all, 5, 4, kRnnGates);
  RnnLayer<double>::Kept kept;
  const RowMatrix<double> X = random_rows(1, 3 * 6, 5);
  layer.forward(workers, 6, X, kept);
  for (std::size_t s = 0; s < 3; ++s) {
    const Rows<double> H{kept.H.data() + s * 6 * 4, 6, 4};
    const arma::mat states = rnn_states(matrix_of(X.rows().rows(s * 6, 6)), weights_of(layer));
    CHECK(difference(matrix_of(H), states) == "");
  }
}

TEST_CASE("LstmLayer: the states of core/recurrent, sequence by sequence") {
  Workers workers(1);
  Parameters<double> all(2);
  const auto layer = recurrent_layer<LstmLayer<double>>(all, 5, 4, kLstmGates);
  LstmLayer<double>::Kept kept;
  const RowMatrix<double> X = random_rows(1, 3 * 6, 5);
  layer.forward(workers, 6, X, kept);
  for (std::size_t s = 0; s < 3; ++s) {
    const Rows<double> H{kept.H.data() + s * 6 * 4, 6, 4}, C{kept.C.data() + s * 6 * 4, 6, 4};
    const auto states = lstm_states(matrix_of(X.rows().rows(s * 6, 6)), weights_of(layer));
    CHECK(difference(matrix_of(H), states.hidden) == "");
    CHECK(difference(matrix_of(C), states.cell) == "");
  }
}

TEST_CASE("RnnLayer, LstmLayer: differences agree") {
  for (const std::size_t n_sequences : {1U, 3U})
    for (const std::size_t n : {1U, 2U, 5U}) {
      check_differences<RnnLayer<double>>(kRnnGates, n_sequences, n);
      check_differences<LstmLayer<double>>(kLstmGates, n_sequences, n);
    }
}

TEST_CASE("RnnLayer, LstmLayer: what comes later moves no state, and gets no gradient") {
  Workers workers(1);
  Parameters<double> all(2);
  const auto layer = recurrent_layer<LstmLayer<double>>(all, 3, 4, kLstmGates);
  LstmLayer<double>::Kept kept;
  RowMatrix<double> X = random_rows(1, 5, 3), dX(5, 3), dH(5, 4);
  layer.forward(workers, 5, X, kept);
  const std::vector<double> before = kept.H;
  X.rows()(3, 1) = 9;
  layer.forward(workers, 5, X, kept);
  CHECK(std::equal(before.begin(), before.begin() + 3 * 4, kept.H.begin()));
  CHECK(before[3 * 4] != kept.H[3 * 4]);
  dH.rows()(2, 0) = 1;
  layer.backward(workers, 5, X, kept, dH, dX);
  CHECK(arma::abs(matrix_of(dX).rows(3, 4)).max() == 0);
  CHECK(arma::abs(matrix_of(dX).row(0)).max() > 0);
}

TEST_CASE("RnnLayer, LstmLayer: the same digits for any number of threads") {
  const auto rnn = digits_of<RnnLayer<float>>(1, kRnnGates);
  const auto lstm = digits_of<LstmLayer<float>>(1, kLstmGates);
  for (const unsigned n_threads : {2U, 3U}) {
    CHECK((digits_of<RnnLayer<float>>(n_threads, kRnnGates) == rnn));
    CHECK((digits_of<LstmLayer<float>>(n_threads, kLstmGates) == lstm));
  }
}
