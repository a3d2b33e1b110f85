#include "network/layers/layers.hpp"
#include "network/row_matrix.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"

// What PyTorch makes of the same numbers: pytorch_reference.py wrote the file that is read here.

namespace {

constexpr double kReferenceTolerance = 1e-9;  // of numbers written with eleven decimals
constexpr std::size_t kRows = 10, kLength = 5, kWidth = 8;
const std::vector<std::uint32_t> kTokens{3, 1, 4, 1, 5, 9, 2, 6, 9, 3};
const std::vector<std::uint32_t> kLengths{5, 3};

const nlohmann::json& layer_reference(const std::string& name) {
  static const nlohmann::json all = [] {
    std::ifstream file(ATTN_SOURCE_DIR "/tests/network/pytorch_reference.json");
    REQUIRE(file);
    return nlohmann::json::parse(file);
  }();
  return all.at("layers").at(name);
}

// One layer of the file.
struct Reference {
  explicit Reference(const std::string& name) : all(layer_reference(name)) {}

  RowMatrix<double> input(const std::string& name, std::size_t n_cols) const {
    return rows_from(all.at("inputs").at(name), n_cols);
  }
  RowMatrix<double> R(std::size_t n_cols) const { return rows_from(all.at("R"), n_cols); }

  void check_output(const std::vector<double>& given) const { check(given, all.at("output")); }
  void check_gradient(const std::string& name, const std::vector<double>& given) const {
    CAPTURE(name);
    check(given, all.at("gradients").at(name));
  }
  void check_gradients(Parameters<double>& parameters) const {
    for (const auto& t : parameters.tensors()) {
      const Rows<double> g = parameters.gradient_of(t);
      check_gradient(t.name, std::vector<double>(g.data, g.data + g.size()));
    }
  }

  // A parameter with the numbers that are given.
  Parameter<double> add(Parameters<double>& parameters, const std::string& name,
                        std::size_t n_cols) const {
    const RowMatrix<double> X = input(name, n_cols);
    const Parameter<double> p = parameters.add(name, X.n_rows, n_cols, Start::zeros());
    set_rows(p.value(), X.numbers);
    return p;
  }

  static RowMatrix<double> rows_from(const nlohmann::json& numbers, std::size_t n_cols) {
    return {numbers.size() / n_cols, n_cols, numbers.get<std::vector<double>>()};
  }
  static void check(const std::vector<double>& given, const nlohmann::json& expected) {
    const arma::vec all_given(given), all_expected(expected.get<std::vector<double>>());
    CHECK(difference(all_given, all_expected, kReferenceTolerance) == "");
  }

  const nlohmann::json& all;
};

void check_attention(const std::string& name, HeadPlan heads, const AttentionBias<double>& bias) {
  CAPTURE(name);
  const Reference reference(name);
  Workers workers(1);
  const std::size_t d_q = heads.n_heads * heads.d_k, d_kv = heads.n_kv_heads * heads.d_k;
  RowMatrix<double> Q = reference.input("Q", d_q), K = reference.input("K", d_kv),
                    V = reference.input("V", d_kv), dQ = Q, dK = K, dV = V, O = Q,
                    W(kRows * heads.n_heads, kLength);
  BatchAttention<double> attention(heads, 2);
  attention.forward(workers, {Q.rows(), K.rows(), V.rows()}, bias, {}, W, O);
  reference.check_output(O.numbers);
  attention.backward(workers, {Q.rows(), K.rows(), V.rows()}, W, {}, reference.R(d_q),
                     {dQ.rows(), dK.rows(), dV.rows()});
  reference.check_gradient("Q", dQ.numbers);
  reference.check_gradient("K", dK.numbers);
  reference.check_gradient("V", dV.numbers);
}

template <class Layer>
void check_recurrent(const std::string& name, std::size_t n_gates) {
  constexpr std::size_t kHidden = 5;
  const Reference reference(name);
  Workers workers(1);
  Parameters<double> all(1);
  Layer layer;
  layer.W_x = reference.add(all, "W_x", n_gates * kHidden);
  layer.W_h = reference.add(all, "W_h", n_gates * kHidden);
  layer.b_x = reference.add(all, "b_x", n_gates * kHidden);
  layer.b_h = reference.add(all, "b_h", n_gates * kHidden);
  typename Layer::Kept kept;
  const RowMatrix<double> X = reference.input("X", kWidth);
  RowMatrix<double> dX = X, dH = reference.R(kHidden);
  layer.forward(workers, kLength, X, kept);
  reference.check_output(kept.H);
  layer.backward(workers, kLength, X, kept, dH, dX);
  reference.check_gradient("X", dX.numbers);
  reference.check_gradients(all);
}

}  // namespace

