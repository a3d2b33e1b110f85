#include "pretrained/forward/pretrained_model.hpp"

#include <filesystem>
#include <mutex>
#include <string>

#include "core/attention.hpp"
#include "core/heads.hpp"
#include "network/row_matrix.hpp"
#include "pretrained/family/tensors.hpp"
#include "pretrained/forward/stored_numbers.hpp"
#include "pretrained/model_fixtures.hpp"
#include "pretrained/stored_tensors.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

using namespace attn;
using nlohmann::json;

namespace {

// One sequence, and what the framework makes of it (tests/pretrained/make_models.py).
struct FrameworkCase {
  std::string name;
  ModelInput input;
  std::vector<double> hidden_states, attentions, logits;
};

std::vector<double> numbers(const WeightFiles& files, const std::string& name) {
  return files.has(name) ? all_numbers<double>(files.tensor(name)) : std::vector<double>{};
}

std::vector<std::uint32_t> as_ids(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

std::vector<FrameworkCase> framework_cases(const std::string& model) {
  const WeightFiles files((kModels / model / "expected").string());
  std::vector<FrameworkCase> cases;
  for (const std::string name : {"plain", "pair", "right", "left"}) {
    if (!files.has(name + ".ids")) continue;
    FrameworkCase one{.name = name};
    one.input.ids = as_ids(numbers(files, name + ".ids"));
    one.input.types = as_ids(numbers(files, name + ".types"));
    for (const double is_real : numbers(files, name + ".mask"))
      one.input.is_padding.push_back(is_real == 0.0);
    one.hidden_states = numbers(files, name + ".hidden_states");
    one.attentions = numbers(files, name + ".attentions");
    one.logits = numbers(files, name + ".logits");
    cases.push_back(std::move(one));
  }
  return cases;
}

// Compares the rows of real queries: what one of padding says is nobody's business.
template <class Real>
void require_rows(const ModelInput& input, Rows<const Real> got, const double* wanted,
                  double tolerance) {
  double most = 0.0;
  for (std::size_t i = 0; i < got.n_rows; ++i) {
    if (!input.is_padding.empty() && input.is_padding[i]) continue;
    for (std::size_t j = 0; j < got.n_cols; ++j) {
      const double expected = wanted[i * got.n_cols + j];
      most = std::max(most, std::abs(static_cast<double>(got(i, j)) - expected) /
                                std::max(1.0, std::abs(expected)));
    }
  }
  CHECK(most <= tolerance);
}

template <class Real>
void require_like_framework(const std::string& name, double tolerance) {
  const WeightFiles files((kModels / name).string());
  PretrainedModel<Real> model(architecture_with(config_of(name)), files);
  for (const FrameworkCase& one : framework_cases(name)) {
    CAPTURE(name, one.name);
    const std::size_t n = one.input.ids.size(), n_heads = model.n_heads();
    TokenRows<Real> X = model.embed(one.input);
    const double* hidden = one.hidden_states.data();
    for (std::size_t layer = 0; layer < model.n_layers(); ++layer) {
      CAPTURE(layer);
      require_rows<Real>(one.input, X.rows(), hidden + layer * n * X.n_cols(), tolerance);
      std::mutex lock;
      std::vector<TokenRows<Real>> maps(n_heads);
      LayerRun<Real> run{.watch = [&](std::size_t head, Rows<const Real> weights) {
        const std::lock_guard held(lock);
        maps[head] = TokenRows<Real>(n, n);
        for (std::size_t i = 0; i < n; ++i)
          std::copy_n(weights.row(i), n, maps[head].rows().row(i));
      }};
      TokenRows<Real> unwatched = X.copy();
      model.apply_layer(layer, one.input, unwatched);
      model.apply_layer(layer, one.input, X, run);
      for (std::size_t head = 0; head < n_heads; ++head)
        require_rows<Real>(one.input, maps[head].rows(),
                           one.attentions.data() + (layer * n_heads + head) * n * n, tolerance);
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < X.n_cols(); ++j)
          REQUIRE(std::abs(X.rows()(i, j) - unwatched.rows()(i, j)) <= 1e-5);
    }
    require_rows<Real>(one.input, model.last_states(X.rows()).rows(),
                       hidden + model.n_layers() * n * X.n_cols(), tolerance);
    REQUIRE(model.has_head());
    const TokenRows<Real> logits = model.logits(X.rows());
    require_rows<Real>(one.input, logits.rows().columns(0, one.logits.size() / n),
                       one.logits.data(), tolerance);
  }
}

const ModelInput kSentence{.ids = {1, 17, 42, 5, 17, 42, 9, 88, 33, 17, 42, 60}};

// States behind all layers, and logits, of one sentence.
template <class Real>
struct Passed {
  arma::mat states, logits;
};

template <class Real>
Passed<Real> passed(const json& config, const std::string& folder, const LayerRun<Real>& run = {},
                    unsigned n_threads = 1) {
  const WeightFiles files(folder);
  PretrainedModel<Real> model(architecture_with(config), files, n_threads);
  TokenRows<Real> X = model.embed(kSentence);
  model.apply_layer(0, kSentence, X, run);
  for (std::size_t layer = 1; layer < model.n_layers(); ++layer)
    model.apply_layer(layer, kSentence, X);
  return {matrix_of(X.rows()), matrix_of(model.logits(X.rows()).rows())};
}

template <class Real>
std::string pass_refusal(const json& config, const std::string& folder) {
  return refusal([&] { passed<Real>(config, folder); });
}

template <class Real>
std::string embed_refusal(const std::string& name, const ModelInput& input) {
  const WeightFiles files(model_path(name));
  PretrainedModel<Real> model(architecture_with(config_of(name)), files);
  return refusal([&] { model.embed(input); });
}

}  // namespace

