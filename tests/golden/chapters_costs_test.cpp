#include <functional>
#include <map>

#include "base/text.hpp"
#include "costs/costs.hpp"
#include "costs/layers/layers.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"
#include "support/layer_examples.hpp"

// Parameters, operations and crossovers in the source chapters, recomputed with other software.
using namespace attn;

namespace {

const nlohmann::json& golden() {
  static const nlohmann::json json = read_golden("chapters_costs.json");
  return json;
}

LayerCosts costs_named(const std::string& name, const LayerSizes& sizes) {
  return costs_of_layer(layer_named(name), sizes);
}

Count n_parameters(const std::string& name, const LayerSizes& sizes) {
  return total_of(costs_named(name, sizes).parameters);
}

// The count of one part or term; 0 where it is absent.
Count part(const std::vector<Quantity>& quantities, const std::string& id) {
  const Quantity* found = find(quantities, id);
  return found ? found->count : Count(0);
}

Count golden_count(const nlohmann::json& number) { return count_of(number.get<std::uint64_t>()); }

LayerSizes classifier_sizes() { return {.d_model = 256, .n_heads = 8}; }

LayerSizes sizes_of(const nlohmann::json& row) {
  return {.d_model = row["d"], .n_heads = 1, .n_tokens = row["n"]};
}

// Which of two sums dominates, in the words of the data.
std::string dominant(const Count& projections, const Count& pairwise) {
  return projections == pairwise ? "equal" : projections > pairwise ? "projections" : "pairwise";
}

// Every number of a row of the table, under its name there.
std::map<std::string, Count> counts_at(const LayerSizes& sizes) {
  const LayerCosts attention = costs_named("attention", sizes), mha = costs_named("mha", sizes);
  const LayerCosts rnn = costs_named("rnn", sizes);
  LayerSizes eight = sizes;
  eight.n_heads = 8;
  eight.d_head = sizes.d_model;  // its width does not matter for the weights
  const LayerCosts heads = costs_named("mha", eight);
  const Count pairwise = part(mha.macs, "scores") + part(mha.macs, "weighted_sum");
  const Count one_head = part(mha.memory_aside, "attention_weights_one_head");
  return {
      {"n", mha.arguments["T"]},
      {"d", mha.arguments["d"]},
      {"qkv_projection_macs", part(mha.macs, "projections")},
      {"score_macs", part(mha.macs, "scores")},
      {"softmax_elements", one_head},
      {"weighted_sum_macs", part(mha.macs, "weighted_sum")},
      {"output_projection_macs", part(mha.macs, "output_projection")},
      {"attention_total_macs_exercise5_no_W_o", total_of(attention.macs)},
      {"attention_total_macs_with_W_o", total_of(mha.macs)},
      {"attention_total_flops_with_W_o", 2 * total_of(mha.macs)},
      {"quadratic_part_macs", pairwise},
      {"linear_in_n_part_macs_no_W_o", part(attention.macs, "projections")},
      {"rnn_macs_exercise5_recurrent_only", part(rnn.macs, "recurrent_products")},
      {"rnn_macs_recurrent_only", part(rnn.macs, "recurrent_products")},
      {"rnn_macs_input_plus_recurrent", total_of(rnn.macs)},
      {"gru_macs", total_of(costs_named("gru", sizes).macs)},
      {"lstm_macs", total_of(costs_named("lstm", sizes).macs)},
      {"attention_sequential_steps", mha.sequential_steps.count},
      {"rnn_sequential_steps", rnn.sequential_steps.count},
      {"attention_max_path", mha.max_path.count},
      // Counted there from the first input to the last output; between two tokens, as for
      // attention, it is one less.
      {"rnn_max_path", rnn.max_path.count + 1},
      {"attention_weight_floats_one_head", one_head},
      {"attention_weight_bytes_float32_one_head", 4 * one_head},
      {"attention_weight_bytes_float32_8_heads", 4 * part(heads.memory, "attention_weights")},
      {"qkv_activation_floats", part(mha.memory, "queries_keys_values")},
      {"rnn_all_hidden_floats", part(rnn.memory, "hidden_states")},
      {"rnn_streaming_state_floats", part(rnn.memory_aside, "streaming_state")},
  };
}

void check_dominant(const nlohmann::json& row, const LayerSizes& sizes) {
  const std::vector<Quantity> macs = costs_named("mha", sizes).macs;
  const Count three = part(macs, "projections");
  const Count four = three + part(macs, "output_projection");
  const Count pairwise = part(macs, "scores") + part(macs, "weighted_sum");
  CHECK(row["dominant_by_exact_count_no_W_o"] == dominant(three, pairwise));
  CHECK(row["dominant_by_exact_count_with_W_o"] == dominant(four, pairwise));
  const mpq_class share(pairwise, pairwise + four);
  CHECK(mpq_class(share).get_d() == Approx(row["quadratic_share_with_W_o"].get<double>()));
  const std::string order = sizes.n_tokens > sizes.d_model   ? "n^2*d"
                            : sizes.n_tokens < sizes.d_model ? "n*d^2"
                                                             : "equal";
  CHECK(row["dominant_by_big_O"] == order);
}

// The one crossover of two layers, or of the parts of one.
LayerCrossover crossover(const std::vector<std::string>& names, LayerCrossover::Kind kind,
                         std::uint64_t d_model) {
  std::vector<LayerCosts> layers;
  for (const std::string& name : names)
    layers.push_back(costs_named(name, {.d_model = d_model, .n_heads = 8}));
  for (const LayerCrossover& found : crossovers_among(layers))
    if (found.kind == kind) return found;
  throw std::out_of_range(listed(names));
}

}  // namespace

