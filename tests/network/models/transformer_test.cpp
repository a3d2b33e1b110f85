#include "network/models/transformer.hpp"

#include <cmath>
#include <map>

#include "core/attention.hpp"
#include "core/positions.hpp"
#include "network/models/small_models.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;

namespace {

// A tensor by its name.
template <class Real>
Rows<Real> tensor(Network<Real>& model, const std::string& name) {
  for (const auto& t : model.parameters.tensors())
    if (t.name == name) return model.parameters.value_of(t);
  FAIL("no tensor " << name);
  return {};
}

std::vector<std::string> tensor_names(const TransformerSettings& settings) {
  Transformer<double> model(settings, 1);
  std::vector<std::string> names;
  for (const auto& t : model.parameters.tensors()) names.push_back(t.name);
  return names;
}

}  // namespace

TEST_CASE("Transformer: parameters are named as GPT-2's", "[network][transformer]") {
  TransformerSettings settings = text_settings();
  settings.n_layers = 1;
  settings.positions = PositionKind::learned;
  settings.has_output_bias = true;
  CHECK(tensor_names(settings) ==
        std::vector<std::string>{
            "wte.weight", "wpe.weight", "h.0.ln_1.weight", "h.0.ln_1.bias",
            "h.0.attn.c_attn.weight", "h.0.attn.c_attn.bias", "h.0.attn.c_proj.weight",
            "h.0.attn.c_proj.bias", "h.0.ln_2.weight", "h.0.ln_2.bias", "h.0.mlp.c_fc.weight",
            "h.0.mlp.c_fc.bias", "h.0.mlp.c_proj.weight", "h.0.mlp.c_proj.bias", "ln_f.weight",
            "ln_f.bias", "lm_head.weight", "lm_head.bias"});
  CHECK(tensor_names(copy_settings()) == std::vector<std::string>{"h.0.attn.c_attn.weight",
                                                                  "h.0.attn.c_proj.weight",
                                                                  "h.0.attn.c_proj.bias"});
}

TEST_CASE("Transformer: what is shared by heads has fewer columns", "[network][transformer]") {
  Transformer<double> model(last_token_settings(), 1);
  CHECK(tensor(model, "h.0.attn.c_attn.weight").n_rows == 8);
  CHECK(tensor(model, "h.0.attn.c_attn.weight").n_cols == 8 + 2 * 2 * 2);
}

TEST_CASE("Transformer: matrices begin as PyTorch's do", "[network][transformer]") {
  TransformerSettings settings = text_settings();
  settings.d_model = 64;
  settings.d_ff = 256;
  Transformer<double> model(settings, 1);
  const std::map<std::string, double> bounds{{"h.0.attn.c_attn.weight", std::sqrt(6.0 / (4 * 64))},
                                             {"h.0.attn.c_proj.weight", 1.0 / 8},
                                             {"h.1.mlp.c_fc.weight", 1.0 / 8},
                                             {"h.1.mlp.c_proj.weight", 1.0 / 16},
                                             {"h.1.mlp.c_proj.bias", 1.0 / 16},
                                             {"lm_head.weight", 1.0 / 8}};
  for (const auto& [name, bound] : bounds) {
    CAPTURE(name);
    const double most = arma::abs(matrix_of(tensor(model, name))).max();
    CHECK(most <= bound);
    CHECK(most > 0.9 * bound);
  }
  CHECK(matrix_of(tensor(model, "h.0.attn.c_attn.bias")).is_zero());
  CHECK(matrix_of(tensor(model, "h.0.ln_1.weight")).min() == 1);
  CHECK(arma::stddev(arma::vectorise(matrix_of(tensor(model, "wte.weight")))) ==
        Approx(1).epsilon(0.1));
}

TEST_CASE("Transformer: or all from one normal distribution", "[network][transformer]") {
  TransformerSettings settings = text_settings();
  settings.d_model = 64;
  settings.start = 0.02;
  Transformer<double> model(settings, 1);
  for (const std::string name :
       {"wte.weight", "h.0.attn.c_attn.weight", "h.1.mlp.c_fc.weight", "lm_head.weight"}) {
    CAPTURE(name);
    CHECK(arma::stddev(arma::vectorise(matrix_of(tensor(model, name)))) ==
          Approx(0.02).epsilon(0.15));
  }
  CHECK(matrix_of(tensor(model, "h.1.mlp.c_fc.bias")).is_zero());
}