TEST_CASE("PretrainedModel: states, weights and logits are the framework's") {
  for (const std::string name : {"gpt2", "gpt2-scaled", "bert", "distilbert", "roberta"}) {
    require_like_framework<double>(name, 1e-12);
    require_like_framework<float>(name, 1e-5);
  }
  for (const std::string name : {"llama", "llama-biased", "mistral", "qwen2", "qwen3"}) {
    require_like_framework<float>(name, 1e-5);
    require_like_framework<double>(name, 1e-5);
  }
}

TEST_CASE("PretrainedModel: the fixture of GPT-2 is as odd as its own file") {
  const WeightFiles files(model_path("gpt2"));
  CHECK(files.has("h.0.attn.bias"));
  CHECK(reinterpret_cast<std::uintptr_t>(files.tensor("wte.weight").bytes.data()) % 4 != 0);
}

TEST_CASE("PretrainedModel: how many threads there are changes no digit") {
  for (const char* name : kModelNames) {
    CAPTURE(name);
    const auto one = passed<float>(config_of(name), model_path(name), {}, 1),
               two = passed<float>(config_of(name), model_path(name), {}, 2);
    CHECK(same(one.states, two.states));
    CHECK(same(one.logits, two.logits));
  }
}

TEST_CASE("PretrainedModel: one row alone goes on, and is what it is among all") {
  for (const char* name : {"gpt2", "bert", "qwen3"}) {
    CAPTURE(name);
    const WeightFiles files(model_path(name));
    PretrainedModel<double> model(architecture_with(config_of(name)), files, 2);
    TokenRows<double> all = model.embed(kSentence), one = all.copy();
    model.apply_layer(0, kSentence, all);
    model.apply_layer(0, kSentence, one, {.only_row = 7});
    CHECK(difference(matrix_of(one.rows().rows(7, 1)), matrix_of(all.rows().rows(7, 1)), 1e-12) ==
          "");
  }
}

TEST_CASE("PretrainedModel: without a head is as if its rows of W_O were 0") {
  const json config = config_of("gpt2");
  const ModelCopy zeroed("gpt2");
  // 8 numbers of head 0 to 32 of the output.
  zeroed.overwrite("h.0.attn.c_proj.weight", std::string(8 * 32 * sizeof(float), '\0'));
  const auto without = passed<double>(config, model_path("gpt2"), {.without = {0}}),
             by_weights = passed<double>(config, zeroed.path()),
             whole = passed<double>(config, model_path("gpt2"));
  CHECK(difference(without.states, by_weights.states) == "");
  CHECK(difference(without.logits, by_weights.logits) == "");
  CHECK(difference(without.states, whole.states) != "");
  const auto none_left = passed<double>(config, model_path("gpt2"), {.without = {0, 1, 2, 3}});
  CHECK(difference(none_left.states, without.states) != "");
}