TEST_CASE("Linear: as in PyTorch") {
  const Reference reference("linear");
  Workers workers(1);
  Parameters<double> all(1);
  const Linear<double> layer{reference.add(all, "W", 6), reference.add(all, "b", 6)};
  const RowMatrix<double> X = reference.input("X", kWidth);
  RowMatrix<double> Y(kRows, 6), dX = X;
  layer.forward(workers, X, Y);
  reference.check_output(Y.numbers);
  layer.backward(workers, X, reference.R(6), dX);
  reference.check_gradient("X", dX.numbers);
  reference.check_gradients(all);
}

TEST_CASE("LayerNorm: as in PyTorch") {
  const Reference reference("layer_norm");
  Workers workers(1);
  Parameters<double> all(1);
  const LayerNorm<double> layer{reference.add(all, "gamma", kWidth),
                                reference.add(all, "beta", kWidth)};
  const RowMatrix<double> X = reference.input("X", kWidth);
  RowMatrix<double> Y = X, dX = X;
  std::vector<RowMoments<double>> moments(kRows);
  layer.forward(workers, X, Y, moments.data());
  reference.check_output(Y.numbers);
  layer.backward(workers, X, moments.data(), reference.R(kWidth), dX);
  reference.check_gradient("X", dX.numbers);
  reference.check_gradients(all);
}

TEST_CASE("Activations: as in PyTorch") {
  Workers workers(1);
  constexpr Named<ActivationKind> kKinds[] = {{ActivationKind::relu, "relu"},
                                              {ActivationKind::gelu, "gelu"},
                                              {ActivationKind::gelu_tanh, "gelu-tanh"}};
  for (const Named<ActivationKind>& kind : kKinds) {
    CAPTURE(kind.name);
    const Reference reference(kind.name);
    RowMatrix<double> X = reference.input("X", kWidth), Y = X, dX = X;
    Activations<double>::forward(workers, kind.value, {}, X, Y);
    reference.check_output(Y.numbers);
    Activations<double>::backward(workers, {}, X, reference.R(kWidth), dX);
    reference.check_gradient("X", dX.numbers);
  }
}

TEST_CASE("Embedding: as in PyTorch") {
  const Reference reference("embedding");
  Parameters<double> all(1);
  const Embedding<double> layer{reference.add(all, "E", kWidth)};
  RowMatrix<double> X(kRows, kWidth);
  layer.forward(kTokens, X);
  reference.check_output(X.numbers);
  layer.backward(kTokens, reference.R(kWidth));
  reference.check_gradients(all);
}

TEST_CASE("BatchAttention: as in PyTorch") {
  const HeadPlan two{.n_heads = 2, .n_kv_heads = 2, .d_k = 4, .d_v = 4};
  AttentionBias<double> causal, padded;
  causal.of_mask = AttentionBias<double>::from(causal_mask(kLength, kLength));
  padded.lengths = kLengths;
  check_attention("attention", two, {});
  check_attention("causal attention", two, causal);
  check_attention("padded attention", two, padded);
  check_attention("shared attention", {.n_heads = 4, .n_kv_heads = 2, .d_k = 4, .d_v = 4}, causal);
}

TEST_CASE("RnnLayer: as in PyTorch") { check_recurrent<RnnLayer<double>>("rnn", 1); }

TEST_CASE("LstmLayer: as in PyTorch") { check_recurrent<LstmLayer<double>>("lstm", 4); }

// The gradient that comes back into a loss is a number: R scales what the loss gives.
TEST_CASE("Losses: as in PyTorch") {
  const auto scaled = [](const Reference& reference, RowMatrix<double> gradient) {
    for (double& g : gradient.numbers) g *= reference.R(1).numbers[0];
    return gradient.numbers;
  };
  const Reference entropy("cross entropy");
  Workers workers(1);
  const RowMatrix<double> Z = entropy.input("Z", 11);
  RowMatrix<double> dZ = Z;
  const std::vector<std::int32_t> targets{1, 4, 1, 5, 9, 2, 6, kNoTarget, 3, 10};
  entropy.check_output({Losses<double>::cross_entropy(workers, Z, targets, dZ)});
  entropy.check_gradient("Z", scaled(entropy, dZ));

  const Reference squares("mean squared error");
  const RowMatrix<double> Y = squares.input("Y", kWidth), T = squares.input("T", kWidth);
  RowMatrix<double> dY = Y;
  squares.check_output({Losses<double>::mean_squared_error(Y, T, dY)});
  squares.check_gradient("Y", scaled(squares, dY));
}
