#include "network/models/models.hpp"

#include "core/attention.hpp"
#include "core/positions.hpp"
#include "core/recurrent.hpp"
#include "network/five_points.hpp"
#include "network/models/small_models.hpp"
#include "network/optimizers/optimizers.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"

namespace {

template <class Real>
struct ModelCase {
  std::string name;
  std::unique_ptr<Network<Real>> model;
  Batch<Real> batch;
};

// Every kind of model, with a batch for it.
template <class Real>
std::vector<ModelCase<Real>> all_models(std::uint64_t seed) {
  std::vector<ModelCase<Real>> cases;
  for (const auto& [name, settings] : all_settings())
    cases.push_back(
        {name, std::make_unique<Transformer<Real>>(settings, seed), batch_for<Real>(settings)});
  for (const RecurrentKind kind : {RecurrentKind::rnn, RecurrentKind::lstm}) {
    const RecurrentSettings settings{.kind = kind, .vocabulary = 11, .d_model = 6, .n_classes = 2};
    cases.push_back({kind == RecurrentKind::rnn ? "rnn" : "lstm",
                     std::make_unique<RecurrentClassifier<Real>>(settings, seed),
                     class_batch<Real>()});
  }
  return cases;
}

// All parameters after 20 steps of learning with so many threads.
std::vector<float> learned(unsigned n_threads, Network<float>& model, const Batch<float>& batch) {
  Workers workers(n_threads);
  Optimizer<float> optimizer({.kind = OptimizerKind::adamw, .weight_decay = 0.1},
                             model.parameters.size());
  for (std::uint64_t step = 0; step < 20; ++step) {
    const double loss = loss_and_gradients(model, workers, batch, {true, 42, step});
    clip_gradients(model.parameters, gradient_norm(model.parameters), 1.0);
    optimizer.step(workers, model.parameters, 0.003);
    REQUIRE(loss == loss);
  }
  return model.parameters.values;
}

// Tokens enough that every layer is cut into pieces.
Batch<float> large_batch(std::size_t n_sequences, std::size_t length, std::uint32_t vocabulary) {
  Batch<float> batch;
  batch.n_sequences = n_sequences;
  batch.length = length;
  const Draws draws(1, 2, 3);
  for (std::uint32_t i = 0; i < n_sequences * length; ++i)
    batch.tokens.push_back(draws.below(vocabulary, i));
  return batch;
}

using MakeModel = std::function<std::unique_ptr<Network<float>>()>;

void check_threads(const MakeModel& make, const Batch<float>& batch) {
  const std::vector<float> of_one = learned(1, *make(), batch);
  CHECK(of_one != make()->parameters.values);
  for (const unsigned n_threads : {2U, 3U}) CHECK((learned(n_threads, *make(), batch) == of_one));
}

TEST_CASE("loss_and_gradients: differences agree for every model") {
  Workers workers(1);
  for (auto& [name, model, batch] : all_models<double>(11))
    for (const PassMode& pass : {PassMode{}, PassMode{true, 5, 6}}) {
      CAPTURE(name, pass.is_training);
      const auto loss = [&m = *model, &b = batch, &workers, &pass] {
        return loss_in(m, workers, b, pass);
      };
      CHECK(loss_and_gradients(*model, workers, batch, pass) == loss());
      const std::vector<ClaimedGradient> claims = claims_of(model->parameters);
      CHECK(gradient_fault(claims, loss) == "");
      CHECK(slope_fault(claims, loss) == "");
    }
}

TEST_CASE("loss_and_gradients: what was there before is replaced") {
  Workers workers(1);
  for (auto& [name, model, batch] : all_models<double>(11)) {
    CAPTURE(name);
    const double loss = loss_and_gradients(*model, workers, batch, {});
    const std::vector<double> gradients = model->parameters.gradients;
    CHECK(loss_and_gradients(*model, workers, batch, {}) == loss);
    CHECK((model->parameters.gradients == gradients));
  }
}

TEST_CASE("loss_of: the loss in evaluation, and no gradients") {
  Workers workers(1);
  for (auto& [name, model, batch] : all_models<double>(11)) {
    CAPTURE(name);
    const double loss = loss_of(*model, workers, batch);
    CHECK(arma::vec(model->parameters.gradients).is_zero());
    CHECK(loss_and_gradients(*model, workers, batch, {}) == loss);
    CHECK(loss_of(*model, workers, batch) == loss);
  }
}

TEST_CASE("loss_and_gradients: float is near double") {
  Workers workers(1);
  auto in_double = all_models<double>(11);
  auto in_float = all_models<float>(11);
  for (std::size_t i = 0; i < in_double.size(); ++i)
    for (const PassMode& pass : {PassMode{}, PassMode{true, 5, 6}}) {
      CAPTURE(in_double[i].name, pass.is_training);
      Network<double>& exact = *in_double[i].model;
      Network<float>& quick = *in_float[i].model;
      const double loss = loss_and_gradients(exact, workers, in_double[i].batch, pass);
      CHECK(loss_and_gradients(quick, workers, in_float[i].batch, pass) ==
            Approx(loss).epsilon(1e-5));
      const arma::vec g(exact.parameters.gradients);
      const auto g_float = arma::conv_to<arma::vec>::from(quick.parameters.gradients);
      CHECK(difference(g_float, g, 1e-5 * arma::abs(g).max()) == "");
    }
}

TEST_CASE("Model: learns the same digits with any number of threads, by attention") {
  TransformerSettings settings = text_settings();
  settings.vocabulary = settings.n_outputs = 100;
  settings.d_model = 48;
  settings.n_heads = settings.n_kv_heads = 4;
  settings.d_ff = 96;
  settings.n_layers = 1;
  settings.longest = 16;
  Batch<float> batch = large_batch(32, 16, 100);
  for (const std::uint32_t token : batch.tokens)
    batch.targets.push_back(static_cast<std::int32_t>((token + 7) % 100));
  REQUIRE(n_pieces(2.0 * 512 * 48 * 144, 144 / 16) > 2);           // projections
  REQUIRE(n_pieces(24.0 * 32 * 4 * 16 * 16 * (12 + 12), 32) > 2);  // attention
  check_threads([&] { return std::make_unique<Transformer<float>>(settings, 1); }, batch);
}

TEST_CASE("Model: learns the same digits with any number of threads, by recurrence") {
  const RecurrentSettings settings{.kind = RecurrentKind::lstm, .vocabulary = 100, .d_model = 48};
  Batch<float> batch = large_batch(48, 8, 100);
  for (std::int32_t s = 0; s < 48; ++s) batch.targets.push_back(s % 2);
  REQUIRE(n_pieces(2.0 * 48 * 8 * 48 * 192, 48 / 8) > 2);
  check_threads([&] { return std::make_unique<RecurrentClassifier<float>>(settings, 1); }, batch);
}

struct BlockKind {
  NormPlace norm;
  bool has_residual;
  std::size_t d_ff;
  PositionKind positions;
};

const std::vector<BlockKind> kBlockKinds{{NormPlace::none, false, 0, PositionKind::none},
                                         {NormPlace::none, true, 12, PositionKind::none},
                                         {NormPlace::pre, true, 0, PositionKind::none},
                                         {NormPlace::pre, true, 12, PositionKind::rotary},
                                         {NormPlace::pre, false, 12, PositionKind::none},
                                         {NormPlace::post, true, 0, PositionKind::none},
                                         {NormPlace::post, true, 12, PositionKind::rotary}};

TransformerSettings block_settings(const BlockKind& kind) {
  TransformerSettings s;
  s.d_model = 8;
  s.n_heads = 4;
  s.n_kv_heads = 2;
  s.norm = kind.norm;
  s.has_residual = kind.has_residual;
  s.d_ff = kind.d_ff;
  s.dropout = 0.2;
  s.activation = ActivationKind::gelu;
  return s;
}

// A block on two sequences of four tokens.
struct BlockProblem {
  explicit BlockProblem(const BlockKind& kind, const PassMode& pass = {})
      : block(parameters, "h.0.", 0, block_settings(kind)),
        run{.workers = workers,
            .pass = pass,
            .n_sequences = 2,
            .length = 4,
            .bias = bias,
            .rotary = kind.positions == PositionKind::rotary ? &rotary : nullptr} {}

