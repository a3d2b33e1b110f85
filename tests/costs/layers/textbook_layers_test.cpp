#include "costs/costs.hpp"
#include "costs/layers/layers.hpp"
#include "support/catch.hpp"
#include "support/layer_examples.hpp"
#include "support/model_examples.hpp"

namespace {

std::vector<std::string> names_where(bool (Layer::*has)() const) {
  std::vector<std::string> names;
  for (const Layer& layer : all_layers())
    if ((layer.*has)()) names.emplace_back(layer.name);
  return names;
}

using Names = std::vector<std::string>;

Count n_parameters(const Model& model) {
  return total_of(parameters_of(model, arguments_of(model)));
}

TEST_CASE("all_layers: each has a name of its own, and is either recurrent or a model") {
  std::set<std::string> names;
  for (const Layer& layer : all_layers()) {
    CAPTURE(layer.name);
    names.insert(layer.name);
    CHECK(layer.cell.has_value() == (layer.model == nullptr));
    CHECK(std::string(layer.label) != "");
    CHECK(std::string(layer.about) != "");
  }
  CHECK(names.size() == all_layers().size());
  CHECK(names.size() == 13);
}

TEST_CASE("Layer: what a layer has decides which sizes mean something") {
  CHECK(names_where(&Layer::has_heads) ==
        Names{"sdpa", "mha", "encoder", "decoder", "classifier", "simple-classifier"});
  CHECK(names_where(&Layer::has_projections) ==
        Names{"attention", "mha", "encoder", "decoder", "classifier", "simple-classifier"});
  CHECK(names_where(&Layer::has_mlp) == Names{"encoder", "decoder", "classifier"});
}

TEST_CASE("Layer: models as PyTorch counts them") {
  const LayerSizes sizes;  // d_model 512, 8 heads, d_ff 2048
  CHECK(n_parameters(layer_named("mha").model(sizes)) == 1050624);      // MultiheadAttention
  CHECK(n_parameters(layer_named("encoder").model(sizes)) == 3152384);  // TransformerEncoderLayer
  CHECK(n_parameters(layer_named("decoder").model(sizes)) == 4204032);  // TransformerDecoderLayer
  CHECK(n_parameters(layer_named("sdpa").model(sizes)) == 0);
}

TEST_CASE("Layer: attention alone counts the same for any number of heads") {
  for (const std::uint64_t n_heads : {1, 12}) {
    const LayerSizes sizes{.d_model = 768, .n_heads = n_heads, .n_tokens = 64};
    const LayerCosts costs = costs_of_layer(layer_named("sdpa"), sizes);
    CHECK(2 * total_of(costs.macs) == 12'582'912);  // as PyTorch's counter has it for 12 heads
    CHECK(costs.memory.front().count == n_heads * 64 * 64);
  }
}

TEST_CASE("Layer: sizes that are not given follow from the others") {
  LayerSizes sizes{.d_model = 24, .n_heads = 6};
  const Model usual = layer_named("encoder").model(sizes);
  CHECK(usual.d_head == 4);
  CHECK(usual.n_kv_heads == 6);
  CHECK(usual.d_ff == 96);
  sizes.d_head = 5;
  sizes.n_kv_heads = 2;
  sizes.d_ff = 7;
  sizes.bias = false;
  const Model given = layer_named("encoder").model(sizes);
  CHECK(given.d_head == 5);
  CHECK(given.n_kv_heads == 2);
  CHECK(given.d_ff == 7);
  CHECK_FALSE(given.query_bias);
  CHECK_FALSE(given.mlp_bias);
  CHECK(layer_named("attention").model(sizes).n_heads == 1);
  CHECK_FALSE(layer_named("attention").model({}).query_bias);
  CHECK(layer_named("attention").model({.bias = true}).query_bias);
}

TEST_CASE("Layer: positions of the classifier cost parameters only in a table") {
  CHECK(layer_named("classifier").model({}).positions == Positions::sinusoidal);
  const Model learned = layer_named("classifier").model({.n_positions = 128});
  CHECK(learned.positions == Positions::learned);
  CHECK(learned.n_positions == 128);
  CHECK(layer_named("simple-classifier").model({}).positions == Positions::none);
}

TEST_CASE("sizes_in_chapters: classifiers are 256 wide, layers 512") {
  CHECK(sizes_in_chapters({layer_named("mha"), layer_named("rnn")}).d_model == 512);
  CHECK(sizes_in_chapters({layer_named("mha"), layer_named("gru-classifier")}).d_model == 256);
}

using Sizes = std::vector<std::uint64_t>;

LayerCosts with_batch(const std::string& name, LayerSizes sizes) {
  return costs_of_layer(layer_named(name), sizes);
}

Sizes sizes_named(const LayerCosts& costs, const std::string& id) {
  for (const LayerShape& shape : costs.shapes)
    if (shape.id == id) return sizes_of(shape, costs);
  return {};
}

TEST_CASE("shapes_of: the chapters' classifier, a batch of 16 texts of 50 words") {
  const LayerCosts costs =
      with_batch("classifier", {.d_model = 256, .n_tokens = 50, .n_batch = 16});
  CHECK(sizes_named(costs, "token_numbers") == Sizes{16, 50});
  CHECK(sizes_named(costs, "embedding") == Sizes{16, 50, 256});
  CHECK(sizes_named(costs, "queries") == Sizes{16, 8, 50, 32});
  CHECK(sizes_named(costs, "attention_weights") == Sizes{16, 8, 50, 50});
  CHECK(sizes_named(costs, "mlp_hidden") == Sizes{16, 50, 1024});
  CHECK(sizes_named(costs, "mean") == Sizes{16, 256});
  CHECK(sizes_named(costs, "logits") == Sizes{16, 2});
}

TEST_CASE("shapes_of: one head has no axis of heads") {
  LayerSizes sizes{.d_model = 512, .n_tokens = 10, .n_batch = 8};
  sizes.d_head = 64;
  const LayerCosts costs = with_batch("attention", sizes);
  CHECK(sizes_named(costs, "input") == Sizes{8, 10, 512});
  CHECK(sizes_named(costs, "attention_weights") == Sizes{8, 10, 10});
  CHECK(sizes_named(costs, "heads_output") == Sizes{8, 10, 64});
}

TEST_CASE("shapes_of: heads that share keys and values hold fewer of them") {
  LayerSizes sizes{.d_model = 12, .n_heads = 6, .n_tokens = 9, .n_batch = 3};
  sizes.n_kv_heads = 2;
  const LayerCosts costs = with_batch("mha", sizes);
  CHECK(sizes_named(costs, "queries") == Sizes{3, 6, 9, 2});
  CHECK(sizes_named(costs, "keys") == Sizes{3, 2, 9, 2});
  CHECK(sizes_named(costs, "attention_output") == Sizes{3, 9, 12});
}

TEST_CASE("shapes_of: what attention keeps is what memory counts") {
  for (const char* name : {"sdpa", "attention", "mha", "encoder", "decoder"}) {
    const LayerCosts costs =
        with_batch(name, {.d_model = 24, .n_heads = 6, .n_tokens = 5, .n_batch = 3});
    Count stored = 0;
    for (const LayerShape& shape : costs.shapes)
      if (shape.id == "queries" || shape.id == "keys" || shape.id == "values")
        stored += shape.numbers().at(costs.arguments);
    CAPTURE(name);
    for (const Quantity& quantity : costs.memory)
      if (quantity.id == "queries_keys_values") CHECK(stored == quantity.count);
    for (const LayerShape& shape : costs.shapes)
      if (shape.id == "attention_weights")
        CHECK(shape.numbers().at(costs.arguments) == costs.memory.front().count);
  }
}

TEST_CASE("recurrent_shapes: a state for each token, and the last one for a classifier") {
  LayerSizes sizes{.d_model = 6, .n_tokens = 5, .n_batch = 3};
  sizes.d_hidden = 7;
  CHECK(sizes_named(with_batch("lstm", sizes), "states") == Sizes{3, 5, 7});
  CHECK(sizes_named(with_batch("lstm", sizes), "logits").empty());
  CHECK(sizes_named(with_batch("gru-classifier", sizes), "last_state") == Sizes{3, 7});
  CHECK(sizes_named(with_batch("gru-classifier", sizes), "logits") == Sizes{3, 2});
}

LayerCosts costs_named(const std::string& name, const LayerSizes& sizes = {}) {
  return costs_of_layer(layer_named(name), sizes);
}

std::string formula(const std::vector<Quantity>& quantities, const std::string& id) {
  return find(quantities, id)->formula.text();
}

std::string total_formula(const LayerCosts& costs, const std::vector<Quantity>& quantities) {
  return sum_of(costs, quantities).formula.text();
}

// Sizes that differ from each other, and from what follows from others.
std::vector<LayerSizes> different_sizes() {
  std::vector<LayerSizes> all{
      {}, {.d_model = 24, .n_heads = 6, .n_tokens = 5}, {.d_model = 7, .n_heads = 1}};
  LayerSizes odd{.d_model = 12, .n_heads = 6, .n_tokens = 9, .n_batch = 3};
  odd.n_kv_heads = 2;
  odd.d_head = 5;
  odd.d_ff = 11;
  odd.d_hidden = 13;
  odd.n_positions = 17;
  odd.causal = true;
  odd.n_bias_vectors = 1;
  odd.dtype = dtype_named("int4");
  all.push_back(odd);
  return all;
}

TEST_CASE("costs_of_layer: every formula gives its number, at the arguments that are shown") {
  for (const LayerSizes& sizes : different_sizes()) {
    std::vector<LayerCosts> layers;
    for (const Layer& layer : all_layers()) layers.push_back(costs_of_layer(layer, sizes));
    const Arguments shown = arguments_of(layers);
    for (const LayerCosts& costs : layers)
      for (const auto& list : {costs.parameters,
                               costs.macs,
                               flops_of(costs),
                               costs.memory,
                               costs.memory_aside,
                               {sum_of(costs, costs.macs)},
                               {costs.sequential_steps},
                               {costs.max_path}})
        for (const Quantity& quantity : list) {
          CAPTURE(costs.layer.name, quantity.id, quantity.formula.text());
          CHECK(quantity.formula.at(costs.arguments) == quantity.count);
          CHECK(quantity.formula.at(shown) == quantity.count);
        }
  }
}

TEST_CASE("costs_of_layer: formulas as the chapters write them") {
  const LayerCosts mha = costs_named("mha");
  CHECK(formula(mha.parameters, "wq") == "d^2 + d");
  CHECK(formula(mha.macs, "projections") == "3 T d^2");
  CHECK(formula(mha.macs, "scores") == "T^2 d");
  CHECK(total_formula(mha, mha.parameters) == "4 d^2 + 4 d");
  const LayerCosts classifier = costs_named("classifier", {.d_model = 256});
  CHECK(total_formula(classifier, classifier.parameters) == "V d + C d + 12 d^2 + C + 13 d");
  const LayerCosts lstm = costs_named("lstm");
  CHECK(total_formula(lstm, lstm.parameters) == "8 d^2 + 8 d");
}

TEST_CASE("costs_of_layer: causal attention costs half the pairs and the diagonal") {
  LayerSizes sizes{.d_model = 8, .n_heads = 2, .n_tokens = 5};
  sizes.causal = true;
  const LayerCosts costs = costs_named("mha", sizes);
  CHECK(find(costs.macs, "scores")->count == 8 * 15);
  CHECK(formula(costs.macs, "scores") == "(T^2 d + T d) / 2");
  CHECK(total_formula(costs, costs.macs) == "4 T d^2 + T^2 d + T d");
  // The weights above the diagonal are zeros, but they are stored.
  CHECK(find(costs.memory, "attention_weights")->count == 2 * 25);
  sizes.causal = false;
  CHECK(find(costs_named("decoder", sizes).macs, "scores")->count == 8 * 25);
  sizes.causal.reset();
  CHECK(find(costs_named("decoder", sizes).macs, "scores")->count == 8 * 15);
}

TEST_CASE("costs_of_layer: memory of attention grows with the square, of recurrence with T") {
  const LayerSizes sizes{.d_model = 8, .n_heads = 2, .n_tokens = 5, .n_batch = 3};
  const LayerCosts mha = costs_named("mha", sizes);
  CHECK(find(mha.memory, "attention_weights")->count == 3 * 2 * 25);
  CHECK(find(mha.memory, "queries_keys_values")->count == 3 * 3 * 5 * 8);
  CHECK(find(mha.memory_aside, "attention_weights_one_head")->count == 3 * 25);
  CHECK(find(mha.memory_aside, "streaming_keys_values")->count == 3 * 2 * 5 * 8);
  CHECK(total_formula(mha, mha.memory) == "B T^2 h + 3 B T d");
  CHECK(find(costs_named("encoder", sizes).memory_aside, "streaming_keys_values") == nullptr);

  const LayerCosts decoder = costs_named("decoder", sizes);
  CHECK(find(decoder.memory, "cross_attention_weights")->count == 3 * 2 * 25);
  CHECK(find(decoder.memory, "cross_queries_keys_values")->count == 3 * 3 * 5 * 8);

  const LayerCosts lstm = costs_named("lstm", sizes);
  CHECK(total_formula(lstm, lstm.memory) == "2 B T d");
  CHECK(find(lstm.memory_aside, "streaming_cell")->count == 3 * 8);
}

TEST_CASE("costs_of_layer: steps and paths") {
  for (const Layer& layer : all_layers()) {
    const LayerCosts costs = costs_of_layer(layer, {.n_tokens = 40});
    const int steps = layer.cell ? 40 : layer.name == std::string("decoder") ? 2 : 1;
    CAPTURE(layer.name);
    CHECK(costs.sequential_steps.count == steps);
    CHECK(costs.max_path.count == (layer.cell ? 39 : 1));
  }
}

TEST_CASE("costs_of_layer: a number beyond 64 bits is exact") {
  const std::uint64_t trillion = 1'000'000'000'000;
  const LayerSizes sizes{.d_model = trillion, .n_heads = 1, .n_tokens = trillion};
  const LayerCosts costs = costs_named("mha", sizes);
  CHECK(total_of(costs.macs) == Count("6000000000000000000000000000000000000"));
  CHECK(total_formula(costs, costs.macs) == "4 T d^2 + 2 T^2 d");
}

TEST_CASE("flops_of: two for each MAC, multiplied out") {
  const LayerCosts costs = costs_named("mha");
  const auto terms = flops_of(costs);
  CHECK(total_of(terms) == 2 * total_of(costs.macs));
  CHECK(total_formula(costs, terms) == "8 T d^2 + 4 T^2 d");
}

TEST_CASE("arguments_of layers: the symbols of their formulas and shapes and no others") {
  const auto symbols = [](const std::vector<std::string>& names, const LayerSizes& sizes) {
    std::string text;
    const Arguments arguments = arguments_of(costs_of_layers(names, sizes));
    for (const Arguments::Argument& argument : arguments.all()) text += argument.symbol + " ";
    return text;
  };
  CHECK(symbols({"attention", "rnn"}, {}) == "d B T ");
  CHECK(symbols({"attention", "mha"}, {}) == "d B T h d_h ");
  LayerSizes narrow;
  narrow.d_head = 64;
  CHECK(symbols({"attention"}, narrow) == "d d_h B T ");
}

TEST_CASE("costs_of_layer: refuses heads that do not fit") {
  CHECK_REFUSED(costs_named("mha", {.d_model = 10, .n_heads = 4}),
                "d_model 10 cannot be split into 4 heads: 10 / 4 = 2.5.");
  LayerSizes shared{.n_heads = 4};
  shared.n_kv_heads = 3;
  CHECK_THROWS_AS(costs_named("mha", shared), InputError);
  CHECK_NOTHROW(costs_named("attention", {.d_model = 10, .n_heads = 4}));  // it has one head
}

using Kind = LayerCrossover::Kind;

std::vector<LayerCrossover> among(const std::vector<std::string>& names,
                                  const LayerSizes& sizes = {}) {
  return crossovers_among(costs_of_layers(names, sizes));
}

// "mha, lstm at 1024": what is compared, and where it is equal.
std::vector<std::string> texts(const std::vector<LayerCrossover>& crossovers) {
  std::vector<std::string> list;
  for (const LayerCrossover& one : crossovers)
    list.push_back(
        one.layer + (one.layer.empty() ? "" : ": ") + one.left + ", " + one.right +
        (one.crossover.tokens ? " at " + fraction_text(*one.crossover.tokens) : " never"));
  return list;
}

using Texts = std::vector<std::string>;

TEST_CASE("crossovers_among: parts of each layer, attention against recurrence, orders") {
  CHECK(texts(among({"attention", "mha", "rnn", "lstm"})) ==
        Texts{"attention: projections, pairwise at 768", "mha: projections, pairwise at 1024",
              "attention, rnn never", "attention, lstm at 1280", "mha, rnn never",
              "mha, lstm at 1024", "O(T^2 d), O(T d^2) at 512"});
}

TEST_CASE("crossovers_among: two layers are compared whatever they are") {
  CHECK(texts(among({"rnn", "lstm"})) == Texts{"rnn, lstm never", "O(T^2 d), O(T d^2) at 512"});
  CHECK(texts(among({"lstm", "sdpa"})) == Texts{"lstm, sdpa at 2048", "O(T^2 d), O(T d^2) at 512"});
  CHECK(among({"lstm"}).empty());
  CHECK(among({"sdpa"}).empty());
}

TEST_CASE("crossovers_among: multiples of d_model do not depend on it") {
  for (const std::uint64_t d_model : {1, 3, 64, 1000}) {
    const LayerSizes sizes{.d_model = d_model, .n_heads = 1};
    const auto list = among({"attention", "lstm"}, sizes);
    CAPTURE(d_model);
    CHECK(list[0].per_d == mpq_class(3, 2));
    CHECK(list[1].per_d == mpq_class(5, 2));
    CHECK(list[1].crossover.tokens == mpq_class(count_of(d_model)) * 5 / 2);
  }
}

TEST_CASE("crossovers_among: a decoder's projections and pairs are those of both attentions") {
  LayerSizes full;
  full.causal = false;
  const LayerCrossover found = among({"decoder"}, full).front();
  CHECK(found.left_formula.text() == "8 T d^2");
  CHECK(found.right_formula.text() == "4 T^2 d");
  CHECK(found.per_d == mpq_class(2));
}

TEST_CASE("crossovers_among: causal pairs move the crossover") {
  // 4 T d² = d T (T + 1): T = 4 d − 1, and not twice 2 d.
  LayerSizes sizes{.d_model = 64, .n_heads = 4};
  sizes.causal = true;
  CHECK(among({"mha"}, sizes).front().crossover.tokens == mpq_class(255));
}

TEST_CASE("crossovers_among: at the crossing both really cost the same") {
  for (const bool causal : {false, true})
    for (const char* recurrent : {"gru", "lstm"})
      for (const char* attention : {"sdpa", "attention", "mha", "encoder"}) {
        LayerSizes sizes{.d_model = 16, .n_heads = 2};
        sizes.causal = causal;
        const std::vector<std::string> names{attention, recurrent};
        for (const LayerCrossover& found : among(names, sizes)) {
          if (found.kind != Kind::layers || !found.crossover.tokens) continue;
          CAPTURE(attention, recurrent, causal);
          REQUIRE(found.crossover.tokens->get_den() == 1);
          sizes.n_tokens = found.crossover.tokens->get_num().get_ui();
          const auto layers = costs_of_layers(names, sizes);
          CHECK(total_of(layers[0].macs) == total_of(layers[1].macs));
          sizes.n_tokens -= 1;
          const auto before = costs_of_layers(names, sizes);
          CHECK(total_of(before[0].macs) < total_of(before[1].macs));
          CHECK(found.crossover.below == Cheaper::left);
        }
      }
}

TEST_CASE("layer_report: layers in the order asked for, with crossovers and remarks") {
  const std::vector<Layer> layers{layer_named("lstm-classifier"), layer_named("simple-classifier")};
  const LayerReport report = layer_report(layers, sizes_in_chapters(layers));
  REQUIRE(report.layers.size() == 2);
  CHECK(std::string(report.layers[0].layer.name) == "lstm-classifier");
  CHECK(report.crossovers.size() == 3);
  CHECK(report.notes.size() == 5);  // two totals, three conclusions
  CHECK(report.notes[0].starts_with(
      "lstm-classifier: the chapter “Self-attention and multi-head attention” prints"));
}

LayerSizes tokens_at(std::uint64_t value) { return {.d_model = 4, .n_tokens = value}; }

TEST_CASE("layer_sweep: steps and work of a recurrent layer and of attention") {
  const LayerSweep sweep = layer_sweep({.parameter = "tokens", .from = 10, .to = 1000},
                                       {layer_named("rnn"), layer_named("attention")}, tokens_at);
  REQUIRE(sweep.points.size() == 8);  // 10, 20 … 640, 1000
  for (const LayerSweepPoint& point : sweep.points) {
    const Count n = count_of(point.value);
    CHECK(point.layers[0].sequential_steps.count == n);
    CHECK(point.layers[0].max_path.count == n - 1);
    CHECK(point.layers[1].sequential_steps.count == 1);
    CHECK(point.layers[1].max_path.count == 1);
    CHECK(layer_macs(point.layers[0]) == 2 * n * 16);
  }
  CHECK(sweep.points.back().value == 1000);
}

// The formula of the one layer, which has to give the count at each value.
std::string checked_formula(const std::string& layer, std::uint64_t from, std::uint64_t to,
                            const LayerSizesAt& sizes_at) {
  const LayerSweep sweep =
      layer_sweep({.parameter = "size", .from = from, .to = to}, {layer_named(layer)}, sizes_at);
  const Formula formula = layer_macs_formula(sweep, 0);
  for (const LayerSweepPoint& point : sweep.points) {
    CAPTURE(layer, point.value, formula.text());
    CHECK(formula.at(point.layers[0].arguments) == layer_macs(point.layers[0]));
  }
  return formula.text();
}

TEST_CASE("layer_macs_formula: holds at every value, not at the first alone") {
  using N = std::uint64_t;
  // 8 heads of 64 fill a model of 512 only; where d_head follows from d_model, they always do.
  CHECK(checked_formula("mha", 512, 2048, [](N n) {
          return LayerSizes{.d_model = n, .n_heads = 8, .d_head = 64};
        }) == "4 T d h d_h + 2 T^2 h d_h");
  CHECK(checked_formula("mha", 512, 2048, [](N n) {
          return LayerSizes{.d_model = n, .n_heads = 8};
        }) == "4 T d^2 + 2 T^2 d");
  CHECK(checked_formula("gru", 512, 2048, [](N n) {
          return LayerSizes{.d_model = n, .d_hidden = 512};
        }) == "3 T d H + 3 T H^2");
  checked_formula("encoder", 512, 2048,
                  [](N n) { return LayerSizes{.d_model = n, .n_heads = 8, .d_ff = 2048}; });
  // Neither end shows all: 8 heads of 64 fill the first model, and f is 4 d at the second.
  checked_formula("encoder", 512, 1024, [](N n) {
    return LayerSizes{.d_model = n, .n_heads = 8, .d_head = 64, .d_ff = 4096};
  });
  CHECK(checked_formula("rnn", 1, 8, [](N n) { return LayerSizes{.n_batch = n}; }) == "2 B T d^2");
  CHECK(checked_formula("mha", 1, 8, [](N n) { return LayerSizes{.n_heads = n, .d_head = 64}; }) ==
        "4 T d h d_h + 2 T^2 h d_h");
}

using Remarks = std::vector<std::string>;

Remarks about(const std::string& name, const LayerSizes& sizes) {
  return printed_totals_about(costs_of_layer(layer_named(name), sizes));
}

// The start of each remark about several layers.
Remarks starts(const std::vector<std::string>& names, const LayerSizes& sizes) {
  constexpr std::size_t kLetters = 30;
  Remarks list;
  for (const std::string& remark : printed_conclusions_about(costs_of_layers(names, sizes)))
    list.push_back(remark.substr(0, kLetters));
  return list;
}

const LayerSizes kLayer{.d_model = 512}, kClassifier{.d_model = 256};

TEST_CASE("printed_totals_about: nothing about any other layer or size") {
  LayerSizes unbiased = kLayer;
  unbiased.bias = false;
  CHECK(about("mha", unbiased).empty());  // 4 d² is right there
  CHECK(about("mha", {.d_model = 256}).empty());
  CHECK(about("encoder", kLayer).empty());
  CHECK(about("gru-classifier", kClassifier).empty());
  LayerSizes single = kClassifier;
  single.n_bias_vectors = 1;
  CHECK(about("lstm-classifier", single).empty());
}

TEST_CASE("printed_totals_about: what the printed number is short of") {
  // Three d² blocks, the biases of attention and MLP, and two LayerNorms.
  const Count d = 256;
  CHECK(3 * d * d + 4 * d + 5 * d + 4 * d == 3350274 - 3150338);
}

TEST_CASE("printed_conclusions_about: the classifiers are counted, not believed") {
  const std::vector<std::string> pair{"simple-classifier", "lstm-classifier"};
  const Remarks remarks = printed_conclusions_about(costs_of_layers(pair, kClassifier));
  REQUIRE(remarks.size() == 3);
  CHECK(remarks[0] ==
        "The chapter “Self-attention and multi-head attention”, where these classifiers come from, "
        "concludes that the recurrent one has fewer parameters. Counted, it has "
        "263,168 more.");
  LayerSizes narrow = kClassifier;
  narrow.d_hidden = 16;  // now it does have fewer
  CHECK(starts(pair, narrow) ==
        Remarks{"T^2 is the memory of the atten", "The two do not do the same: wi"});
}

TEST_CASE("printed_conclusions_about: only where both sides are there") {
  CHECK(starts({"attention", "mha"}, kLayer) == Remarks{"Several heads have about as ma"});
  LayerSizes narrow = kLayer;
  narrow.d_head = 64;  // one head of width 64 is another thing altogether
  CHECK(starts({"attention", "mha"}, narrow).empty());
  CHECK(starts({"mha", "lstm"}, kLayer) ==
        Remarks{"The chapter “Self-attention ", "The chapter “Self-attention "});
  CHECK(starts({"mha", "lstm"}, kClassifier) == Remarks{"The chapter “Self-attention "});
  CHECK(starts({"rnn", "lstm"}, kLayer).empty());
  CHECK(starts({"mha"}, kLayer).empty());
  CHECK(starts({"classifier", "lstm-classifier"}, kClassifier).empty());
}

}  // namespace