TEST_CASE("Transformer: without anything around it, attention as core computes it",
          "[network][transformer]") {
  Workers workers(1);
  Transformer<double> model(copy_settings(), 3);
  const Batch<double> batch = batch_for<double>(model.settings());
  const arma::mat outputs = outputs_of(model, workers, batch);
  const arma::mat W_qkv = matrix_of(tensor(model, "h.0.attn.c_attn.weight"));
  for (std::size_t s = 0; s < 2; ++s) {
    const arma::mat X = matrix_of(Rows<const double>(batch.vectors.data() + s * 30, 5, 6));
    const arma::mat qkv = project(X, W_qkv);
    const arma::mat scores = attention_scores(qkv.cols(0, 5), qkv.cols(6, 11));
    const arma::mat W = softmax_rows(scaled_scores(scores, 6));
    CHECK(difference(matrix_of(model.weights(0, s, 0)), W) == "");
    const arma::mat Y = project(attention_output(W, qkv.cols(12, 17)),
                                matrix_of(tensor(model, "h.0.attn.c_proj.weight")),
                                matrix_of(tensor(model, "h.0.attn.c_proj.bias")));
    CHECK(difference(outputs.rows(s * 5, s * 5 + 4), Y) == "");
  }
}

TEST_CASE("Transformer: sinusoidal places are those of core", "[network][transformer]") {
  Workers workers(1);
  for (const std::size_t d : {8U, 7U}) {
    TransformerSettings settings = classifier_settings();
    settings.d_model = d;
    settings.n_heads = settings.n_kv_heads = 1;
    settings.n_layers = settings.n_outputs = 0;
    settings.pooling.reset();
    Transformer<double> model(settings, 1);
    for (double& x : model.parameters.values) x = 0;
    const arma::mat outputs = outputs_of(model, workers, token_batch<double>());
    const arma::mat encoding = sinusoidal_encoding(first_positions(5), d);
    CHECK(difference(outputs, arma::join_cols(encoding, encoding)) == "");
  }
}

TEST_CASE("Transformer: learned places are added to the tokens", "[network][transformer]") {
  Workers workers(1);
  TransformerSettings settings = last_token_settings();
  settings.n_layers = settings.n_outputs = 0;
  settings.norm = NormPlace::none;
  settings.pooling.reset();
  Transformer<double> model(settings, 1);
  const arma::mat E = matrix_of(tensor(model, "wte.weight")),
                  P = matrix_of(tensor(model, "wpe.weight"));
  const Batch<double> batch = token_batch<double>();
  const arma::mat outputs = outputs_of(model, workers, batch);
  for (std::size_t i = 0; i < 10; ++i)
    CHECK(difference(outputs.row(i), E.row(batch.tokens[i]) + P.row(i % 5)) == "");
}

TEST_CASE("Transformer: the weights of every layer, sequence and head", "[network][transformer]") {
  Workers workers(1);
  Transformer<double> model(text_settings(), 3);
  outputs_of(model, workers, batch_for<double>(model.settings()));
  REQUIRE(model.n_layers() == 2);
  REQUIRE(model.n_heads() == 2);
  for (std::size_t layer = 0; layer < 2; ++layer)
    for (std::size_t sequence = 0; sequence < 2; ++sequence)
      for (std::size_t head = 0; head < 2; ++head) {
        const arma::mat W = matrix_of(model.weights(layer, sequence, head));
        CHECK(difference(arma::sum(W, 1), arma::vec(5, arma::fill::ones)) == "");
        CHECK(W.is_trimatl());
      }
  CHECK(difference(matrix_of(model.weights(0, 0, 0)), matrix_of(model.weights(1, 0, 0))) != "");
}

TEST_CASE("Transformer: in a causal one a token moves no logit before it",
          "[network][transformer]") {
  Workers workers(1);
  Transformer<double> model(text_settings(), 3);
  Batch<double> batch = batch_for<double>(model.settings());
  const arma::mat before = outputs_of(model, workers, batch);
  for (std::size_t j = 0; j < 5; ++j) {
    batch.tokens[j] = (batch.tokens[j] + 1) % 11;
    const arma::mat after = outputs_of(model, workers, batch);
    if (j > 0) CHECK(same(after.rows(0, j - 1), before.rows(0, j - 1)));
    for (std::size_t i = j; i < 5; ++i) CHECK_FALSE(same(after.row(i), before.row(i)));
    CHECK(same(after.rows(5, 9), before.rows(5, 9)));  // the other sequence
    batch = batch_for<double>(model.settings());
  }
}

TEST_CASE("Transformer: a later target gives earlier tokens a gradient, not the other way round",
          "[network][transformer]") {
  Transformer<double> model(text_settings(), 3);
  Batch<double> batch = batch_for<double>(model.settings());
  batch.tokens = {0, 1, 2, 3, 4, 0, 0, 0, 0, 0};
  batch.targets.assign(10, kNoTarget);
  batch.targets[2] = 7;
  Workers workers(1);
  loss_and_gradients(model, workers, batch, {});
  const arma::mat dE = matrix_of(model.parameters.gradient_of(model.parameters.tensors()[0]));
  for (const arma::uword seen : {0U, 1U, 2U}) CHECK(arma::abs(dE.row(seen)).max() > 1e-6);
  for (const arma::uword later : {3U, 4U}) CHECK(dE.row(later).is_zero());
}

