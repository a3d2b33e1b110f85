#include <cmath>
#include <fstream>
#include <memory>

#include "network/models/small_models.hpp"
#include "network/optimizers/optimizers.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"

// Whole models and what becomes of them in a hundred steps, as in PyTorch:
// ../pytorch_reference.py wrote the file that is read here.
using namespace attn;

namespace {

const nlohmann::json& model_reference(const std::string& name) {
  static const nlohmann::json all = [] {
    std::ifstream file(ATTN_SOURCE_DIR "/tests/network/pytorch_reference.json");
    REQUIRE(file);
    return nlohmann::json::parse(file);
  }();
  return all.at("models").at(name);
}

TransformerSettings one_layer(TransformerSettings settings) {
  settings.n_layers = 1;
  settings.dropout = 0;
  return settings;
}

template <class Real>
std::unique_ptr<Network<Real>> model_named(const std::string& name) {
  if (name == "text") return std::make_unique<Transformer<Real>>(one_layer(text_settings()), 1);
  if (name == "sentence") {
    TransformerSettings settings = one_layer(classifier_settings());
    settings.activation = ActivationKind::relu;
    return std::make_unique<Transformer<Real>>(settings, 1);
  }
  const auto kind = name == "rnn" ? RecurrentKind::rnn : RecurrentKind::lstm;
  const RecurrentSettings settings{.kind = kind, .vocabulary = 11, .d_model = 8, .n_classes = 3};
  return std::make_unique<RecurrentClassifier<Real>>(settings, 1);
}

template <class Real>
Batch<Real> batch_named(const std::string& name) {
  return batch_for<Real>(name == "text" ? text_settings() : classifier_settings());
}

// The numbers of all tensors in the order of the model. Names and sizes must be the same.
template <class Real>
arma::vec in_order(const Parameters<Real>& parameters, const nlohmann::json& tensors) {
  REQUIRE(tensors.size() == parameters.tensors().size());
  arma::vec all(parameters.size());
  for (const auto& tensor : parameters.tensors()) {
    CAPTURE(tensor.name);
    const auto numbers = tensors.at(tensor.name).template get<std::vector<double>>();
    REQUIRE(numbers.size() == tensor.n_rows * tensor.n_cols);
    std::copy(numbers.begin(), numbers.end(), all.begin() + static_cast<long>(tensor.first));
  }
  return all;
}

template <class Real>
void start_at(Parameters<Real>& parameters, const nlohmann::json& tensors) {
  const arma::vec start = in_order(parameters, tensors);
  std::transform(start.begin(), start.end(), parameters.values.begin(),
                 [](double x) { return static_cast<Real>(x); });
}

// The bias of the keys has no gradient but rounding errors, and Adam makes whole steps of them.
template <class Real>
arma::vec without_key_bias(const Parameters<Real>& parameters, std::vector<Real> numbers) {
  for (const auto& tensor : parameters.tensors())
    if (tensor.name == "h.0.attn.c_attn.bias") {
      const auto first = numbers.begin() + static_cast<long>(tensor.first);
      const auto width = static_cast<long>(tensor.n_cols / 3);
      std::fill(first + width, first + 2 * width, Real(0));
    }
  return arma::conv_to<arma::vec>::from(numbers);
}

// As sums() in pytorch_reference.py.
std::vector<double> two_sums(Rows<double> tensor) {
  double plain = 0, weighted = 0;
  for (std::size_t i = 0; i < tensor.size(); ++i) {
    plain += tensor.data[i];
    weighted += tensor.data[i] * static_cast<double>(i % 7 + 1);
  }
  return {plain, weighted};
}

struct Recipe {
  OptimizerSettings settings;
  double learning_rate, most;  // and to what gradients are clipped; 0: they are not
};

Recipe recipe_named(const std::string& name) {
  if (name == "adam") return {{.kind = OptimizerKind::adam}, 0.01, 0};
  if (name == "adamw") return {{.kind = OptimizerKind::adamw, .weight_decay = 0.1}, 0.01, 1.0};
  REQUIRE(name == "sgd");
  return {{.kind = OptimizerKind::sgd, .momentum = 0.9}, 0.05, 0};
}

// A hundred steps; look(t) after each.
template <class Real, class Look>
void train(Network<Real>& model, const Batch<Real>& batch, const Recipe& recipe, const Look& look) {
  Workers workers(1);
  Optimizer<Real> optimizer(recipe.settings, model.parameters.size());
  for (int t = 1; t <= 100; ++t) {
    loss_and_gradients(model, workers, batch, {});
    if (recipe.most > 0)
      clip_gradients(model.parameters, gradient_norm(model.parameters), recipe.most);
    optimizer.step(workers, model.parameters, recipe.learning_rate);
    look(t);
  }
}

void check_sums(Parameters<double>& parameters, const nlohmann::json& all_sums, int t) {
  const auto sums = all_sums.find(std::to_string(t));
  if (sums == all_sums.end()) return;
  for (const auto& tensor : parameters.tensors()) {
    CAPTURE(t, tensor.name);
    const auto expected = sums->at(tensor.name).get<std::vector<double>>();
    CHECK(difference(arma::vec(two_sums(parameters.value_of(tensor))), arma::vec(expected), 1e-9) ==
          "");
  }
}

template <class Real>
arma::vec trained(const std::string& name, const std::string& rule) {
  const nlohmann::json& reference = model_reference(name);
  const nlohmann::json& run = reference.at("runs").at(rule);
  const auto model = model_named<Real>(name);
  const Batch<Real> batch = batch_named<Real>(name);
  start_at(model->parameters, reference.at("start"));
  int n_looks = 0;
  train(*model, batch, recipe_named(rule), [&](int t) {
    if constexpr (std::is_same_v<Real, double>) check_sums(model->parameters, run.at("sums"), t);
    ++n_looks;
  });
  CHECK(n_looks == 100);
  Workers workers(1);
  CHECK(loss_of(*model, workers, batch) ==
        Approx(run.at("loss").get<double>()).epsilon(std::is_same_v<Real, double> ? 1e-9 : 1e-3));
  return without_key_bias(model->parameters, model->parameters.values);
}

arma::vec trained_reference(const std::string& name, const std::string& rule) {
  const auto model = model_named<double>(name);
  const arma::vec all =
      in_order(model->parameters, model_reference(name).at("runs").at(rule).at("parameters"));
  return without_key_bias(model->parameters, arma::conv_to<std::vector<double>>::from(all));
}

const std::string kModelNames[] = {"text", "sentence", "rnn", "lstm"};
const std::string kRules[] = {"adam", "adamw", "sgd"};

}  // namespace

