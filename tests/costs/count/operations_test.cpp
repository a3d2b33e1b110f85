#include "costs/count/operations.hpp"

#include "costs/costs.hpp"
#include "support/catch.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

Count flops(const Model& model, const Pass& pass) {
  return 2 * total_of(costs_of(model, pass).macs);
}

Pass causal(std::uint64_t n_tokens, bool is_causal) {
  Pass pass = prefill_of(n_tokens);
  pass.causal = is_causal;
  return pass;
}

Count sum_of(const Costs& costs, const std::vector<std::string>& ids) {
  Count sum = 0;
  for (const std::string& id : ids) sum += find(costs.macs, id)->count;
  return sum;
}

}  // namespace

TEST_CASE("macs_of: GPT-2, 1024 tokens", "[costs][operations]") {
  CHECK(flops(gpt2_model(), causal(1024, false)) == Count("291648307200"));
  CHECK(flops(gpt2_model(), causal(1024, true)) == Count("272339828736"));
  Pass last = causal(1024, true);
  last.logits = Logits::last;
  CHECK(flops(gpt2_model(), last) == Count("193369597440"));
}

TEST_CASE("macs_of: Llama 2, prefill and decoding", "[costs][operations]") {
  CHECK(flops(llama_model(), causal(128, false)) == Count("1700001742848"));
  CHECK(flops(llama_model(), causal(4096, false)) == Count("62921270886400"));
  CHECK(flops(llama_model(), causal(4096, true)) == Count("58524298117120"));
  Pass decode;
  decode.mode = Mode::decode;
  decode.n_keys = 4096;
  const Costs costs = costs_of(llama_model(), decode);
  CHECK(2 * total_of(costs.macs) == Count("15361638400"));
  CHECK(2 * sum_of(costs, {"scores", "weighted_sum"}) == Count("2147483648"));
}

TEST_CASE("macs_of: training is three forward passes", "[costs][operations]") {
  Pass pass = causal(8192, false);
  pass.n_batch = 4;
  const Count forward = flops(llama_model(), pass);
  pass.mode = Mode::train;
  const Costs costs = costs_of(llama_model(), pass);
  CHECK(2 * total_of(costs.macs) == 3 * forward);
  CHECK(2 * sum_of(costs, {"scores", "weighted_sum"}) == Count("422212465065984"));
}

TEST_CASE("macs_of: a sequence of a batch costs what it costs alone", "[costs][operations]") {
  for (const Model& model : small_models()) {
    Pass pass = prefill_of(10, 7);
    const Count one = flops(model, pass);
    pass.n_batch = 6;
    CAPTURE(model.name);
    CHECK(flops(model, pass) == 6 * one);
  }
}

TEST_CASE("macs_of: decoding token by token costs what a causal prefill costs",
          "[costs][operations]") {
  Model model = small_models().front();
  Count steps = 0;
  for (std::uint64_t n_keys = 1; n_keys <= 12; ++n_keys) {
    Pass step;
    step.mode = Mode::decode;
    step.n_keys = n_keys;
    steps += flops(model, step);
  }
  CHECK(steps == flops(model, causal(12, true)));
}

TEST_CASE("macs_of: grouped queries shrink projections, not scores", "[costs][operations]") {
  Model grouped = llama_model();
  grouped.n_kv_heads = 8;
  const Costs full = costs_of(llama_model(), causal(64, true));
  const Costs shared = costs_of(grouped, causal(64, true));
  CHECK(find(shared.macs, "scores")->count == find(full.macs, "scores")->count);
  CHECK(find(shared.macs, "projections")->count * 2 == find(full.macs, "projections")->count);
}

TEST_CASE("elementwise_of: scale once and softmax five times for each pair of each head",
          "[costs][operations]") {
  const Costs costs = costs_of(gpt2_model(), causal(16, true));
  const Count pairs = 12 * 12 * 16 * 17 / 2;
  CHECK(find(costs.elementwise, "scale")->count == pairs);
  CHECK(find(costs.elementwise, "softmax")->count == 5 * pairs);
}

TEST_CASE("elementwise_of: biases are the numbers that a token adds", "[costs][operations]") {
  const Costs costs = costs_of(gpt2_model(), causal(16, true));
  // In each layer 768 after queries, keys, values and output, 3072 and 768 in the MLP.
  CHECK(find(costs.elementwise, "biases")->count == 12 * 16 * (4 * 768 + 3072 + 768));
  CHECK(find(costs.elementwise, "norms")->count == 7 * 16 * (2 * 12 + 1) * 768);
  CHECK(find(costs_of(llama_model(), causal(4, true)).elementwise, "biases") == nullptr);
}

TEST_CASE("normalised_values: every norm of every layer, and the last one", "[costs][operations]") {
  Model model;
  Stack stack;
  CHECK(normalised_values(stack, model).text() == "2 T L d");
  stack.cross_attention = stack.final_norm = true;
  model.query_key_norm = true;
  CHECK(normalised_values(stack, model).text() == "T (L (3 d + (h + h_kv) d_h) + d)");
}