  Workers workers{1};
  Parameters<double> parameters{4};
  AttentionBias<double> bias;
  RotaryTurn<double> rotary{4, 2};
  TransformerBlock<double> block;
  BlockPass<double> run;
};

TEST_CASE("TransformerBlock: whose parts say nothing") {
  // All weights 0: what is left is the residual, normed or not.
  const RowMatrix<double> X = random_rows(1, 8, 8);
  const auto result_of = [&](const BlockKind& kind) {
    BlockProblem problem(kind);
    for (const auto& tensor : problem.parameters.tensors())
      if (tensor.name.find("ln_") == std::string::npos)
        for (std::size_t i = 0; i < tensor.n_rows * tensor.n_cols; ++i)
          problem.parameters.values[tensor.first + i] = 0;
    return matrix_of(problem.block.forward(problem.run, X));
  };
  CHECK(same(result_of({NormPlace::pre, true, 12, PositionKind::none}), matrix_of(X)));
  CHECK(same(result_of({NormPlace::none, true, 12, PositionKind::none}), matrix_of(X)));
  CHECK(result_of({NormPlace::none, false, 12, PositionKind::none}).is_zero());
  const arma::mat normed = result_of({NormPlace::post, true, 0, PositionKind::none});
  CHECK(arma::abs(arma::mean(normed, 1)).max() < 1e-12);
  CHECK(arma::abs(arma::var(normed, 1, 1) - 1).max() < 1e-3);
  CHECK(arma::abs(normed.row(0) / (matrix_of(X).row(0) - arma::mean(matrix_of(X).row(0))) -
                  normed(0, 0) / (X.rows()(0, 0) - arma::mean(matrix_of(X).row(0))))
            .max() < 1e-9);
}

TEST_CASE("TransformerBlock: differences agree for every kind, with dropout as well") {
  const RowMatrix<double> R = random_rows(2, 8, 8);
  for (const BlockKind& kind : kBlockKinds)
    for (const PassMode& pass : {PassMode{}, PassMode{true, 5, 6}}) {
      CAPTURE(name_in(kNormPlaces, kind.norm), kind.has_residual, kind.d_ff, pass.is_training);
      BlockProblem problem(kind, pass);
      RowMatrix<double> X = random_rows(1, 8, 8), d = R;
      const auto loss = [&] { return weighted_sum(R, problem.block.forward(problem.run, X)); };
      loss();
      problem.block.backward(problem.run, X, d);
      std::vector<ClaimedGradient> claims = claims_of(problem.parameters);
      claims.emplace_back("X", X, d);
      CHECK(gradient_fault(claims, loss) == "");
      CHECK(slope_fault(claims, loss) == "");
    }
}

TEST_CASE("TransformerBlock: the bias of the keys has no gradient") {
  // It adds the same to all scores of a query.
  BlockProblem problem({NormPlace::pre, true, 12, PositionKind::none});
  const RowMatrix<double> X = random_rows(1, 8, 8);
  RowMatrix<double> d = random_rows(2, 8, 8);
  problem.block.forward(problem.run, X);
  problem.block.backward(problem.run, X, d);
  for (const auto& tensor : problem.parameters.tensors()) {
    if (tensor.name != "h.0.attn.c_attn.bias") continue;
    const arma::mat db = matrix_of(problem.parameters.gradient_of(tensor));
    CHECK(arma::abs(db.cols(0, 7)).max() > 1e-4);
    CHECK(arma::abs(db.cols(8, 11)).max() < 1e-15);
    CHECK(arma::abs(db.cols(12, 15)).max() > 1e-4);
  }
}

TEST_CASE("TransformerBlock: the weights of a sequence and a head") {
  BlockProblem problem({NormPlace::pre, true, 0, PositionKind::none});
  problem.bias.of_mask = AttentionBias<double>::from(causal_mask(4, 4));
  const RowMatrix<double> X = random_rows(1, 8, 8);
  problem.block.forward(problem.run, X);
  for (std::size_t sequence = 0; sequence < 2; ++sequence)
    for (std::size_t head = 0; head < 4; ++head) {
      const arma::mat W = matrix_of(problem.block.weights(sequence, head));
      REQUIRE(W.n_rows == 4);
      REQUIRE(W.n_cols == 4);
      CHECK(W.is_trimatl());
      CHECK(difference(arma::sum(W, 1), arma::vec(4, arma::fill::ones)) == "");
    }
}

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

TEST_CASE("Transformer: parameters are named as GPT-2's") {
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

TEST_CASE("Transformer: what is shared by heads has fewer columns") {
  Transformer<double> model(last_token_settings(), 1);
  CHECK(tensor(model, "h.0.attn.c_attn.weight").n_rows == 8);
  CHECK(tensor(model, "h.0.attn.c_attn.weight").n_cols == 8 + 2 * 2 * 2);
}

TEST_CASE("Transformer: matrices begin as PyTorch's do") {
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

TEST_CASE("Transformer: or all from one normal distribution") {
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

TEST_CASE("Transformer: without anything around it, attention as core computes it") {
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

TEST_CASE("Transformer: sinusoidal places are those of core") {
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

TEST_CASE("Transformer: learned places are added to the tokens") {
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

TEST_CASE("Transformer: the weights of every layer, sequence and head") {
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

TEST_CASE("Transformer: in a causal one a token moves no logit before it") {
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

TEST_CASE("Transformer: a later target gives earlier tokens a gradient, not the other way round") {
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

TEST_CASE("Transformer: padding moves nothing") {
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

TEST_CASE("Transformer: a sequence does not hear of the others") {
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

TEST_CASE("Transformer: a mask of its own in place of a causal one") {
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

TEST_CASE("Transformer: drops numbers in training alone, other ones in every step") {
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

TEST_CASE("Transformer: dropout leaves the mean of the input as it is") {
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

constexpr RecurrentKind kRecurrentKinds[] = {RecurrentKind::rnn, RecurrentKind::lstm};

RecurrentSettings recurrent_settings(RecurrentKind kind) {
  return {.kind = kind, .vocabulary = 11, .d_model = 6, .n_classes = 3};
}

// Tensor i as core takes it.
arma::mat tensor_at(Network<double>& model, std::size_t i) {
  return matrix_of(model.parameters.value_of(model.parameters.tensors()[i]));
}

TEST_CASE("RecurrentClassifier: parameters are named as PyTorch's") {
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

TEST_CASE("RecurrentClassifier: the state after the last real word, as core computes it") {
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

TEST_CASE("RecurrentClassifier: padding moves nothing") {
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

// Whole models and what becomes of them in a hundred steps, as in PyTorch:
// ../pytorch_reference.py wrote the file that is read here.

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

TEST_CASE("Model: loss and gradients as in PyTorch, in double and in float") {
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

TEST_CASE("Optimizer: a hundred steps of every model as in PyTorch, in double") {
  for (const std::string& name : kModelNames)
    for (const std::string& rule : kRules) {
      CAPTURE(name, rule);
      CHECK(difference(trained<double>(name, rule), trained_reference(name, rule), 1e-9) == "");
    }
}

TEST_CASE("Optimizer: a hundred steps of every model as in PyTorch, in float") {
  for (const std::string& name : kModelNames)
    for (const std::string& rule : kRules) {
      CAPTURE(name, rule);
      CHECK(difference(trained<float>(name, rule), trained_reference(name, rule), 1e-3) == "");
    }
}

}  // namespace
