#include "pretrained/family/family.hpp"

#include "costs/family_config.hpp"
#include "data/model/model_files.hpp"
#include "pretrained/model_fixtures.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"

namespace {

constexpr std::uint64_t kContext = 64;

RotarySettings rotary_of(const json& config) {
  const Settings settings = model_config(config.dump(), "config.json");
  return rotary_settings(SettingReader(settings), kContext);
}

// As version 5 of the framework writes them, and as version 4 does.
RotarySettings in_parameters(const json& parameters) {
  return rotary_of({{"rope_parameters", parameters}});
}
RotarySettings in_scaling(const json& scaling, double base) {
  return rotary_of({{"rope_theta", base}, {"rope_scaling", scaling}});
}

std::string rotary_refusal(const json& config) {
  return refusal([&] { rotary_of(config); });
}

std::string frequencies_differ(const RotarySettings& settings, arma::uword d_head,
                               arma::uword n_tokens, const arma::vec& expected) {
  return difference(rotary_frequencies(settings, d_head, n_tokens), expected, 1e-15);
}

// Lengths for which numbers of turns are round: a pair of frequency w turns 40 w times.
const double kLearned = 40 * 2 * std::numbers::pi;

TEST_CASE("rotary_settings: nothing said, and the base in each place") {
  const RotarySettings usual = rotary_of(json::object());
  CHECK(usual.base == 10000.0);
  CHECK(usual.scaling == RopeScaling::none);
  CHECK(usual.length == 1.0);
  CHECK(rotary_of({{"rope_theta", 500000}}).base == 500000.0);
  CHECK(rotary_of({{"rope_theta", 500000}, {"rope_scaling", nullptr}}).base == 500000.0);
  CHECK(in_parameters({{"rope_type", "default"}, {"rope_theta", 1e6}}).base == 1e6);
  CHECK(rotary_of({{"rope_theta", 5.0}, {"rope_parameters", {{"rope_theta", 7.0}}}}).base == 7.0);
  CHECK(rotary_of({{"rope_theta", 5.0}, {"rope_parameters", {{"rope_type", "default"}}}}).base ==
        5.0);
}

TEST_CASE("rotary_settings: where both objects are there, rope_scaling is all that counts") {
  const json parameters{{"rope_type", "linear"}, {"rope_theta", 7.0}, {"factor", 3.0}};
  const RotarySettings both =
      rotary_of({{"rope_parameters", parameters},
                 {"rope_scaling", {{"rope_type", "dynamic"}, {"factor", 2.0}}}});
  CHECK(both.scaling == RopeScaling::dynamic);
  CHECK(both.factor == 2.0);
  CHECK(both.base == 10000.0);
  for (const json& nothing : {json(nullptr), json::object()})
    CHECK(rotary_of({{"rope_parameters", parameters}, {"rope_scaling", nothing}}).base == 7.0);
}

TEST_CASE("rotary_frequencies: plain") {
  CHECK(frequencies_differ(in_parameters({{"rope_theta", 100.0}}), 4, 9, {1.0, 0.1}) == "");
  CHECK(frequencies_differ(in_parameters({{"rope_theta", 16.0}}), 8, 9, {1.0, 0.5, 0.25, 0.125}) ==
        "");
}

TEST_CASE("rotary_frequencies: linear") {
  const json linear{{"type", "linear"}, {"factor", 2.0}};
  CHECK(frequencies_differ(in_scaling(linear, 100.0), 4, 9, {0.5, 0.05}) == "");
  CHECK(frequencies_differ(
            in_parameters({{"rope_type", "linear"}, {"factor", 2.0}, {"rope_theta", 100.0}}), 4, 9,
            {0.5, 0.05}) == "");
}

TEST_CASE("rotary_frequencies: dynamic grows with the sequence, beyond what the model learned") {
  const RotarySettings settings =
      in_parameters({{"rope_type", "dynamic"}, {"factor", 2.0}, {"rope_theta", 100.0}});
  CHECK(frequencies_differ(settings, 4, 5, {1.0, 0.1}) == "");
  CHECK(frequencies_differ(settings, 4, kContext, {1.0, 0.1}) == "");
  // 100 · (2 · 128 / 64 − 1)^(4 / 2) = 900
  CHECK(frequencies_differ(settings, 4, 2 * kContext, {1.0, 1.0 / 30}) == "");
  // A head of one pair has no exponent, and its frequency is 1 with any base.
  CHECK(frequencies_differ(settings, 2, 2 * kContext, {1.0}) == "");
}

TEST_CASE("rotary_frequencies: llama3 keeps fast pairs, slows the slow ones, mixes between") {
  // 40, 4, 0.4 and 0.04 turns; of the second a share of (4 − 1) / (8 − 1) is kept.
  const json scaling{{"factor", 8.0},
                     {"low_freq_factor", 1.0},
                     {"high_freq_factor", 8.0},
                     {"original_max_position_embeddings", kLearned}};
  const arma::vec expected{1.0, (4.0 / 7 / 8 + 3.0 / 7) * 0.1, 0.01 / 8, 0.001 / 8};
  CHECK(frequencies_differ(in_scaling(with(scaling, "rope_type", "llama3"), 10000.0), 8, 9,
                           expected) == "");
  json parameters = with(scaling, "rope_type", "llama3");
  CHECK(frequencies_differ(in_parameters(parameters), 8, 9, expected) == "");
  // The length may stand outside; else it is that of the context.
  json outside{{"original_max_position_embeddings", kLearned}};
  outside["rope_scaling"] = without(parameters, "original_max_position_embeddings");
  CHECK(frequencies_differ(rotary_of(outside), 8, 9, expected) == "");
  outside.erase("original_max_position_embeddings");
  CHECK(rotary_of(outside).n_original == static_cast<double>(kContext));
}

TEST_CASE("rotary_frequencies: yarn goes over from pair to pair") {
  // A pair that turns 40 / √10 times would be number 0.5, one that turns 40 / 10^2.5 times 2.5.
  json yarn{{"rope_type", "yarn"},
            {"factor", 4.0},
            {"beta_fast", 40 / std::sqrt(10.0)},
            {"beta_slow", 40 / std::pow(10.0, 2.5)},
            {"original_max_position_embeddings", kLearned}};
  const auto mixed = [](const arma::vec& shares) {
    const arma::vec plain{1.0, 0.1, 0.01, 0.001};
    return arma::vec(plain % (1 - 0.75 * shares));
  };
  CHECK(difference(rotary_frequencies(in_parameters(yarn), 8, 9),
                   mixed({0.0, 1.0 / 3, 2.0 / 3, 1})) == "");
  yarn["truncate"] = false;
  CHECK(difference(rotary_frequencies(in_parameters(yarn), 8, 9), mixed({0.0, 0.25, 0.75, 1.0})) ==
        "");
  CHECK(in_parameters(yarn).length == Approx(0.1 * std::log(4.0) + 1));
  CHECK(in_parameters(with(yarn, "attention_factor", 0.7)).length == 0.7);
  CHECK(in_parameters(with(yarn, "attention_factor", nullptr)).length ==
        Approx(0.1 * std::log(4.0) + 1));
  CHECK(in_parameters(with(with(yarn, "mscale", 2.0), "mscale_all_dim", 0.5)).length ==
        Approx((0.2 * std::log(4.0) + 1) / (0.05 * std::log(4.0) + 1)));
  CHECK(in_parameters(with(yarn, "mscale", 2.0)).length == Approx(0.1 * std::log(4.0) + 1));
  CHECK(in_parameters(with(yarn, "factor", 1.0)).length == 1.0);
  CHECK(
      in_parameters(with(without(yarn, "factor"), "original_max_position_embeddings", 16)).factor ==
      4.0);
}

TEST_CASE("rotary_settings: refuses what it does not know, and what cannot be") {
  CHECK(rotary_refusal({{"rope_parameters", {{"rope_type", "longrope"}}}}) ==
        "config.json: \"rope_parameters.rope_type\" must be one of default, linear, dynamic, "
        "llama3, yarn, but it is \"longrope\".");
  CHECK(rotary_refusal({{"rope_scaling", {{"type", "su"}}}}) ==
        "config.json: \"rope_scaling.type\" must be one of default, linear, dynamic, llama3, yarn, "
        "but it is \"su\".");
  CHECK(rotary_refusal({{"rope_scaling", {{"type", "linear"}, {"factor", 0}}}}) ==
        "config.json: \"rope_scaling.factor\" must be a number above 0 and at most 1000000000000, "
        "but it is 0.");
  CHECK(rotary_refusal({{"rope_parameters", {{"rope_type", "linear"}}}}) ==
        "config.json: \"factor\" is missing, and rotary positions of the kind \"linear\" need it.");
  for (const double base : {1.0, 0.0, -5.0})
    CHECK_THAT(rotary_refusal({{"rope_theta", base}}),
               ContainsSubstring("\"rope_theta\" must be a number above 1 "));
  CHECK_THAT(
      rotary_refusal({{"rope_parameters", {{"rope_theta", 1e200}}}}),
      ContainsSubstring("\"rope_parameters.rope_theta\" must be a number above 1 and at most "
                        "1000000000000, but it is 1e+200."));
  CHECK_THAT(rotary_refusal({{"rope_theta", "10000"}}), ContainsSubstring("must be a number"));
  CHECK(rotary_refusal({{"partial_rotary_factor", 0.5}}) ==
        "config.json: \"partial_rotary_factor\" is 0.5: positions that turn a part of each head "
        "alone are not read, only 1.");
  CHECK_THAT(rotary_refusal({{"rope_parameters", {{"partial_rotary_factor", 0.25}}}}),
             ContainsSubstring("\"partial_rotary_factor\" is 0.25"));
  CHECK(rotary_refusal({{"partial_rotary_factor", 1.0}}) == "accepted");
  const json llama3{{"rope_type", "llama3"}, {"factor", 8}};
  CHECK_THAT(rotary_refusal({{"rope_scaling",
                              with(with(llama3, "low_freq_factor", 4), "high_freq_factor", 4)}}),
             ContainsSubstring("\"rope_scaling.high_freq_factor\" must be a number above 4 "));
  const json yarn{{"rope_type", "yarn"}, {"factor", 8}};
  for (const char* key :
       {"beta_fast", "beta_slow", "attention_factor", "original_max_position_embeddings"})
    CHECK_THAT(
        rotary_refusal({{"rope_scaling", with(yarn, key, -1)}}),
        ContainsSubstring("\"rope_scaling." + std::string(key) + "\" must be a number above 0 "));
  const Settings settings = model_config(json{{"rope_scaling", yarn}}.dump(), "config.json");
  CHECK_REFUSED(rotary_settings(SettingReader(settings), 0),
                "config.json: \"max_position_embeddings\" is missing, and rotary positions of the "
                "kind \"yarn\" need it.");
}

using Windows = std::vector<std::optional<std::uint64_t>>;

std::string architecture_refusal(const json& config) {
  return refusal([&] { architecture_with(config); });
}

json qwen2_with_layers(int n_layers) {
  return with(config_of("qwen2"), "num_hidden_layers", n_layers);
}

TEST_CASE("architecture_of: what each family does in its own way") {
  const Architecture gpt2 = architecture_with(config_of("gpt2"));
  CHECK(gpt2.family == ModelFamily::gpt2);
  CHECK(gpt2.epsilon == 1e-5);
  CHECK(gpt2.norm_first);
  CHECK(gpt2.activation == ActivationKind::gelu_tanh);
  CHECK(gpt2.is_causal());
  CHECK(gpt2.n_longest() == 40);
  CHECK_FALSE(gpt2.rotary.has_value());
  CHECK(gpt2.head == ModelHead::next_token);

  const Architecture bert = architecture_with(config_of("bert"));
  CHECK(bert.epsilon == 1e-12);
  CHECK_FALSE(bert.norm_first);
  CHECK(bert.activation == ActivationKind::gelu);
  CHECK_FALSE(bert.is_causal());
  CHECK(bert.head == ModelHead::masked_token);
  CHECK(architecture_with(with(config_of("bert"), "is_decoder", true)).head ==
        ModelHead::next_token);

  const Architecture distilbert = architecture_with(config_of("distilbert"));
  CHECK(distilbert.epsilon == 1e-12);
  CHECK(distilbert.activation == ActivationKind::gelu);

  const Architecture qwen3 = architecture_with(config_of("qwen3"));
  CHECK(qwen3.epsilon == 1e-6);
  CHECK(qwen3.activation == ActivationKind::silu);
  CHECK(qwen3.sizes.d_head == 16);
  CHECK(qwen3.sizes.query_key_norm);
  CHECK(qwen3.n_longest() == 0);
  CHECK(qwen3.rotary->scaling == RopeScaling::dynamic);
  CHECK(qwen3.rotary->n_context == 8);
}

TEST_CASE("architecture_of: every family has a row, and every fixture is read") {
  for (const auto& family : kModelFamilies) CHECK(is_run(family.name));
  CHECK_FALSE(is_run("gemma"));
  for (const char* name : kModelNames) {
    CAPTURE(name);
    CHECK(architecture_with(config_of(name)).n_layers() == 2);
  }
}

TEST_CASE("Architecture: what scores are multiplied by") {
  json config = config_of("gpt2");  // heads of width 8
  CHECK(architecture_with(config).score_scale(1) == 1 / std::sqrt(8.0));
  config["scale_attn_by_inverse_layer_idx"] = true;
  CHECK(architecture_with(config).score_scale(0) == 1 / std::sqrt(8.0));
  CHECK(architecture_with(config).score_scale(1) == 1 / std::sqrt(8.0) / 2);
  config["scale_attn_weights"] = false;
  CHECK(architecture_with(config).score_scale(0) == 1.0);
  CHECK(architecture_with(config).score_scale(1) == 0.5);
}

TEST_CASE("architecture_of: roberta's positions begin behind that of padding") {
  json config = config_of("roberta");
  Architecture roberta = architecture_with(config);
  CHECK(roberta.padding_id == 1U);
  CHECK(roberta.first_position == 2);
  CHECK(roberta.n_longest() == 38);
  config.erase("pad_token_id");
  CHECK(architecture_with(config).first_position == 2);
  config["pad_token_id"] = 10;
  CHECK(architecture_with(config).first_position == 11);
  config["pad_token_id"] = 39;
  CHECK(architecture_refusal(config) ==
        "config.json: \"pad_token_id\" is 39, and positions begin behind it: 40 are too few.");
  config["pad_token_id"] = 4294967296;
  CHECK_THAT(architecture_refusal(config),
             ContainsSubstring("\"pad_token_id\" must be a whole number from 0 to 4,294,967,295"));
}

TEST_CASE("architecture_of: the window of each layer") {
  CHECK(architecture_with(config_of("mistral")).windows == Windows{4, 4});
  CHECK(architecture_with(with(config_of("mistral"), "sliding_window", nullptr)).windows ==
        Windows(2));
  CHECK(architecture_with(config_of("llama")).windows == Windows(2));

  json qwen2 = qwen2_with_layers(4);  // max_window_layers 1, window 3
  CHECK(architecture_with(qwen2).windows == Windows{std::nullopt, 3, 3, 3});
  qwen2["layer_types"] = {"sliding_attention", "full_attention", "sliding_attention",
                          "full_attention"};
  CHECK(architecture_with(qwen2).windows == Windows{3, std::nullopt, 3, std::nullopt});
  qwen2["layer_types"] = {"full_attention", "full_attention", "full_attention", "full_attention"};
  CHECK(architecture_with(qwen2).windows == Windows(4));
  qwen2["use_sliding_window"] = false;
  CHECK(architecture_with(qwen2).windows == Windows(4));
  CHECK_THAT(architecture_refusal(with(config_of("mistral"), "sliding_window", 0)),
             ContainsSubstring("\"sliding_window\" must be a whole number from 1 "));
  qwen2["use_sliding_window"] = true;
  qwen2["layer_types"] = {"sliding_attention"};
  CHECK_THAT(architecture_refusal(qwen2), ContainsSubstring("must name the kind of each of 4"));
}

TEST_CASE("architecture_of: activations by all of their names") {
  const auto activation = [](const char* name) {
    return architecture_with(with(config_of("bert"), "hidden_act", name)).activation;
  };
  CHECK(activation("gelu") == ActivationKind::gelu);
  CHECK(activation("gelu_python") == ActivationKind::gelu);
  CHECK(activation("gelu_new") == ActivationKind::gelu_tanh);
  CHECK(activation("gelu_fast") == ActivationKind::gelu_tanh);
  CHECK(activation("gelu_pytorch_tanh") == ActivationKind::gelu_tanh);
  CHECK(activation("silu") == ActivationKind::silu);
  CHECK(activation("swish") == ActivationKind::silu);
  CHECK(activation("relu") == ActivationKind::relu);
  CHECK(architecture_refusal(with(config_of("bert"), "hidden_act", "mish")) ==
        "config.json: \"hidden_act\" must be one of gelu, gelu_python, gelu_new, gelu_fast, "
        "gelu_pytorch_tanh, silu, swish, relu, but it is \"mish\".");
}

TEST_CASE("architecture_of: refuses other families, and a second stack") {
  CHECK(architecture_refusal({{"model_type", "gemma"}}) ==
        "config.json: \"model_type\" is \"gemma\", and models of these families are run: gpt2, "
        "bert, distilbert, roberta, llama, mistral, qwen2, qwen3.");
  CHECK(architecture_refusal(json::object()) ==
        "config.json: \"model_type\" is missing. Add it, one of gpt2, bert, distilbert, roberta, "
        "llama, mistral, qwen2, qwen3.");
  CHECK(architecture_refusal(with(config_of("gpt2"), "add_cross_attention", true)) ==
        "config.json: \"add_cross_attention\" is true: models that attend to another stack are not "
        "run.");
}

TEST_CASE("architecture_of: refuses sizes that cannot be") {
  const json llama = config_of("llama"), gpt2 = config_of("gpt2");
  CHECK_THAT(architecture_refusal(with(gpt2, "n_head", 5)),
             ContainsSubstring("32 cannot be split into the 5 heads"));
  CHECK_THAT(architecture_refusal(with(llama, "num_key_value_heads", 3)),
             ContainsSubstring("cannot share them evenly"));
  CHECK_THAT(architecture_refusal(with(llama, "num_hidden_layers", 0)),
             ContainsSubstring("\"num_hidden_layers\" must be a whole number from 1 "));
  CHECK_THAT(architecture_refusal(with(llama, "intermediate_size", 0)),
             ContainsSubstring("\"intermediate_size\" must be a whole number from 1 "));
  CHECK_THAT(architecture_refusal(with(llama, "intermediate_size", nullptr)),
             ContainsSubstring("\"intermediate_size\" is missing"));
  CHECK(architecture_refusal(with(llama, "head_dim", 7)) ==
        "config.json: \"head_dim\": rotary positions turn pairs of numbers, and a head is 7 wide. "
        "Give an even width.");
  for (const double epsilon : {-1e-5, 1.0})
    CHECK_THAT(architecture_refusal(with(llama, "rms_norm_eps", epsilon)),
               ContainsSubstring("\"rms_norm_eps\" must be a number from 0 to below 1, but it is"));
  CHECK(architecture_refusal(with(llama, "num_hidden_layers", 10'001)) ==
        "10,001 layers are too many: at most 10,000 are read. Is config.json damaged?");
  // 2^32 heads of 2^32 numbers would be none in 64 bits.
  json wide = with(with(llama, "num_attention_heads", 1LL << 32), "head_dim", 1LL << 32);
  wide["num_key_value_heads"] = 1;
  CHECK(architecture_refusal(wide) ==
        "4,294,967,296 heads that are 4,294,967,296 wide are too many numbers for one token: at "
        "most 1,000,000,000,000 are read. Is config.json damaged?");
  CHECK(architecture_refusal(with(llama, "vocab_size", 1'000'000'000'000)) == "accepted");
}

TEST_CASE("architecture_of: an encoder's head is tied unless it says otherwise") {
  for (const char* name : {"bert", "roberta", "distilbert"}) {
    json config = config_of(name);
    config.erase("tie_word_embeddings");
    CHECK(architecture_with(config).sizes.tied);
    CHECK_FALSE(architecture_with(with(config, "tie_word_embeddings", false)).sizes.tied);
  }
  CHECK(architecture_with(config_of("gpt2")).sizes.tied);
  CHECK_FALSE(architecture_with(config_of("llama")).sizes.tied);
}

ModelTensors tensors_of(const Architecture& architecture) {
  return model_tensors(architecture.family, architecture.sizes);
}

std::vector<std::string> all_names(const std::vector<NamedTensor>& tensors) {
  std::vector<std::string> names;
  for (const NamedTensor& tensor : tensors) names.push_back(tensor.name);
  return names;
}

// The shape of each tensor of a model, as a file has them whose names begin with a prefix.
std::map<std::string, TensorShape> shapes_of(const ModelTensors& tensors,
                                             const std::string& prefix) {
  std::map<std::string, TensorShape> shapes;
  const auto add = [&](const std::vector<NamedTensor>& some) {
    for (const NamedTensor& one : some)
      shapes[(one.is_in_head ? "" : prefix) + one.name] = one.shape;
  };
  add(embedding_tensors(tensors));
  for (const LayerTensors& layer : tensors.layers) add(layer_tensors(layer));
  add(last_tensors(tensors));
  return shapes;
}

TEST_CASE("model_tensors: every fixture has those and no others") {
  for (const char* name : kModelNames) {
    CAPTURE(name);
    const Architecture architecture = architecture_with(config_of(name));
    const ModelTensors tensors = tensors_of(architecture);
    const WeightFiles files(model_path(name));
    const bool has_prefix = !files.has(tensors.tokens.name);
    std::map<std::string, TensorShape> wanted =
        shapes_of(tensors, has_prefix ? tensors.prefixes.back() : "");
    for (const std::string& stored : files.names()) {
      if (is_no_parameter(stored)) continue;
      CAPTURE(stored);
      REQUIRE(wanted.count(stored) == 1);
      CHECK(wanted.at(stored) == files.tensor(stored).shape);
      wanted.erase(stored);
    }
    if (architecture.sizes.tied) wanted.erase(tensors.head.decoder.weight.name);
    for (const auto& [missing, shape] : wanted) FAIL_CHECK(missing);
  }
}

TEST_CASE("model_tensors: a layer of each way to store one") {
  const ModelTensors gpt2 = tensors_of(architecture_with(config_of("gpt2")));
  CHECK(gpt2.is_in_out);
  CHECK(all_names(layer_tensors(gpt2.layers[1])) ==
        std::vector<std::string>{"h.1.ln_1.weight", "h.1.ln_1.bias", "h.1.attn.c_attn.weight",
                                 "h.1.attn.c_attn.bias", "h.1.attn.c_proj.weight",
                                 "h.1.attn.c_proj.bias", "h.1.ln_2.weight", "h.1.ln_2.bias",
                                 "h.1.mlp.c_fc.weight", "h.1.mlp.c_fc.bias",
                                 "h.1.mlp.c_proj.weight", "h.1.mlp.c_proj.bias"});
  CHECK(gpt2.layers[1].packed->weight.shape == TensorShape{32, 96});
  CHECK(gpt2.layers[1].up.weight.shape == TensorShape{32, 128});

  const ModelTensors qwen3 = tensors_of(architecture_with(config_of("qwen3")));
  CHECK_FALSE(qwen3.is_in_out);
  CHECK(all_names(layer_tensors(qwen3.layers[0])) ==
        std::vector<std::string>{
            "layers.0.input_layernorm.weight", "layers.0.self_attn.q_proj.weight",
            "layers.0.self_attn.k_proj.weight", "layers.0.self_attn.v_proj.weight",
            "layers.0.self_attn.q_norm.weight", "layers.0.self_attn.k_norm.weight",
            "layers.0.self_attn.o_proj.weight", "layers.0.post_attention_layernorm.weight",
            "layers.0.mlp.gate_proj.weight", "layers.0.mlp.up_proj.weight",
            "layers.0.mlp.down_proj.weight"});
  CHECK(qwen3.layers[0].query.weight.shape == TensorShape{64, 32});
  CHECK(qwen3.layers[0].key.weight.shape == TensorShape{32, 32});
  CHECK(qwen3.layers[0].query_norm->weight.shape == TensorShape{16});
  CHECK(qwen3.layers[0].down.weight.shape == TensorShape{32, 48});
  CHECK(all_names(last_tensors(qwen3)) ==
        std::vector<std::string>{"norm.weight", "lm_head.weight"});

  const ModelTensors roberta = tensors_of(architecture_with(config_of("roberta")));
  CHECK(all_names(last_tensors(roberta)) ==
        std::vector<std::string>{"lm_head.dense.weight", "lm_head.dense.bias",
                                 "lm_head.layer_norm.weight", "lm_head.layer_norm.bias",
                                 "lm_head.decoder.weight", "lm_head.bias"});
  CHECK(all_names(embedding_tensors(roberta)) ==
        std::vector<std::string>{"embeddings.word_embeddings.weight",
                                 "embeddings.position_embeddings.weight",
                                 "embeddings.token_type_embeddings.weight",
                                 "embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias"});
}

TEST_CASE("model_tensors: biases where the settings have them") {
  const auto has_bias = [](const NamedPair& pair) { return pair.bias.has_value(); };
  const LayerTensors plain = tensors_of(architecture_with(config_of("llama"))).layers[0];
  const LayerTensors biased = tensors_of(architecture_with(config_of("llama-biased"))).layers[0];
  for (const auto part : {&LayerTensors::query, &LayerTensors::key, &LayerTensors::value,
                          &LayerTensors::output, &LayerTensors::up, &LayerTensors::down}) {
    CHECK_FALSE(has_bias(plain.*part));
    CHECK(has_bias(biased.*part));
  }
  const LayerTensors qwen2 = tensors_of(architecture_with(config_of("qwen2"))).layers[0];
  CHECK(has_bias(qwen2.query));
  CHECK(has_bias(qwen2.value));
  CHECK_FALSE(has_bias(qwen2.output));
  CHECK_FALSE(has_bias(qwen2.up));
}

TEST_CASE("is_no_parameter: what files have beside the parameters") {
  for (const char* name :
       {"h.0.attn.bias", "transformer.h.11.attn.masked_bias", "embeddings.position_ids",
        "bert.embeddings.position_ids", "embeddings.token_type_ids",
        "model.layers.3.self_attn.rotary_emb.inv_freq", "model.rotary_emb.inv_freq"})
    CHECK(is_no_parameter(name));
  for (const char* name : {"h.0.attn.c_attn.bias", "attention.self.query.bias", "wpe.weight",
                           "layers.0.self_attn.q_proj.bias", "lm_head.bias"})
    CHECK_FALSE(is_no_parameter(name));
}

}  // namespace
