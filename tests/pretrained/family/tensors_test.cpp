#include "pretrained/family/tensors.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "data/model/model_files.hpp"
#include "pretrained/model_fixtures.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

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

}  // namespace

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