TEST_CASE("PretrainedModel: NaN in any tensor is named") {
  for (const char* name : kModelNames) {
    if (std::string(name) == "mistral") continue;  // in shards, and else as llama
    const std::vector<std::string> tensors = WeightFiles(model_path(name)).names();
    for (const std::string& tensor : tensors) {
      if (is_no_parameter(tensor)) continue;
      CAPTURE(name, tensor);
      const ModelCopy spoiled(name);
      const std::size_t n_bytes = WeightFiles(model_path(name)).tensor(tensor).bytes.size();
      spoiled.overwrite(tensor, std::string(n_bytes, '\xff'));
      const std::string expected = spoiled.path("model.safetensors") + ":" + tensor +
                                   ": it holds NaN or infinity. Fetch the file again, or ask "
                                   "whoever made it.";
      CHECK(pass_refusal<float>(config_of(name), spoiled.path()) == expected);
    }
  }
  const ModelCopy spoiled("gpt2");
  spoiled.overwrite("h.1.ln_2.weight", bytes_of<float>({INFINITY}));
  CHECK_THAT(pass_refusal<double>(config_of("gpt2"), spoiled.path()),
             ContainsSubstring("h.1.ln_2.weight: it holds NaN or infinity."));
}

TEST_CASE("PretrainedModel: what grows beyond its type is named with the type") {
  const ModelCopy loud("gpt2");
  loud.overwrite("h.1.mlp.c_fc.weight", bytes_of(std::vector<float>(32 * 128, 1e38F)));
  loud.overwrite("h.1.mlp.c_proj.weight", bytes_of(std::vector<float>(32 * 128, 1e38F)));
  CHECK(pass_refusal<float>(config_of("gpt2"), loud.path()) ==
        "Layer 1: the numbers grow beyond what fp32 can hold. Compute with --dtype fp64.");
  CHECK(pass_refusal<double>(config_of("gpt2"), loud.path()) == "accepted");

  json config = config_of("gpt2");
  for (const char* key : {"n_embd", "n_head", "n_layer"}) config[key] = 1;
  config["vocab_size"] = 89;
  config["n_positions"] = 20;
  const Architecture architecture = architecture_with(config);
  const ModelTensors names = model_tensors(architecture.family, architecture.sizes);
  std::vector<TensorBytes> tensors;
  const auto add = [&](const std::vector<NamedTensor>& some) {
    for (const NamedTensor& one : some) {
      std::uint64_t n = 1;
      for (const std::uint64_t size : one.shape) n *= size;
      tensors.push_back(
          float64_tensor(one.name, json(one.shape).dump(), std::vector<double>(n, 1e300)));
    }
  };
  add(embedding_tensors(names));
  add(layer_tensors(names.layers[0]));
  add(last_tensors(names));
  const StoredModel louder(tensors);
  PretrainedModel<double> model(architecture, louder.files());
  TokenRows<double> X = model.embed(kSentence);
  CHECK(refusal([&] { model.apply_layer(0, kSentence, X); }) ==
        "Layer 0: the numbers grow beyond what fp64 can hold. Use a config.json "
        "and weights that were saved together.");
}

TEST_CASE("PretrainedModel: a file that is cut off on the way ends in that error") {
  for (const char* name : {"gpt2", "bert", "llama"})
    for (const bool is_double : {false, true}) {
      CAPTURE(name, is_double);
      const ModelCopy cut(name);
      const WeightFiles files(cut.path());
      const std::string path = cut.path("model.safetensors");
      const auto run = [&](auto real) {
        using Real = decltype(real);
        PretrainedModel<Real> model(architecture_with(config_of(name)), files, 2);
        TokenRows<Real> X = model.embed(kSentence);
        model.apply_layer(0, kSentence, X);
        std::filesystem::resize_file(path, 5000);
        TokenRows<Real> Y = X.copy();
        CHECK_THAT(refusal([&] { model.apply_layer(1, kSentence, X); }),
                   ContainsSubstring(path + ": the file was cut off while it was read"));
        CHECK_THAT(refusal([&] { model.logits(Y.rows()); }), ContainsSubstring("cut off"));
        CHECK_THAT(refusal([&] { model.embed(kSentence); }), ContainsSubstring("cut off"));
      };
      is_double ? run(double()) : run(float());
    }
}

TEST_CASE("PretrainedModel: tokens that have no row, and more than there are places for") {
  CHECK(embed_refusal<float>("gpt2", {}) ==
        "The text has no tokens, and a model needs one at least.");
  CHECK(
      embed_refusal<float>("gpt2", {.ids = {3, 576}}) ==
      "The tokenizer makes a token with the id 576, and the model has 576 rows, 0 to 575. "
      "Use a tokenizer and weights that were saved together; for tokens that were added, the model "
      "needs rows: model.resize_token_embeddings(N).");
  CHECK(embed_refusal<float>("gpt2", {.ids = {4294967295}}).starts_with("The tokenizer makes"));
  const auto long_text = [](std::size_t n) {
    return ModelInput{.ids = std::vector<std::uint32_t>(n, 5)};
  };
  CHECK(embed_refusal<float>("gpt2", long_text(40)) == "accepted");
  CHECK(embed_refusal<float>("gpt2", long_text(41)) ==
        "The text has 41 tokens, and the model has places for 40. Give a shorter text, or cut it: "
        "--truncate 40.");
  CHECK(embed_refusal<float>("roberta", long_text(38)) == "accepted");
  CHECK_THAT(embed_refusal<float>("roberta", long_text(39)),
             ContainsSubstring("has places for 38."));
  CHECK(embed_refusal<double>("llama", long_text(500)) == "accepted");
}

