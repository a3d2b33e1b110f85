#include "costs/kinds.hpp"

#include "costs/costs.hpp"
#include "support/catch.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

Quantity named(const char* id) { return {.id = id, .label = "", .formula = 0, .count = 0}; }

using Ids = std::vector<std::string>;

Ids ids_where(bool (*is_one)(const Quantity&)) {
  Pass pass{.n_tokens = 4, .n_keys = 4, .n_source = 7};
  Ids ids;
  for (const Quantity& term : costs_of(encoder_decoder_model(), pass).macs)
    if (is_one(term)) ids.push_back(term.id);
  return ids;
}

}  // namespace

TEST_CASE("is_of_kind: whichever stack it belongs to", "[costs][kinds]") {
  CHECK(is_of_kind(named("scores"), {"scores"}));
  CHECK(is_of_kind(named("cross_scores"), {"weighted_sum", "scores"}));
  CHECK(is_of_kind(named("decoder_cross_scores"), {"scores"}));
  CHECK_FALSE(is_of_kind(named("underscores"), {"scores"}));
  CHECK_FALSE(is_of_kind(named("scores_bytes"), {"scores"}));
}

TEST_CASE("is_pair_product, is_projection: in each attention of two stacks", "[costs][kinds]") {
  CHECK(ids_where(is_pair_product) == Ids{"encoder_scores", "encoder_weighted_sum",
                                          "decoder_scores", "decoder_weighted_sum",
                                          "decoder_cross_scores", "decoder_cross_weighted_sum"});
  CHECK(ids_where(is_projection) == Ids{"encoder_projections", "encoder_output_projection",
                                        "decoder_projections", "decoder_output_projection",
                                        "decoder_cross_projections",
                                        "decoder_cross_output_projection"});
}