TEST_CASE("Transformer: padding moves nothing", "[network][transformer]") {
  TransformerSettings last = last_token_settings();
  last.mask.reset();
  Workers workers(1);
  for (const TransformerSettings& settings : {classifier_settings(), last, bare_settings()}) {
    Transformer<double> model(settings, 3);
    Batch<double> batch = batch_for<double>(settings);
    const double loss = loss_and_gradients(model, workers, batch, {});
    const std::vector<double> gradients = model.parameters.gradients;
    const arma::mat outputs = outputs_of(model, workers, batch);
    // Other tokens in the places of padding.
    batch.tokens[8] = 0;
    batch.tokens[9] = 7;
    CHECK(loss_and_gradients(model, workers, batch, {}) == loss);
    CHECK((model.parameters.gradients == gradients));
    CHECK(same(outputs_of(model, workers, batch), outputs));
    // No padding at all: the second sequence by itself.
    Batch<double> alone;
    alone.n_sequences = 1;
    alone.length = 3;
    alone.tokens.assign(batch.tokens.begin() + 5, batch.tokens.begin() + 8);
    CHECK(difference(outputs_of(model, workers, alone), outputs.row(1)) == "");
  }
}

TEST_CASE("Transformer: a sequence does not hear of the others", "[network][transformer]") {
  Workers workers(1);
  for (const auto& [name, settings] : all_settings()) {
    CAPTURE(name);
    Transformer<double> model(settings, 3);
    Batch<double> batch = batch_for<double>(settings), second = batch;
    const arma::mat both = outputs_of(model, workers, batch);
    second.n_sequences = 1;
    if (settings.vocabulary == 0)
      second.vectors.erase(second.vectors.begin(), second.vectors.begin() + 30);
    else
      second.tokens.erase(second.tokens.begin(), second.tokens.begin() + 5);
    if (!second.lengths.empty()) second.lengths = {3};
    CHECK(difference(outputs_of(model, workers, second), both.tail_rows(both.n_rows / 2)) == "");
    CHECK(same(outputs_of(model, workers, batch), both));  // and it may grow again
  }
}

TEST_CASE("Transformer: a mask of its own in place of a causal one", "[network][transformer]") {
  Workers workers(1);
  TransformerSettings settings = text_settings();
  settings.mask = half_mask(5);
  Transformer<double> model(settings, 3);
  outputs_of(model, workers, batch_for<double>(settings));
  const arma::mat W = matrix_of(model.weights(0, 1, 1));
  CHECK(W.submat(0, 0, 2, 4).min() > 0);
  CHECK(W.submat(3, 0, 4, 2).min() > 0);
  CHECK(W.submat(3, 3, 4, 4).is_zero());
}

TEST_CASE("Transformer: drops numbers in training alone, other ones in every step",
          "[network][transformer]") {
  Workers workers(1);
  for (const auto& [name, settings] : all_settings()) {
    CAPTURE(name);
    Transformer<double> model(settings, 3);
    TransformerSettings without = settings;
    without.dropout = 0;
    Transformer<double> plain(without, 3);
    const Batch<double> batch = batch_for<double>(settings);
    const arma::mat quiet = outputs_of(model, workers, batch);
    const arma::mat first = outputs_of(model, workers, batch, {true, 1, 1});
    CHECK(same(outputs_of(plain, workers, batch, {true, 1, 1}), quiet));
    CHECK(same(outputs_of(model, workers, batch, {true, 1, 1}), first));
    CHECK_FALSE(same(first, quiet));
    CHECK_FALSE(same(outputs_of(model, workers, batch, {true, 1, 2}), first));
    CHECK_FALSE(same(outputs_of(model, workers, batch, {true, 2, 1}), first));
  }
}

TEST_CASE("Transformer: dropout leaves the mean of the input as it is", "[network][transformer]") {
  Workers workers(1);
  // Sinusoids alone, dropped 400 times: each number has variance x² p/(1 − p).
  TransformerSettings settings = classifier_settings();
  settings.n_layers = settings.n_outputs = 0;
  settings.pooling.reset();
  settings.dropout = 0.5;
  Transformer<double> model(settings, 1);
  const Batch<double> batch = token_batch<double>();
  const arma::mat quiet = outputs_of(model, workers, batch);
  arma::mat mean(10, 8, arma::fill::zeros);
  for (std::uint64_t step = 0; step < 400; ++step)
    mean += outputs_of(model, workers, batch, {true, 1, step}) / 400;
  CHECK(arma::max(arma::vectorise(arma::abs(mean - quiet) - 4.5 / 20 * arma::abs(quiet))) < 1e-12);
}
