#include "costs/costs.hpp"
#include "costs/family_config.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

json config_of(const std::string& name) { return framework_counts().at(name).at("config"); }

}  // namespace

TEST_CASE("encoder families: every token sees every other, and nothing is cached",
          "[costs][encoder_families]") {
  for (const char* name :
       {"bert-base-uncased", "roberta-base", "distilbert-base-uncased", "vit-base-patch16-224"}) {
    CAPTURE(name);
    const Model model = model_of(config_of(name));
    CHECK_FALSE(model.stacks.front().causal);
    CHECK_FALSE(model.stacks.front().keeps_cache);
    CHECK_FALSE(model.has_lm_head);
    CHECK(model.pooler == (std::string(name) != "distilbert-base-uncased"));
    CHECK(find(costs_of(model, {}).memory, "kv_cache_bytes") == nullptr);
  }
}

TEST_CASE("encoder families: BERT as a decoder", "[costs][encoder_families]") {
  const json bert = config_of("bert-base-uncased");
  const Stack decoder = model_of(with(bert, "is_decoder", true)).stacks.front();
  CHECK(decoder.causal);
  CHECK(decoder.keeps_cache);
  CHECK_FALSE(decoder.cross_attention);
  CHECK(refused(with(bert, "add_cross_attention", true)) ==
        "config.json: \"add_cross_attention\" is true, but \"is_decoder\" is not: only a decoder "
        "attends to another stack.");
}

TEST_CASE("encoder families: what would change the count is refused or said",
          "[costs][encoder_families][error]") {
  const json bert = config_of("bert-base-uncased");
  CHECK(refused(with(bert, "position_embedding_type", "absolute")) == "accepted");
  CHECK(
      refused(with(bert, "position_embedding_type", "relative_key")) ==
      "config.json: \"position_embedding_type\" must be \"absolute\": tables of distances in each "
      "layer are not counted, and newer frameworks do not have them.");
  CHECK(model_of(with(config_of("distilbert-base-uncased"), "sinusoidal_pos_embds", true)).notes ==
        std::vector<std::string>{"The table of positions starts as sines; its numbers are counted, "
                                 "as the framework does."});
}

TEST_CASE("encoder families: an image is cut into whole patches", "[costs][encoder_families]") {
  const json vit = config_of("vit-base-patch16-224");
  CHECK(model_of(vit).patches->n_patches == 196);  // 14 by 14
  CHECK(model_of(vit).n_positions == 197);
  CHECK(model_of(with(vit, "image_size", 239)).patches->n_patches == 196);
  CHECK(model_of(with(vit, "patch_size", 224)).patches->n_patches == 1);
  CHECK(refused(with(vit, "patch_size", 225)) ==
        "config.json: \"patch_size\" is 225, but the image of \"image_size\" is only 224 wide.");
  CHECK(refused(with(vit, "image_size", 1'000'001)) ==
        "config.json: \"image_size\" must be a whole number from 1 to 1,000,000, but it is "
        "1000001.");
  CHECK(model_of(with(vit, "image_size", {224, 224})).patches->n_patches == 196);
  const Model oblong = model_of(with(with(vit, "image_size", {64, 224}), "patch_size", {32, 16}));
  CHECK(oblong.patches->n_patches == 28);  // 2 by 14
  CHECK(oblong.patches->n_pixels == 512);
  CHECK(refused(with(vit, "patch_size", {16, 225})) ==
        "config.json: \"patch_size\" is 225, but the image of \"image_size\" is only 224 wide.");
}