TEST_CASE("chapters: the table of operations, memory, steps and paths", "[golden][costs]") {
  const nlohmann::json& table = golden()["complexity"]["table"];
  CHECK(table.size() == 16);
  for (const nlohmann::json& row : table) {
    const LayerSizes sizes = sizes_of(row);
    const auto counts = counts_at(sizes);
    std::size_t n_checked = 0;
    for (const auto& [key, value] : row.items()) {
      CAPTURE(sizes.n_tokens, sizes.d_model, key);
      if (!value.is_number_unsigned()) continue;
      REQUIRE(counts.contains(key));
      CHECK(counts.at(key) == golden_count(value));
      ++n_checked;
    }
    CHECK(n_checked == row.size() - 4);  // three words and a share
    check_dominant(row, sizes);
  }
}

TEST_CASE("chapters: the formulas are those of the chapters", "[golden][costs]") {
  const LayerSizes sizes;
  const auto formula = [&](const char* name) {
    const LayerCosts costs = costs_named(name, sizes);
    return sum_of(costs, costs.macs).formula.text();
  };
  CHECK(formula("attention") == "3 T d^2 + 2 T^2 d");
  CHECK(formula("mha") == "4 T d^2 + 2 T^2 d");
  CHECK(formula("sdpa") == "2 T^2 d");
  CHECK(formula("rnn") == "2 T d^2");
  CHECK(formula("gru") == "6 T d^2");
  CHECK(formula("lstm") == "8 T d^2");
}

