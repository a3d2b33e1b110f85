#include "render/costs/parts.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"

using namespace attn;

namespace {

SweepCrossing crossing_at(std::uint64_t last_before, bool is_equal = false) {
  return {.left = "pair_flops",
          .right = "other_flops",
          .is_larger_after = true,
          .last_before = last_before,
          .first_after = last_before + 1,
          .is_equal_before = is_equal,
          .looked_from = 512,
          .looked_to = 8192};
}

// A sweep of a model whose d_model is 1000.
Sweep sweep_over(const std::string& parameter) {
  Sweep sweep{.range = {parameter, 512, 8192, {}}, .points = {}, .crossings = {}};
  sweep.points.push_back({.value = 8192, .costs = {.model = {.d_model = 1000}}});
  return sweep;
}

std::string text_of(const SweepCrossing& crossing) {
  std::string line = wrap(crossing_text(crossing, sweep_over("tokens")), 1000, 0);
  line.pop_back();
  return line;
}

const std::string kFrom2001 = "From tokens = 2,001 on, Q Kᵀ and A V cost more than all the rest. ";

}  // namespace

TEST_CASE("crossing_text: how many widths it is", "[render][crossing_text]") {
  CHECK(text_of(crossing_at(2000, true)) == kFrom2001 + "At 2,000 = 2 d_model both cost the same.");
  CHECK(text_of(crossing_at(1500, true)) ==
        "From tokens = 1,501 on, Q Kᵀ and A V cost more than all the rest. At 1,500 = 1.5 d_model "
        "both cost the same.");
  CHECK(text_of(crossing_at(1250, true)).ends_with("At 1,250 = 1.25 d_model both cost the same."));
  CHECK(text_of(crossing_at(3999, true)) ==
        "From tokens = 4,000 on, Q Kᵀ and A V cost more than all the rest. At 3,999 = 4 d_model − "
        "1 both cost the same.");
  CHECK(text_of(crossing_at(2000)) == kFrom2001 + "That is 2.001 d_model.");
  CHECK(text_of(crossing_at(1999)) ==
        "From tokens = 2,000 on, Q Kᵀ and A V cost more than all the rest. That is 2 d_model.");
}

TEST_CASE("crossing_text: beyond the sweep, and before it", "[render][crossing_text]") {
  CHECK_FALSE(is_inside(crossing_at(8192), {"tokens", 512, 8192, {}}));
  CHECK(is_inside(crossing_at(8191), {"tokens", 512, 8192, {}}));
  CHECK(is_inside(crossing_at(512), {"tokens", 512, 8192, {}}));
  CHECK_FALSE(is_inside(crossing_at(511), {"tokens", 512, 8192, {}}));
  CHECK(text_of(crossing_at(8192)) ==
        "From tokens = 8,193 on, Q Kᵀ and A V cost more than all the rest. That is 8.193 "
        "d_model. That is beyond the sweep.");
  CHECK(text_of(crossing_at(499)) ==
        "From tokens = 500 on, Q Kᵀ and A V cost more than all the rest. That is 0.5 d_model. "
        "That is before the sweep.");
}

TEST_CASE("crossing_text: bytes and other settings have no multiple", "[render][crossing_text]") {
  SweepCrossing crossing = crossing_at(2000);
  crossing.left = "scores_bytes";
  crossing.right = "weights_bytes";
  CHECK(text_of(crossing) ==
        "From tokens = 2,001 on, the scores of one layer take more than the weights.");
  crossing.left = "kv_cache_bytes";
  crossing.is_larger_after = false;
  CHECK(crossing_text(crossing, sweep_over("d_model")) ==
        "From d_model = 2,001 on, the KV cache takes no more than the weights.");
}

TEST_CASE("crossing_text: between two values of the sweep", "[render][crossing_text]") {
  SweepCrossing crossing = crossing_at(1024);
  crossing.right = "projection_flops";
  crossing.first_after = 2048;
  const Sweep sweep = sweep_over("d_model");
  CHECK(crossing_text(crossing, sweep) ==
        "From a d_model between 1,024 and 2,048 on, Q Kᵀ and A V cost more than the projections.");
  crossing.is_larger_after = false;
  CHECK(crossing_text(crossing, sweep) ==
        "Up to a d_model between 1,024 and 2,048, Q Kᵀ and A V cost more than the projections.");
}

TEST_CASE("crossing_text: nowhere, and everywhere", "[render][crossing_text]") {
  SweepCrossing crossing = crossing_at(1);
  crossing.last_before = crossing.first_after = std::nullopt;
  CHECK(text_of(crossing) ==
        "For tokens = 512 to 8,192, Q Kᵀ and A V cost more than all the rest.");
  crossing.is_larger_after = false;
  CHECK(text_of(crossing) ==
        "For tokens = 512 to 8,192, Q Kᵀ and A V cost no more than all the rest.");
}
