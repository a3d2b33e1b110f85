#include "costs/costs.hpp"

#include "core/mask.hpp"
#include "costs/model/model.hpp"
#include "support/catch.hpp"
#include "support/formula_reader.hpp"
#include "support/model_examples.hpp"

namespace {

void check_formulas(const std::vector<Quantity>& quantities,
                    const std::map<std::string, Count>& values) {
  for (const Quantity& quantity : quantities) {
    CAPTURE(quantity.id, quantity.formula.text());
    CHECK(value_of_text(quantity.formula.text(), values) == quantity.count);
  }
}

// The formulas of one pass with their cases, at the arguments of another.
void check_general(const std::vector<Quantity>& before, const std::vector<Quantity>& after,
                   const Arguments& arguments) {
  REQUIRE(before.size() == after.size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    CAPTURE(after[i].id);
    CHECK(before[i].general.at(arguments) == after[i].count);
    CHECK(before[i].general.resolved(arguments).text() == after[i].formula.text());
  }
}

void check_general(const Costs& before, const Costs& after) {
  const Arguments& arguments = after.arguments;
  check_general(before.parameters, after.parameters, arguments);
  check_general(before.macs, after.macs, arguments);
  check_general(flops_of(before.macs), flops_of(after.macs), arguments);
  check_general(before.elementwise, after.elementwise, arguments);
  check_general(before.memory, after.memory, arguments);
  for (std::size_t i = 0; i < after.pairs.size(); ++i) {
    CHECK(before.pairs[i].general.at(arguments) == after.pairs[i].count);
    CHECK(before.pairs[i].general.resolved(arguments).text() == after.pairs[i].formula.text());
  }
  CHECK(before.read_parameters.at(arguments) == arguments["N_r"]);
  CHECK(before.active_parameters.at(arguments) == after.n_active_parameters);
}

Pass with_tokens(Pass pass, std::uint64_t n_tokens) {
  if (pass.mode != Mode::decode) pass.n_tokens = n_tokens;
  pass.n_keys = n_tokens;
  return pass;
}

TEST_CASE("costs_of: the formulas with cases hold for other tokens, keys and batches") {
  for (const Model& model : small_models())
    for (const Pass& pass : passes_of(model)) {
      if (pass.given_pairs) continue;  // a mask is of one size
      const Costs before = costs_of(model, pass);
      for (const std::uint64_t n : {1, 2, 3, 4, 7, 8, 9, 30}) {
        Pass after = with_tokens(pass, n);
        check_general(before, costs_of(model, after));
        after.n_batch = n;
        if (pass.n_source > 0) after.n_source = 7;
        if (pass.mode == Mode::prefill) after.n_keys = 8;
        check_general(before, costs_of(model, after));
      }
    }
}

TEST_CASE("costs_of: the formulas with cases hold for every model, window and number of heads") {
  for (const Preset& preset : presets())
    for (const Mode mode : {Mode::prefill, Mode::decode}) {
      Model model = *preset_named(preset.name);
      if (mode == Mode::decode && !model.stacks.back().keeps_cache) continue;
      CAPTURE(preset.name, model.n_heads);
      const std::uint64_t n_source = model.stacks.size() > 1 ? 300 : 0;
      const Pass pass = with_tokens({.mode = mode, .n_source = n_source}, 100);
      const Costs before = costs_of(model, pass);
      for (const std::uint64_t n : {1, 299, 300, 301, 4095, 4096, 4097, 10'000})
        check_general(before, costs_of(model, with_tokens(pass, n)));
      for (std::uint64_t n_kv_heads = 1; n_kv_heads <= model.n_heads; ++n_kv_heads) {
        model.n_kv_heads = n_kv_heads;
        if (model.n_heads % n_kv_heads == 0) check_general(before, costs_of(model, pass));
      }
    }
}

TEST_CASE("costs_of: each printed formula, at the arguments shown, is its number") {
  for (const Model& model : small_models())
    for (const Pass& pass : passes_of(model)) {
      CAPTURE(model.name);
      const Costs costs = costs_of(model, pass);
      const std::map<std::string, Count> values = values_of(costs.arguments);
      check_formulas(costs.parameters, values);
      check_formulas(costs.macs, values);
      check_formulas(flops_of(costs.macs), values);
      check_formulas(costs.elementwise, values);
      check_formulas(costs.memory, values);
      for (const Pairs& pairs : costs.pairs)
        CHECK(value_of_text(pairs.formula.text(), values) == pairs.count);
    }
}

TEST_CASE("costs_of: what one layer has, times the layers, is the total") {
  for (const Model& model : small_models())
    for (const Quantity& part : costs_of(model, prefill_of(10, 7)).parameters) {
      if (part.per_layer == 0) continue;
      CAPTURE(model.name, part.id);
      const Stack& stack =
          part.id.starts_with("decoder") ? model.stacks.back() : model.stacks.front();
      CHECK(part.count == part.per_layer * count_of(stack.n_layers));
    }
}

TEST_CASE("costs_of: settings far beyond 64 bits are exact") {
  Model model;
  model.d_model = model.d_head = 1'000'000'000;
  model.stacks = {Stack{.n_layers = 1'000'000'000}};
  CHECK(total_of(costs_of(model, prefill_of(1)).parameters) == Count("4" + std::string(27, '0')));
}

TEST_CASE("costs_of: heads that cannot share are refused") {
  Model model = gpt2_model();
  model.n_kv_heads = 5;
  CHECK_THROWS_AS(costs_of(model, prefill_of(4)), InputError);
}

TEST_CASE("flops_of: two for each MAC") {
  const Costs costs = costs_of(gpt2_model(), prefill_of(16));
  CHECK(total_of(flops_of(costs.macs)) == 2 * total_of(costs.macs));
}

TEST_CASE("find: by id, or nothing") {
  const Costs costs = costs_of(gpt2_model(), prefill_of(16));
  CHECK(find(costs.parameters, "wq")->count == 7'087'104);
  CHECK(find(costs.parameters, "router") == nullptr);
}

TEST_CASE("is_pair_product, is_projection: in each attention of two stacks") {
  const Costs costs =
      costs_of(encoder_decoder_model(), {.n_tokens = 4, .n_keys = 4, .n_source = 7});
  const auto ids_where = [&costs](bool (*is_one)(const Quantity&)) {
    std::vector<std::string> ids;
    for (const Quantity& term : costs.macs)
      if (is_one(term)) ids.push_back(term.id);
    return ids;
  };
  CHECK(ids_where(is_pair_product) ==
        std::vector<std::string>{"encoder_scores", "encoder_weighted_sum", "decoder_scores",
                                 "decoder_weighted_sum", "decoder_cross_scores",
                                 "decoder_cross_weighted_sum"});
  CHECK(ids_where(is_projection) ==
        std::vector<std::string>{"encoder_projections", "encoder_output_projection",
                                 "decoder_projections", "decoder_output_projection",
                                 "decoder_cross_projections", "decoder_cross_output_projection"});
}

TEST_CASE("costs_of: what the full square would cost, whatever the mask") {
  for (const Model& model : small_models()) {
    CAPTURE(model.name);
    const Pass causal{.n_tokens = 9, .n_keys = 9, .causal = true};
    Pass open = causal;
    open.causal = false;
    Model without_window = model;
    for (Stack& stack : without_window.stacks) stack.n_windowed_layers = 0;
    const Count full = total_of(costs_of(without_window, open).macs);
    CHECK(costs_of(model, causal).full_square_macs == full);
    CHECK(costs_of(model, open).full_square_macs == full);
    Pass windowed = causal;
    windowed.window = 2;
    CHECK(costs_of(model, windowed).full_square_macs == full);
  }
}

TEST_CASE("arguments_of: each size of a model under its symbol") {
  const Arguments arguments = arguments_of(gpt2_model());
  CHECK(arguments["L"] == 12);
  CHECK(arguments["d"] == 768);
  CHECK(arguments["h"] == 12);
  CHECK(arguments["d_h"] == 64);
  CHECK(arguments["f"] == 3072);
  CHECK(arguments["V"] == 50257);
  CHECK(arguments["c"] == 1024);
}

TEST_CASE("arguments_of: two stacks have their layers apart") {
  Model model = encoder_decoder_model();
  model.stacks.back().n_layers = 4;
  CHECK(arguments_of(model)["L_enc"] == 6);
  CHECK(arguments_of(model)["L_dec"] == 4);
}

TEST_CASE("id_in, label_in, layers_symbol: the only stack has no name") {
  const Stack only, decoder{.role = Stack::Role::decoder};
  CHECK(id_in(only, "wq") == "wq");
  CHECK(label_in(only, "W_Q") == "W_Q");
  CHECK(layers_symbol(only).text() == "L");
  CHECK(id_in(decoder, "wq") == "decoder_wq");
  CHECK(label_in(decoder, "W_Q") == "decoder W_Q");
  CHECK(layers_symbol(decoder).text() == "L_dec");
}

Arguments sizes(std::uint64_t n_q, std::uint64_t n_k, std::uint64_t window = 1) {
  Arguments arguments;
  arguments.add("T", "tokens", count_of(n_q));
  arguments.add("S", "keys", count_of(n_k));
  arguments.add("M", "encoder tokens", 7);
  arguments.add("w", "window", count_of(window));
  return arguments;
}

// The same number counted cell by cell in the mask that attention uses.
Count open_cells(std::uint64_t n_q, std::uint64_t n_k, bool causal,
                 std::optional<std::uint64_t> window) {
  MaskPattern pattern;
  pattern.causal = causal;
  if (window) pattern.window = *window;
  const BlockedCells blocked = blocked_cells(pattern, n_q, n_k);
  if (blocked.is_empty()) return count_of(n_q * n_k);
  return count_of(arma::accu(blocked == 0));
}

TEST_CASE("pairs_of: as many as the mask has open cells, for every size") {
  for (std::uint64_t n_q = 1; n_q <= 9; ++n_q)
    for (std::uint64_t n_k = 1; n_k <= 9; ++n_k)
      for (const bool causal : {false, true})
        for (std::uint64_t window = 0; window <= 10; ++window) {
          const auto given = window == 0 ? std::nullopt : std::optional(window);
          CAPTURE(n_q, n_k, causal, window);
          const Pairs pairs = pairs_of(causal, given.has_value(), sizes(n_q, n_k, window));
          CHECK(pairs.count == open_cells(n_q, n_k, causal, given));
        }
}

TEST_CASE("pairs_of: the formulas of the textbook") {
  const auto text = [](std::uint64_t n_q, std::uint64_t n_k, bool causal,
                       std::optional<std::uint64_t> window) {
    return pairs_of(causal, window.has_value(), sizes(n_q, n_k, window.value_or(1))).formula.text();
  };
  CHECK(text(8, 8, false, {}) == "T^2");
  CHECK(text(8, 12, false, {}) == "T S");
  CHECK(text(8, 8, true, {}) == "T (T + 1) / 2");
  CHECK(text(8, 12, true, {}) == "T S − T (T − 1) / 2");
  CHECK(text(1, 12, true, {}) == "T S");
  CHECK(text(8, 8, true, 3) == "w (w + 1) / 2 + (T − w) w");
  CHECK(text(8, 8, false, 3) == "T (2 w − 1) − w (w − 1)");
  CHECK(text(2, 12, true, 3) == "T w");
}

TEST_CASE("pairs_of: a window as long as the text changes nothing, one shorter does") {
  const auto at = [](std::uint64_t n, bool causal) {
    return pairs_of(causal, true, sizes(n, n, 16)).formula.text();
  };
  CHECK(at(15, true) == "T (T + 1) / 2");
  CHECK(at(16, true) == "T (T + 1) / 2");
  CHECK(at(17, true) == "w (w + 1) / 2 + (T − w) w");
  CHECK(at(16, false) == "T^2");
  CHECK(at(17, false) == "T (2 w − 1) − w (w − 1)");
}

TEST_CASE("pairs_of: the formula with cases holds at every size") {
  for (const bool causal : {false, true})
    for (const bool has_window : {false, true}) {
      const Formula general = pairs_of(causal, has_window, sizes(8, 8, 3)).general;
      for (std::uint64_t n_q = 1; n_q <= 9; ++n_q)
        for (std::uint64_t n_k = 1; n_k <= 9; ++n_k)
          for (std::uint64_t window = 1; window <= 10; ++window) {
            CAPTURE(n_q, n_k, causal, window);
            const Arguments at = sizes(n_q, n_k, window);
            const Pairs pairs = pairs_of(causal, has_window, at);
            CHECK(general.at(at) == pairs.count);
            CHECK(general.resolved(at).text() == pairs.formula.text());
          }
    }
}

TEST_CASE("all_pairs: a square is written as one") {
  CHECK(pairs_of_all().resolved(sizes(8, 8)).text() == "T^2");
  CHECK(pairs_of_all().resolved(sizes(8, 9)).text() == "T S");
}

TEST_CASE("pairs_of: lengths beyond 32 bits") {
  const std::uint64_t n = 1'000'000'000'000;
  CHECK(pairs_of(true, false, sizes(n, n)).count == Count("500000000000500000000000"));
}

TEST_CASE("pairs_of: a stack with windows in some of its layers") {
  Stack stack{.n_layers = 5, .causal = true, .window = 4, .n_windowed_layers = 2};
  Arguments arguments = sizes(10, 10, 4);
  arguments.add("L", "n_layers", 5);
  const StackPairs pairs = pairs_of(stack, prefill_of(10), arguments);
  CHECK(pairs.plain->count == 55);
  CHECK(pairs.windowed->count == 34);
  CHECK(pairs.windowed->kind == Pairs::Kind::causal_window);
  CHECK_FALSE(pairs.cross);
  const Formula all = pairs_in_all_layers(stack, pairs);
  CHECK(all.text() == "(L − L_w) P + L_w P_w");
  CHECK(all.at(arguments) == 3 * 55 + 2 * 34);
}

TEST_CASE("pairs_of: what a pass says counts more than what the stack says") {
  const Stack stack{.n_layers = 5, .causal = true, .window = 4, .n_windowed_layers = 2};
  const auto count = [&stack](const Pass& pass) {
    Arguments arguments = sizes(pass.n_tokens, pass.n_keys, pass.window.value_or(4));
    arguments.add("L", "n_layers", 5);
    const StackPairs pairs = pairs_of(stack, pass, arguments);
    return pairs_in_all_layers(stack, pairs).at(arguments);
  };
  Pass full = prefill_of(10), window = prefill_of(10), mask = prefill_of(10);
  full.causal = false;
  CHECK(count(full) == 3 * 100 + 2 * 58);
  window.window = 2;
  CHECK(count(window) == 5 * 19);
  mask.given_pairs = 37;
  CHECK(count(mask) == 5 * 37);
}

TEST_CASE("pairs_of: encoder, decoder and what is between them") {
  const Model model = encoder_decoder_model();
  Arguments arguments = sizes(5, 5);
  const Pass pass = prefill_of(5, 7);
  const StackPairs encoder = pairs_of(model.stacks[0], pass, arguments);
  const StackPairs decoder = pairs_of(model.stacks[1], pass, arguments);
  CHECK(encoder.plain->count == 49);
  CHECK(encoder.plain->symbol == "P_enc");
  CHECK(decoder.plain->count == 15);
  CHECK(decoder.cross->count == 35);
  CHECK(arguments["P_dec"] == 15);
}

TEST_CASE("name_in: every kind of pairs has a word of its own") {
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::full)) == "full");
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::causal)) == "causal");
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::window)) == "window");
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::causal_window)) == "causal window");
  CHECK(std::string(name_in(kPairKinds, Pairs::Kind::mask)) == "mask");
}