TEST_CASE("chapters: crossovers in tokens and in d_model", "[golden][costs]") {
  using Kind = LayerCrossover::Kind;
  struct Case {
    std::vector<std::string> names;
    Kind kind;
    mpq_class per_d;
    const char* column;
  };
  const std::vector<Case> cases{
      {{"mha"}, Kind::order, 1, "n_eq_d"},
      {{"sdpa", "rnn"}, Kind::layers, 1, "n_eq_d"},
      {{"attention"}, Kind::projections, mpq_class(3, 2), "n_1_5d"},
      {{"mha"}, Kind::projections, 2, "n_2d"},
      {{"mha", "lstm"}, Kind::layers, 2, "n_2d"},
      {{"attention", "lstm"}, Kind::layers, mpq_class(5, 2), "n_2_5d"},
  };
  const nlohmann::json& rows = golden()["complexity"]["crossovers"]["examples_d"];
  CHECK(rows.size() == 4);
  for (const nlohmann::json& row : rows)
    for (const Case& known : cases) {
      const std::uint64_t d_model = row["d"];
      const LayerCrossover found = crossover(known.names, known.kind, d_model);
      CAPTURE(d_model, known.column);
      CHECK(found.per_d == known.per_d);
      CHECK(found.crossover.tokens == mpq_class(row[known.column].get<double>()));
      // Fewer tokens: the pairwise products, and so attention, are the cheaper ones.
      const bool is_left = known.kind != Kind::projections;
      CHECK(found.crossover.below == (is_left ? Cheaper::left : Cheaper::right));
    }
  for (const std::uint64_t d_model : {64, 512}) {
    const LayerCrossover never = crossover({"mha", "rnn"}, Kind::layers, d_model);
    CHECK_FALSE(never.crossover.tokens);
    CHECK(never.crossover.below == Cheaper::right);
  }
}

TEST_CASE("chapters: parameters of the three classifiers, part by part", "[golden][costs]") {
  const nlohmann::json& parameters = golden()["parameters"];
  const LayerSizes sizes = classifier_sizes();

  const nlohmann::json& text = parameters["TextClassifierWithSelfAttention"];
  const auto parts = costs_named("classifier", sizes).parameters;
  CHECK(part(parts, "token_embedding") == golden_count(text["groups"]["embedding"]));
  CHECK(part(parts, "wq") + part(parts, "wk") + part(parts, "wv") + part(parts, "wo") ==
        golden_count(text["groups"]["attention"]));
  CHECK(part(parts, "norms") ==
        golden_count(text["groups"]["layer_norm1"]) + golden_count(text["groups"]["layer_norm2"]));
  CHECK(part(parts, "mlp") == golden_count(text["groups"]["ffn"]));
  CHECK(part(parts, "classifier") == golden_count(text["groups"]["classifier"]));
  CHECK(find(parts, "position_embedding") == nullptr);
  CHECK(total_of(parts) == golden_count(text["total"]));
  LayerSizes learned = sizes;
  learned.n_positions = 128;
  CHECK(n_parameters("classifier", learned) == golden_count(text["with_learned_positions_128"]));

  const nlohmann::json& recurrent = parameters["RNNTextClassifier"];
  const auto cells = costs_named("lstm-classifier", sizes).parameters;
  CHECK(part(cells, "token_embedding") == golden_count(recurrent["groups"]["embedding"]));
  CHECK(part(cells, "input_weights") == golden_count(recurrent["groups"]["lstm_weight_ih"]));
  CHECK(part(cells, "recurrent_weights") == golden_count(recurrent["groups"]["lstm_weight_hh"]));
  CHECK(part(cells, "biases") == golden_count(recurrent["groups"]["lstm_bias_ih"]) +
                                     golden_count(recurrent["groups"]["lstm_bias_hh"]));
  CHECK(part(cells, "classifier") == golden_count(recurrent["groups"]["classifier"]));
  CHECK(total_of(cells) == golden_count(recurrent["total"]));
  LayerSizes single = sizes;
  single.n_bias_vectors = 1;
  CHECK(n_parameters("lstm-classifier", single) ==
        golden_count(recurrent["total_with_single_bias_vector"]));
  CHECK(n_parameters("gru-classifier", sizes) == golden_count(recurrent["with_gru"]));
  CHECK(n_parameters("rnn-classifier", sizes) == golden_count(recurrent["with_vanilla_rnn"]));

  const nlohmann::json& simple = parameters["SimpleAttentionClassifier"];
  CHECK(n_parameters("simple-classifier", sizes) == golden_count(simple["total"]));
  LayerSizes unbiased = sizes;
  unbiased.bias = false;
  CHECK(n_parameters("simple-classifier", unbiased) ==
        golden_count(simple["total_without_attention_bias"]));
  CHECK(n_parameters("lstm-classifier", sizes) - n_parameters("simple-classifier", sizes) ==
        golden_count(parameters["comparison"]["rnn_minus_simple_attention"]));
}

