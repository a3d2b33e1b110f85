#include "costs/count/memory.hpp"

#include "costs/costs.hpp"
#include "support/catch.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

constexpr std::uint64_t kGiB = std::uint64_t{1} << 30;

Count bytes(const Model& model, const Pass& pass, const std::string& id) {
  const Costs costs = costs_of(model, pass);
  const Quantity* found = find(costs.memory, id);
  REQUIRE(found != nullptr);
  return found->count;
}

Pass of_type(const std::string& dtype) {
  Pass pass = prefill_of(4096);
  pass.types = stored_types(dtype_named(dtype));
  return pass;
}

}  // namespace

TEST_CASE("memory_of: Llama 2 in 16 bits", "[costs][memory]") {
  const Pass pass = prefill_of(4096);
  CHECK(bytes(llama_model(), pass, "weights_bytes") == Count("13476831232"));
  CHECK(bytes(llama_model(), pass, "kv_cache_bytes_per_token") == 524'288);
  CHECK(bytes(llama_model(), pass, "kv_cache_bytes") == 2 * kGiB);
  CHECK(bytes(llama_model(), pass, "scores_bytes") == kGiB);
  CHECK(bytes(llama_model(), pass, "statistics_bytes") == 2 * 32 * 4096 * 2);
}

TEST_CASE("memory_of: bits decide, and half a byte is rounded up", "[costs][memory]") {
  const Count weights = bytes(llama_model(), of_type("int8"), "weights_bytes");
  CHECK(weights == Count("6738415616"));
  CHECK(bytes(llama_model(), of_type("fp32"), "weights_bytes") == 4 * weights);
  CHECK(bytes(llama_model(), of_type("bf16"), "weights_bytes") == 2 * weights);
  CHECK(2 * bytes(llama_model(), of_type("int4"), "weights_bytes") == weights);
  Model odd;
  odd.d_model = 3;
  odd.d_head = 1;
  odd.stacks = {Stack{}};
  odd.output_bias = true;  // 4 · 3 + 3 = 15 parameters
  CHECK(bytes(odd, of_type("int4"), "weights_bytes") == 8);
}

TEST_CASE("memory_of: weights of few bits beside a cache and scores of 16", "[costs][memory]") {
  const Pass usual = prefill_of(4096);
  for (const char* few : {"fp8", "int8", "int4"})
    for (const char* id :
         {"kv_cache_bytes", "kv_cache_bytes_per_token", "scores_bytes", "statistics_bytes"})
      CHECK(bytes(llama_model(), of_type(few), id) == bytes(llama_model(), usual, id));
  Pass mixed = usual;
  mixed.types = stored_types(dtype_named("int4"), dtype_named("fp8"));
  CHECK(bytes(llama_model(), mixed, "kv_cache_bytes") == kGiB);
  CHECK(bytes(llama_model(), mixed, "scores_bytes") == kGiB);
  mixed.types = stored_types(dtype_named("bf16"), dtype_named("int4"));
  CHECK(bytes(llama_model(), mixed, "kv_cache_bytes") == kGiB / 2);
  mixed.mode = Mode::decode;
  mixed.n_tokens = 1;
  mixed.types = stored_types(dtype_named("int8"));
  CHECK(bytes(llama_model(), mixed, "step_read_bytes") ==
        bytes(llama_model(), mixed, "weights_bytes") + 2 * kGiB);
}

TEST_CASE("costs_of: what has another type than the weights is noted", "[costs][memory]") {
  const auto notes = [](const StoredTypes& types) {
    Pass pass = prefill_of(8);
    pass.types = types;
    return costs_of(llama_model(), pass).model.notes;
  };
  CHECK(notes(stored_types(dtype_named("fp32"))).empty());
  CHECK(notes(stored_types(dtype_named("fp16"), dtype_named("fp8"))).empty());
  CHECK(notes(stored_types(dtype_named("int4"))) ==
        std::vector<std::string>{"The weights are counted as int4, without scales; scores and the "
                                 "KV cache as fp16. --kv-dtype gives the cache another type."});
  CHECK(notes(stored_types(dtype_named("int4"), dtype_named("int4"))) ==
        std::vector<std::string>{"The weights are counted as int4, without scales; scores as "
                                 "fp16."});
}

TEST_CASE("memory_of: key-value heads decide the cache", "[costs][memory]") {
  Model grouped = llama_model();
  grouped.n_kv_heads = 8;
  CHECK(bytes(grouped, prefill_of(4096), "kv_cache_bytes_per_token") == 131'072);
  CHECK(bytes(grouped, prefill_of(4096), "kv_cache_bytes") == kGiB / 2);
  CHECK(bytes(gpt2_model(), prefill_of(8), "kv_cache_bytes_per_token") == 36'864);
}

TEST_CASE("memory_of: a window keeps no more keys than it shows", "[costs][memory]") {
  Model model = llama_model();
  model.stacks.front().window = 1024;
  model.stacks.front().n_windowed_layers = 32;
  CHECK(bytes(model, prefill_of(4096), "kv_cache_bytes") == kGiB / 2);
  CHECK(bytes(model, prefill_of(512), "kv_cache_bytes") == kGiB / 4);
  model.stacks.front().n_windowed_layers = 16;
  CHECK(bytes(model, prefill_of(4096), "kv_cache_bytes") == kGiB + kGiB / 4);
}

TEST_CASE("memory_of: a model that reads everything at once keeps no cache", "[costs][memory]") {
  Model model = gpt2_model();
  model.stacks.front().keeps_cache = false;
  CHECK(find(costs_of(model, prefill_of(8)).memory, "kv_cache_bytes") == nullptr);
}

TEST_CASE("memory_of: a decoder keeps its own keys and the encoder's", "[costs][memory]") {
  const Count per_position = 2 * 6 * 8 * 64 * 2;
  CHECK(bytes(encoder_decoder_model(), prefill_of(10, 20), "kv_cache_bytes_per_token") ==
        per_position);
  CHECK(bytes(encoder_decoder_model(), prefill_of(10, 20), "kv_cache_bytes") == 30 * per_position);
}

TEST_CASE("memory_of: a step of decoding reads weights and cache once", "[costs][memory]") {
  Pass decode;
  decode.mode = Mode::decode;
  decode.n_keys = 4096;
  CHECK(bytes(llama_model(), decode, "step_read_bytes") == Count("13476831232") + 2 * kGiB);
}

TEST_CASE("memory_of: a step reads the experts that its tokens need, and no encoder",
          "[costs][memory]") {
  Pass decode = prefill_of(8);
  decode.mode = Mode::decode;
  decode.n_tokens = 1;
  Model experts = small_models()[1];  // 7 experts, 3 for each token
  const Costs one = costs_of(experts, decode);
  const Count cache = find(one.memory, "kv_cache_bytes")->count;
  CHECK(find(one.memory, "step_read_bytes")->count == 2 * one.n_active_parameters + cache);
  CHECK(find(one.memory, "step_read_bytes")->formula.text().starts_with("N_r b"));
  decode.n_batch = 3;  // may ask for all seven
  const Costs three = costs_of(experts, decode);
  CHECK(find(three.memory, "step_read_bytes")->count ==
        2 * total_of(three.parameters) + find(three.memory, "kv_cache_bytes")->count);

  decode.n_batch = 1;
  decode.n_source = 4;
  const Costs translator = costs_of(encoder_decoder_model(), decode);
  Count of_encoder = 0;
  for (const Quantity& part : translator.parameters)
    if (part.id.starts_with("encoder_")) of_encoder += part.count;
  CHECK(find(translator.memory, "step_read_bytes")->count ==
        2 * (44'140'544 - of_encoder) + find(translator.memory, "kv_cache_bytes")->count);
}

TEST_CASE("memory_of: training", "[costs][memory]") {
  Pass train = prefill_of(4096);
  train.mode = Mode::train;
  const auto gib = [&train](const char* id) {
    return mpq_class(bytes(llama_model(), train, id), kGiB).get_d();
  };
  CHECK(gib("training_bytes_16") == Approx(100.41).margin(0.005));
  CHECK(gib("training_bytes_18") == Approx(112.96).margin(0.005));
  CHECK(gib("activations_bytes") == 97.0);
  CHECK(gib("activations_without_scores_bytes") == 17.0);
}

TEST_CASE("bytes_of: the formula names the bytes of a value", "[costs][memory]") {
  const Formula n("N");
  CHECK(bytes_of(n, dtype_named("fp16")).text() == "N b");
  CHECK(bytes_of(n, dtype_named("int4")).text() == "N / 2");
}