TEST_CASE("Model: loss and gradients as in PyTorch, in double and in float",
          "[network][model][pytorch]") {
  Workers workers(1);
  for (const std::string& name : kModelNames) {
    CAPTURE(name);
    const nlohmann::json& reference = model_reference(name);
    const double loss = reference.at("loss").get<double>();
    const auto exact = model_named<double>(name);
    start_at(exact->parameters, reference.at("start"));
    CHECK(loss_and_gradients(*exact, workers, batch_named<double>(name), {}) ==
          Approx(loss).epsilon(1e-12));
    const arma::vec g = in_order(exact->parameters, reference.at("gradients"));
    CHECK(difference(arma::vec(exact->parameters.gradients), g, 1e-9) == "");

    const auto quick = model_named<float>(name);
    start_at(quick->parameters, reference.at("start"));
    CHECK(loss_and_gradients(*quick, workers, batch_named<float>(name), {}) ==
          Approx(loss).epsilon(1e-5));
    CHECK(difference(arma::conv_to<arma::vec>::from(quick->parameters.gradients), g,
                     1e-5 * arma::abs(g).max()) == "");
  }
}

TEST_CASE("Optimizer: a hundred steps of every model as in PyTorch, in double",
          "[network][model][pytorch]") {
  for (const std::string& name : kModelNames)
    for (const std::string& rule : kRules) {
      CAPTURE(name, rule);
      CHECK(difference(trained<double>(name, rule), trained_reference(name, rule), 1e-9) == "");
    }
}

TEST_CASE("Optimizer: a hundred steps of every model as in PyTorch, in float",
          "[network][model][pytorch]") {
  for (const std::string& name : kModelNames)
    for (const std::string& rule : kRules) {
      CAPTURE(name, rule);
      CHECK(difference(trained<float>(name, rule), trained_reference(name, rule), 1e-3) == "");
    }
}
