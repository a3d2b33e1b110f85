#include "costs/model/family_readers.hpp"

#include "data/test_files.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

SettingValue number(std::int64_t value) { return {.value = value, .shown = std::to_string(value)}; }

Settings sizes(std::int64_t d_model, std::int64_t n_heads) {
  return {.source = "config.json",
          .values = {{"hidden_size", number(d_model)},
                     {"num_hidden_layers", number(3)},
                     {"num_attention_heads", number(n_heads)}}};
}

}  // namespace

TEST_CASE("sized_model: one stack, every head with keys and values of its own",
          "[costs][family_readers]") {
  const Settings settings = sizes(24, 6);
  const SettingReader reader(settings);
  const Model model = sized_model(reader);
  CHECK(model.d_model == 24);
  CHECK(model.n_heads == 6);
  CHECK(model.n_kv_heads == 6);
  REQUIRE(model.stacks.size() == 1);
  CHECK(model.stacks.front().n_layers == 3);
  CHECK(divided_width(reader, model) == 4);
}

TEST_CASE("sized_model: reads the spellings it is told", "[costs][family_readers]") {
  const Settings settings{
      .source = "", .values = {{"dim", number(8)}, {"depth", number(2)}, {"heads", number(4)}}};
  const SettingReader reader(settings);
  const Model model = sized_model(
      reader, {.d_model = {"width", "dim"}, .n_layers = {"depth"}, .n_heads = {"heads"}});
  CHECK(model.d_model == 8);
  CHECK(model.stacks.front().n_layers == 2);
  CHECK(model.n_heads == 4);
}

TEST_CASE("divided_width: heads must fill the width", "[costs][family_readers][error]") {
  const Settings settings = sizes(25, 6);
  const SettingReader reader(settings);
  const Model model = sized_model(reader);
  CHECK(refusal([&] { divided_width(reader, model); }) ==
        "config.json: \"hidden_size\" 25 cannot be split into the 6 heads of "
        "\"num_attention_heads\": 25 / 6 = 4.167. Change one of the two.");
}

TEST_CASE("add_biases: on every projection and in the MLP", "[costs][family_readers]") {
  Model model;
  add_biases(model);
  CHECK((model.query_bias && model.key_bias && model.value_bias && model.output_bias));
  CHECK(model.mlp_bias);
}