TEST_CASE("PretrainedModel: settings and weights of different models") {
  const auto made = [](const std::string& name, const std::string& key, const json& value) {
    json config = config_of(name);
    config[key] = value;
    const WeightFiles files(model_path(name));
    return refusal([&] { PretrainedModel<float>(architecture_with(config), files); });
  };
  CHECK(made("gpt2", "vocab_size", 577) ==
        model_path("gpt2") +
            "/model.safetensors:wte.weight: its shape is (576, 32), and by config.json it must be "
            "(577, 32). Use a config.json and weights that were saved together.");
  CHECK(made("gpt2", "n_layer", 10'000) ==
        "The weights lack the tensor h.2.ln_1.weight (32,), which config.json promises. Use a "
        "config.json and weights that were saved together, with all of their files.");
  CHECK_THAT(made("llama", "attention_bias", true),
             ContainsSubstring("lack the tensor model.layers.0.self_attn.q_proj.bias (32,)"));
  CHECK_THAT(made("llama", "vocab_size", 1'000'000'000'000),
             ContainsSubstring("(1000000000000, 32)"));
}

TEST_CASE("PretrainedModel: a head is the file's, else tied, else none") {
  const auto has_head = [](const std::string& name, bool is_tied) {
    json config = config_of(name);
    config["tie_word_embeddings"] = is_tied;
    const WeightFiles files(model_path(name));
    PretrainedModel<float> model(architecture_with(config), files);
    if (!model.has_head()) {
      const TokenRows<float> X = model.embed(kSentence);
      CHECK_THROWS_AS(model.logits(X.rows()), std::logic_error);
    }
    return model.has_head();
  };
  for (const char* name : {"gpt2", "bert", "roberta", "distilbert", "qwen3"}) {
    CAPTURE(name);
    CHECK(has_head(name, true));
    CHECK_FALSE(has_head(name, false));
  }
  json tied = config_of("llama");
  tied["tie_word_embeddings"] = true;
  CHECK(same(passed<float>(tied, model_path("llama")).logits,
             passed<float>(config_of("llama"), model_path("llama")).logits));
}

TEST_CASE("PretrainedModel: padding stands where the text has it") {
  const WeightFiles files(model_path("gpt2"));
  const PretrainedModel<double> model(architecture_with(config_of("gpt2")), files);
  const auto options = [&](std::vector<bool> is_padding) {
    return model.attention_options(0, {.ids = {1, 2, 3}, .is_padding = std::move(is_padding)});
  };
  CHECK(options({}).n_padded == 0);
  CHECK(options({false, true, true}).n_padded == 2);
  CHECK_FALSE(options({false, true, true}).is_padded_before);
  CHECK(options({true, false, false}).n_padded == 1);
  CHECK(options({true, false, false}).is_padded_before);
}

TEST_CASE("PretrainedModel: a layer as its stages need it") {
  for (const char* name : {"gpt2", "bert"}) {
    CAPTURE(name);
    const WeightFiles files(model_path(name));
    PretrainedModel<double> model(architecture_with(config_of(name)), files);
    TokenRows<double> X = model.embed(kSentence);
    const MultiHeadLayer layer = model.attention_layer(0, X.rows());
    CHECK(layer.counts.n_heads == 4);
    const arma::mat Q = project(layer.X, layer.weights.W_Q, layer.weights.b_Q),
                    K = project(layer.X, layer.weights.W_K, layer.weights.b_K);
    std::mutex lock;
    const auto compare = [&](std::size_t head, Rows<const double> weights) {
      const std::lock_guard held(lock);
      const arma::mat scores =
          attention_scores(head_columns(Q, 4, head), head_columns(K, 4, head)) / std::sqrt(8.0);
      const bool is_causal = std::string(name) == "gpt2";
      CHECK(
          difference(matrix_of(weights),
                     softmax_rows(is_causal ? masked_scores(scores, causal_mask(12, 12)) : scores),
                     1e-12) == "");
    };
    model.apply_layer(0, kSentence, X, {.watch = compare});
  }
}
