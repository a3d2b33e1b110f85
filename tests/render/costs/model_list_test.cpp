#include "render/costs/model_list.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/lines_of.hpp"

using namespace attn;

TEST_CASE("model_list_text: a line for each model, narrow or wide", "[render][model_list]") {
  const std::string narrow = model_list_text(presets(), {.width = 80});
  CHECK_THAT(narrow, ContainsSubstring("gpt2                                   124,439,808\n"));
  CHECK_THAT(narrow, !ContainsSubstring("GPT-2: decoder"));
  CHECK_THAT(model_list_text(presets(), {.width = 140}), ContainsSubstring("GPT-2: decoder"));
  CHECK_THAT(narrow, ContainsSubstring("qwen3, roberta, t5, vit."));
}

TEST_CASE("model_list_json, model_list_records: the same models", "[render][model_list]") {
  const nlohmann::ordered_json json = model_list_json(presets());
  CHECK(json["schema"] == "attn.cost/1");
  CHECK(json["models"].size() == presets().size());
  CHECK(json["models"][0]["name"] == "gpt2");
  CHECK(json["models"][0]["parameters"] == 124439808);
  CHECK(lines_of(model_list_records(presets())).size() == presets().size() + 1);
}
