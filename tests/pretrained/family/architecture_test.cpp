#include "pretrained/family/architecture.hpp"

#include <cmath>

#include "costs/family_config.hpp"
#include "pretrained/model_fixtures.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

using Windows = std::vector<std::optional<std::uint64_t>>;

std::string architecture_refusal(const json& config) {
  return refusal([&] { architecture_with(config); });
}

json qwen2_with_layers(int n_layers) {
  return with(config_of("qwen2"), "num_hidden_layers", n_layers);
}

}  // namespace

TEST_CASE("architecture_of: what each family does in its own way") {
  const Architecture gpt2 = architecture_with(config_of("gpt2"));
  CHECK(gpt2.family == ModelFamily::gpt2);
  CHECK(gpt2.epsilon == 1e-5);
  CHECK(gpt2.norm_first);
  CHECK(gpt2.activation == MlpActivation::gelu_tanh);
  CHECK(gpt2.is_causal());
  CHECK(gpt2.n_longest() == 40);
  CHECK_FALSE(gpt2.rotary.has_value());
  CHECK(gpt2.head == ModelHead::next_token);

  const Architecture bert = architecture_with(config_of("bert"));
  CHECK(bert.epsilon == 1e-12);
  CHECK_FALSE(bert.norm_first);
  CHECK(bert.activation == MlpActivation::gelu);
  CHECK_FALSE(bert.is_causal());
  CHECK(bert.head == ModelHead::masked_token);
  CHECK(architecture_with(with(config_of("bert"), "is_decoder", true)).head ==
        ModelHead::next_token);

  const Architecture distilbert = architecture_with(config_of("distilbert"));
  CHECK(distilbert.epsilon == 1e-12);
  CHECK(distilbert.activation == MlpActivation::gelu);

  const Architecture qwen3 = architecture_with(config_of("qwen3"));
  CHECK(qwen3.epsilon == 1e-6);
  CHECK(qwen3.activation == MlpActivation::silu);
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
  CHECK(activation("gelu") == MlpActivation::gelu);
  CHECK(activation("gelu_python") == MlpActivation::gelu);
  CHECK(activation("gelu_new") == MlpActivation::gelu_tanh);
  CHECK(activation("gelu_fast") == MlpActivation::gelu_tanh);
  CHECK(activation("gelu_pytorch_tanh") == MlpActivation::gelu_tanh);
  CHECK(activation("silu") == MlpActivation::silu);
  CHECK(activation("swish") == MlpActivation::silu);
  CHECK(activation("relu") == MlpActivation::relu);
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
