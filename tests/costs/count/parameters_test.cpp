#include "costs/count/parameters.hpp"

#include "costs/formula/symbols.hpp"
#include "support/catch.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

std::vector<Quantity> parts_of(const Model& model) {
  return parameters_of(model, arguments_of(model));
}

Count part(const Model& model, const std::string& id) {
  for (const Quantity& quantity : parts_of(model))
    if (quantity.id == id) return quantity.count;
  FAIL("no part " + id);
  return 0;
}

}  // namespace

TEST_CASE("parameters_of: GPT-2, Llama 2 and nn.Transformer to the unit", "[costs][parameters]") {
  CHECK(total_of(parts_of(gpt2_model())) == 124'439'808);
  CHECK(total_of(parts_of(llama_model())) == Count("6738415616"));
  CHECK(total_of(parts_of(encoder_decoder_model())) == 44'140'544);
}

TEST_CASE("parameters_of: a biased layer of 8 heads, and that the heads cancel",
          "[costs][parameters]") {
  Model layer;
  layer.d_model = 512;
  layer.stacks = {Stack{}};
  for (const std::uint64_t n_heads : {1, 2, 8, 64}) {
    layer.n_heads = layer.n_kv_heads = n_heads;
    layer.d_head = 512 / n_heads;
    CHECK(total_of(parts_of(layer)) == 1'048'576);
  }
  layer.query_bias = layer.key_bias = layer.value_bias = true;
  CHECK(total_of(parts_of(layer)) == 1'050'112);
  layer.output_bias = true;
  CHECK(total_of(parts_of(layer)) == 1'050'624);
}

TEST_CASE("parameters_of: worked out by hand, part by part", "[costs][parameters]") {
  const std::vector<Model> models = small_models();
  const Model& grouped = models[0];  // d 10, 6 heads of 3, 2 of them for keys, f 14, V 31, L 5
  CHECK(part(grouped, "token_embedding") == 310);
  CHECK(part(grouped, "wq") == 5 * 10 * 18);
  CHECK(part(grouped, "wk") == 5 * 10 * 6);
  CHECK(part(grouped, "wo") == 5 * 18 * 10);
  CHECK(part(grouped, "query_key_norm") == 5 * 2 * 3);
  CHECK(part(grouped, "mlp") == 5 * 3 * 10 * 14);
  CHECK(part(grouped, "norms") == 5 * 2 * 10);
  CHECK(part(grouped, "final_norm") == 10);
  CHECK(part(grouped, "lm_head") == 310);

  const Model& experts = models[1];  // 7 experts, 3 active, biases in values and MLPs
  CHECK(part(experts, "wv") == 5 * (10 * 6 + 6));
  CHECK(part(experts, "router") == 5 * 10 * 7);
  CHECK(part(experts, "mlp") == 5 * 7 * (3 * 10 * 14 + 2 * 14 + 10));

  const Model& reader = models[2];  // d 8, biases, LayerNorm, 40 positions, 2 types, 5 classes
  CHECK(part(reader, "position_embedding") == 320);
  CHECK(part(reader, "token_type_embedding") == 16);
  CHECK(part(reader, "embedding_norm") == 16);
  CHECK(part(reader, "pooler") == 72);
  CHECK(part(reader, "classifier") == 45);

  const Model& patches = models[3];  // 9 patches of 2 x 2 x 3
  CHECK(part(patches, "patch_embedding") == 12 * 8 + 8);
  CHECK(part(patches, "class_token") == 8);

  const Model& translator = models[4];  // 2 and 4 layers, norms without bias, tied
  CHECK(part(translator, "decoder_cross_wk") == 4 * 12 * 15);
  CHECK(part(translator, "decoder_norms") == 4 * 3 * 12);
  CHECK(part(translator, "encoder_norms") == 2 * 2 * 12);
  CHECK(part(translator, "encoder_relative_positions") == 18);
  CHECK(part(translator, "lm_head") == 0);
}

TEST_CASE("active_parameters_of: a token goes through its own experts only",
          "[costs][parameters]") {
  const Model model = small_models()[1];
  const std::vector<Quantity> parts = parts_of(model);
  const Count one_expert = 5 * (3 * 10 * 14 + 2 * 14 + 10);
  const auto active = [](const Model& one) {
    return active_parameters_of(one, arguments_of(one)).at(arguments_of(one));
  };
  CHECK(active(model) == total_of(parts) - 4 * one_expert);
  CHECK(active(gpt2_model()) == 124'439'808);
}

TEST_CASE("step_parameters_of: the experts that a batch can ask for, and all of them at most",
          "[costs][parameters]") {
  const Model model = small_models()[1];
  const Count all = total_of(parts_of(model)), one_expert = 5 * (3 * 10 * 14 + 2 * 14 + 10);
  const auto read = [&model](std::uint64_t n_batch) {
    Arguments arguments = arguments_of(model);
    arguments.add("B", "n_batch", count_of(n_batch));
    return step_parameters_of(model, arguments).at(arguments);
  };
  const std::uint64_t n = model.n_experts, k = model.n_active_experts;
  CHECK(read(1) == all - count_of(n - k) * one_expert);
  CHECK(read(n) == all);
  CHECK(read(n / k) == all - count_of(n - n / k * k) * one_expert);
}

TEST_CASE("mlp_of: two matrices or three, with biases where there are any", "[costs][parameters]") {
  Model model;
  CHECK(mlp_of(model).text() == "2 d f");
  model.mlp_bias = true;
  CHECK(mlp_of(model).text() == "2 d f + f + d");
  model.gated = true;
  CHECK(mlp_of(model).text() == "3 d f + 2 f + d");
  model.n_experts = 8;  // still one of them
  CHECK(mlp_of(model).text() == "3 d f + 2 f + d");
}
