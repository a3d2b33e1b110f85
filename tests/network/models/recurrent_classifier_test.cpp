#include "network/models/recurrent_classifier.hpp"

#include <cmath>

#include "core/recurrent.hpp"
#include "network/models/small_models.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

constexpr RecurrentKind kRecurrentKinds[] = {RecurrentKind::rnn, RecurrentKind::lstm};

RecurrentSettings recurrent_settings(RecurrentKind kind) {
  return {.kind = kind, .vocabulary = 11, .d_model = 6, .n_classes = 3};
}

// Tensor i as core takes it.
arma::mat tensor_at(Network<double>& model, std::size_t i) {
  return matrix_of(model.parameters.value_of(model.parameters.tensors()[i]));
}

}  // namespace

TEST_CASE("RecurrentClassifier: parameters are named as PyTorch's", "[network][recurrent]") {
  for (const RecurrentKind kind : kRecurrentKinds) {
    RecurrentClassifier<double> model(recurrent_settings(kind), 1);
    std::vector<std::string> names;
    for (const auto& tensor : model.parameters.tensors()) names.push_back(tensor.name);
    CHECK(names == std::vector<std::string>{"embedding.weight", "rnn.weight_ih_l0",
                                            "rnn.weight_hh_l0", "rnn.bias_ih_l0", "rnn.bias_hh_l0",
                                            "fc.weight", "fc.bias"});
    const std::size_t n_gates = kind == RecurrentKind::lstm ? 4 : 1;
    CHECK(model.parameters.size() == 11 * 6 + n_gates * (6 * 6 + 6 * 6 + 6 + 6) + 6 * 3 + 3);
    for (std::size_t i = 1; i < 7; ++i)
      CHECK(arma::abs(tensor_at(model, i)).max() <= 1 / std::sqrt(6.0));
    CHECK(model.n_layers() == 0);
    CHECK(model.weights(0, 0, 0).size() == 0);
  }
}

TEST_CASE("RecurrentClassifier: the state after the last real word, as core computes it",
          "[network][recurrent]") {
  Workers workers(1);
  const Batch<double> batch = class_batch<double>();
  for (const RecurrentKind kind : kRecurrentKinds) {
    RecurrentClassifier<double> model(recurrent_settings(kind), 2);
    const arma::mat outputs = outputs_of(model, workers, batch);
    const RecurrentWeights<double> weights{.W_ih = tensor_at(model, 1),
                                           .W_hh = tensor_at(model, 2),
                                           .b_ih = tensor_at(model, 3),
                                           .b_hh = tensor_at(model, 4)};
    for (std::size_t s = 0; s < 2; ++s) {
      arma::mat X(batch.lengths[s], 6);
      for (arma::uword i = 0; i < X.n_rows; ++i)
        X.row(i) = tensor_at(model, 0).row(batch.tokens[s * 5 + i]);
      const arma::mat states =
          kind == RecurrentKind::rnn ? rnn_states(X, weights) : lstm_states(X, weights).hidden;
      CHECK(difference(outputs.row(s),
                       states.tail_rows(1) * tensor_at(model, 5) + tensor_at(model, 6)) == "");
    }
  }
}

TEST_CASE("RecurrentClassifier: padding moves nothing", "[network][recurrent]") {
  Workers workers(1);
  for (const RecurrentKind kind : kRecurrentKinds) {
    RecurrentClassifier<double> model(recurrent_settings(kind), 2);
    Batch<double> batch = class_batch<double>();
    const double loss = loss_and_gradients(model, workers, batch, {});
    const std::vector<double> gradients = model.parameters.gradients;
    batch.tokens[8] = 0;
    batch.tokens[9] = 7;
    CHECK(loss_and_gradients(model, workers, batch, {}) == loss);
    CHECK((model.parameters.gradients == gradients));
    batch.tokens[7] = 0;  // the last real one
    CHECK(loss_and_gradients(model, workers, batch, {}) != loss);
  }
}