std::vector<Quantity> parts_of(const Model& model) {
  return parameters_of(model, arguments_of(model));
}

Count part(const Model& model, const std::string& id) {
  for (const Quantity& quantity : parts_of(model))
    if (quantity.id == id) return quantity.count;
  FAIL("no part " + id);
  return 0;
}

TEST_CASE("parameters_of: GPT-2, Llama 2 and nn.Transformer to the unit") {
  CHECK(total_of(parts_of(gpt2_model())) == 124'439'808);
  CHECK(total_of(parts_of(llama_model())) == Count("6738415616"));
  CHECK(total_of(parts_of(encoder_decoder_model())) == 44'140'544);
}

TEST_CASE("parameters_of: a biased layer of 8 heads, and that the heads cancel") {
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

TEST_CASE("parameters_of: worked out by hand, part by part") {
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

TEST_CASE("active_parameters_of: a token goes through its own experts only") {
  const Model model = small_models()[1];
  const std::vector<Quantity> parts = parts_of(model);
  const Count one_expert = 5 * (3 * 10 * 14 + 2 * 14 + 10);
  const auto active = [](const Model& one) {
    return active_parameters_of(one, arguments_of(one)).at(arguments_of(one));
  };
  CHECK(active(model) == total_of(parts) - 4 * one_expert);
  CHECK(active(gpt2_model()) == 124'439'808);
}

TEST_CASE("step_parameters_of: the experts that a batch can ask for, and all of them at most") {
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

TEST_CASE("mlp_of: two matrices or three, with biases where there are any") {
  Model model;
  CHECK(mlp_of(model).text() == "2 d f");
  model.mlp_bias = true;
  CHECK(mlp_of(model).text() == "2 d f + f + d");
  model.gated = true;
  CHECK(mlp_of(model).text() == "3 d f + 2 f + d");
  model.n_experts = 8;  // still one of them
  CHECK(mlp_of(model).text() == "3 d f + 2 f + d");
}

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

TEST_CASE("macs_of: GPT-2, 1024 tokens") {
  CHECK(flops(gpt2_model(), causal(1024, false)) == Count("291648307200"));
  CHECK(flops(gpt2_model(), causal(1024, true)) == Count("272339828736"));
  Pass last = causal(1024, true);
  last.logits = Logits::last;
  CHECK(flops(gpt2_model(), last) == Count("193369597440"));
}

TEST_CASE("macs_of: Llama 2, prefill and decoding") {
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

TEST_CASE("macs_of: training is three forward passes") {
  Pass pass = causal(8192, false);
  pass.n_batch = 4;
  const Count forward = flops(llama_model(), pass);
  pass.mode = Mode::train;
  const Costs costs = costs_of(llama_model(), pass);
  CHECK(2 * total_of(costs.macs) == 3 * forward);
  CHECK(2 * sum_of(costs, {"scores", "weighted_sum"}) == Count("422212465065984"));
}

TEST_CASE("macs_of: a sequence of a batch costs what it costs alone") {
  for (const Model& model : small_models()) {
    Pass pass = prefill_of(10, 7);
    const Count one = flops(model, pass);
    pass.n_batch = 6;
    CAPTURE(model.name);
    CHECK(flops(model, pass) == 6 * one);
  }
}

TEST_CASE("macs_of: decoding token by token costs what a causal prefill costs") {
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

TEST_CASE("macs_of: grouped queries shrink projections, not scores") {
  Model grouped = llama_model();
  grouped.n_kv_heads = 8;
  const Costs full = costs_of(llama_model(), causal(64, true));
  const Costs shared = costs_of(grouped, causal(64, true));
  CHECK(find(shared.macs, "scores")->count == find(full.macs, "scores")->count);
  CHECK(find(shared.macs, "projections")->count * 2 == find(full.macs, "projections")->count);
}

TEST_CASE("elementwise_of: scale once and softmax five times for each pair of each head") {
  const Costs costs = costs_of(gpt2_model(), causal(16, true));
  const Count pairs = 12 * 12 * 16 * 17 / 2;
  CHECK(find(costs.elementwise, "scale")->count == pairs);
  CHECK(find(costs.elementwise, "softmax")->count == 5 * pairs);
}

TEST_CASE("elementwise_of: biases are the numbers that a token adds") {
  const Costs costs = costs_of(gpt2_model(), causal(16, true));
  // In each layer 768 after queries, keys, values and output, 3072 and 768 in the MLP.
  CHECK(find(costs.elementwise, "biases")->count == 12 * 16 * (4 * 768 + 3072 + 768));
  CHECK(find(costs.elementwise, "norms")->count == 7 * 16 * (2 * 12 + 1) * 768);
  CHECK(find(costs_of(llama_model(), causal(4, true)).elementwise, "biases") == nullptr);
}

TEST_CASE("normalised_values: every norm of every layer, and the last one") {
  Model model;
  Stack stack;
  CHECK(normalised_values(stack, model).text() == "2 T L d");
  stack.cross_attention = stack.final_norm = true;
  model.query_key_norm = true;
  CHECK(normalised_values(stack, model).text() == "T (L (3 d + (h + h_kv) d_h) + d)");
}

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

TEST_CASE("memory_of: Llama 2 in 16 bits") {
  const Pass pass = prefill_of(4096);
  CHECK(bytes(llama_model(), pass, "weights_bytes") == Count("13476831232"));
  CHECK(bytes(llama_model(), pass, "kv_cache_bytes_per_token") == 524'288);
  CHECK(bytes(llama_model(), pass, "kv_cache_bytes") == 2 * kGiB);
  CHECK(bytes(llama_model(), pass, "scores_bytes") == kGiB);
  CHECK(bytes(llama_model(), pass, "statistics_bytes") == 2 * 32 * 4096 * 2);
}

TEST_CASE("memory_of: bits decide, and half a byte is rounded up") {
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

TEST_CASE("memory_of: weights of few bits beside a cache and scores of 16") {
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

TEST_CASE("costs_of: what has another type than the weights is noted") {
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

TEST_CASE("memory_of: key-value heads decide the cache") {
  Model grouped = llama_model();
  grouped.n_kv_heads = 8;
  CHECK(bytes(grouped, prefill_of(4096), "kv_cache_bytes_per_token") == 131'072);
  CHECK(bytes(grouped, prefill_of(4096), "kv_cache_bytes") == kGiB / 2);
  CHECK(bytes(gpt2_model(), prefill_of(8), "kv_cache_bytes_per_token") == 36'864);
}

TEST_CASE("memory_of: a window keeps no more keys than it shows") {
  Model model = llama_model();
  model.stacks.front().window = 1024;
  model.stacks.front().n_windowed_layers = 32;
  CHECK(bytes(model, prefill_of(4096), "kv_cache_bytes") == kGiB / 2);
  CHECK(bytes(model, prefill_of(512), "kv_cache_bytes") == kGiB / 4);
  model.stacks.front().n_windowed_layers = 16;
  CHECK(bytes(model, prefill_of(4096), "kv_cache_bytes") == kGiB + kGiB / 4);
}

TEST_CASE("memory_of: a model that reads everything at once keeps no cache") {
  Model model = gpt2_model();
  model.stacks.front().keeps_cache = false;
  CHECK(find(costs_of(model, prefill_of(8)).memory, "kv_cache_bytes") == nullptr);
}

TEST_CASE("memory_of: a decoder keeps its own keys and the encoder's") {
  const Count per_position = 2 * 6 * 8 * 64 * 2;
  CHECK(bytes(encoder_decoder_model(), prefill_of(10, 20), "kv_cache_bytes_per_token") ==
        per_position);
  CHECK(bytes(encoder_decoder_model(), prefill_of(10, 20), "kv_cache_bytes") == 30 * per_position);
}

TEST_CASE("memory_of: a step of decoding reads weights and cache once") {
  Pass decode;
  decode.mode = Mode::decode;
  decode.n_keys = 4096;
  CHECK(bytes(llama_model(), decode, "step_read_bytes") == Count("13476831232") + 2 * kGiB);
}

TEST_CASE("memory_of: a step reads the experts that its tokens need, and no encoder") {
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

TEST_CASE("memory_of: training") {
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

TEST_CASE("bytes_of: the formula names the bytes of a value") {
  const Formula n("N");
  CHECK(bytes_of(n, dtype_named("fp16")).text() == "N b");
  CHECK(bytes_of(n, dtype_named("int4")).text() == "N / 2");
}

// T and B as a pass has them.
Arguments all_arguments(const Recurrent& layer, const Pass& pass) {
  Arguments arguments = arguments_of(layer);
  arguments.add("T", "tokens", count_of(pass.n_tokens));
  arguments.add("B", "batch", count_of(pass.n_batch));
  return arguments;
}

Count n_parameters(const Recurrent& layer) {
  return total_of(parameters_of(layer, arguments_of(layer)));
}

TEST_CASE("parameters_of recurrent: one, three and four gates") {
  // 512 wide in and out, as nn.RNN, nn.GRU and nn.LSTM count them.
  CHECK(n_parameters({.cell = RecurrentCell::rnn, .d_input = 512, .d_hidden = 512}) == 525312);
  CHECK(n_parameters({.cell = RecurrentCell::gru, .d_input = 512, .d_hidden = 512}) == 1575936);
  CHECK(n_parameters({.cell = RecurrentCell::lstm, .d_input = 512, .d_hidden = 512}) == 2101248);
}

TEST_CASE("parameters_of recurrent: each part by hand") {
  const Recurrent layer{
      .cell = RecurrentCell::lstm, .d_input = 3, .d_hidden = 5, .n_bias_vectors = 1};
  const auto parts = parameters_of(layer, arguments_of(layer));
  REQUIRE(parts.size() == 3);
  CHECK(find(parts, "input_weights")->count == 60);  // 4·3·5
  CHECK(find(parts, "input_weights")->formula.text() == "4 d H");
  CHECK(find(parts, "recurrent_weights")->count == 100);  // 4·5·5
  CHECK(find(parts, "recurrent_weights")->formula.text() == "4 H^2");
  CHECK(find(parts, "biases")->count == 20);
  CHECK(n_parameters({.cell = RecurrentCell::lstm, .d_input = 3, .d_hidden = 5}) ==
        200);  // two vectors
  CHECK(n_parameters(
            {.cell = RecurrentCell::lstm, .d_input = 3, .d_hidden = 5, .n_bias_vectors = 0}) ==
        160);
}

TEST_CASE("parameters_of recurrent: a classifier around it") {
  const Recurrent layer{
      .cell = RecurrentCell::rnn, .d_input = 3, .d_hidden = 5, .n_vocab = 7, .n_classes = 2};
  const auto parts = parameters_of(layer, arguments_of(layer));
  CHECK(find(parts, "token_embedding")->count == 21);
  CHECK(find(parts, "classifier")->count == 12);  // 2·5 + 2
  CHECK(total_of(parts) == 21 + 15 + 25 + 10 + 12);
}

TEST_CASE("macs_of recurrent: each token once, in each sequence") {
  const Recurrent layer{.cell = RecurrentCell::gru, .d_input = 3, .d_hidden = 5, .n_classes = 2};
  const Pass pass{.n_batch = 2, .n_tokens = 7};
  const auto terms = macs_of(layer, pass, all_arguments(layer, pass));
  CHECK(find(terms, "input_products")->count == 2 * 7 * 3 * 15);
  CHECK(find(terms, "recurrent_products")->count == 2 * 7 * 3 * 25);
  CHECK(find(terms, "recurrent_products")->formula.text() == "3 B T H^2");
  CHECK(find(terms, "classifier")->count == 2 * 10);
}

TEST_CASE("states_of: an LSTM keeps a cell beside each hidden state") {
  const Pass pass{.n_tokens = 100};
  for (const RecurrentCell cell : {RecurrentCell::rnn, RecurrentCell::gru, RecurrentCell::lstm}) {
    const Recurrent layer{.cell = cell, .d_input = 3, .d_hidden = 5};
    const Arguments arguments = all_arguments(layer, pass);
    const int n_states = cell == RecurrentCell::lstm ? 2 : 1;
    CHECK(total_of(states_of(layer, pass, arguments)) == 500 * n_states);
    CHECK(total_of(streaming_states_of(layer, pass, arguments)) == 5 * n_states);
  }
}

}  // namespace