TEST_CASE("chapters: parameters of the other layers", "[golden][costs]") {
  const nlohmann::json& others = golden()["parameters"]["others"];
  CHECK(n_parameters("rnn", {.d_model = 512}) ==
        golden_count(others["chapter000_SimpleRNN_512_512"]));
  for (const std::uint64_t n_heads : {8, 4})
    CHECK(n_parameters("mha", {.d_model = 512, .n_heads = n_heads}) ==
          golden_count(others["chapter000_MultiHeadAttention_512_8_as_coded"]));
  CHECK(n_parameters("mha", {.d_model = 128, .n_heads = 4}) ==
        golden_count(others["chapter004_MultiHeadAttention_128_4_as_coded"]));
  CHECK(n_parameters("mha", {.d_model = 128, .n_heads = 4, .bias = false}) ==
        golden_count(others["chapter004_without_bias"]));
  CHECK(n_parameters("mha", {.d_model = 8, .n_heads = 2, .bias = false}) ==
        golden_count(others["chapter002_pytorch_mha_8_2_bias_false"]));
}

TEST_CASE("chapters: exercise 2, the four matrices of several heads", "[golden][costs]") {
  const nlohmann::json& exercise = golden()["exercise2"];
  nlohmann::json rows = exercise["table"];
  rows.push_back(exercise["answer"]);
  for (const nlohmann::json& row : rows) {
    LayerSizes sizes{.d_model = row["d_model"], .n_heads = row["num_heads"], .bias = false};
    const auto weights = costs_named("mha", sizes).parameters;
    sizes.bias = true;
    const auto biased = costs_named("mha", sizes).parameters;
    CAPTURE(sizes.d_model, sizes.n_heads);
    for (const auto& [id, key] :
         {std::pair{"wq", "W_q"}, {"wk", "W_k"}, {"wv", "W_v"}, {"wo", "W_o"}}) {
      CHECK(part(weights, id) == golden_count(row[key]));
      CHECK(part(biased, id) - part(weights, id) == golden_count(row["bias_each"]));
    }
    CHECK(total_of(weights) == golden_count(row["total_without_bias"]));
    CHECK(total_of(biased) == golden_count(row["total_with_bias"]));
    CHECK(total_of(biased) - golden_count(row["bias_each"]) ==
          golden_count(row["total_with_qkv_bias_only"]));
  }
}

TEST_CASE("chapters: a single head without W_O, and one head of several", "[golden][costs]") {
  const nlohmann::json& exercise = golden()["exercise2"];
  const nlohmann::json& single = exercise["single_head_no_bias_no_output"];
  const auto check = [&](const char* key, std::uint64_t d_model, std::uint64_t d_head) {
    CAPTURE(key);
    CHECK(n_parameters("attention", {.d_model = d_model, .d_head = d_head}) ==
          golden_count(single[key]["total"]));
  };
  check("chapter000_SelfAttention_512_64_64", 512, 64);
  check("chapter003_SelfAttentionLayer_256_64", 256, 64);
  check("chapter002_single_head_8_8", 8, 8);
  check("chapter001_d8", 8, 8);

  const nlohmann::json& per_head = exercise["per_head"];
  const auto one = costs_named("attention", {.d_model = 512, .d_head = 64}).parameters;
  CHECK(part(one, "wq") == golden_count(per_head["W_Q_i"]));
  CHECK(total_of(one) == golden_count(per_head["three_projections_one_head"]));
  CHECK(8 * total_of(one) == golden_count(per_head["eight_heads"]));
}
