#include "base/text.hpp"
#include "core/positions.hpp"
#include "core/statistics.hpp"
#include "costs/costs.hpp"
#include "costs/layers/layers.hpp"
#include "examples/numbers.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/mask/mask.hpp"
#include "mechanisms/positions/positions.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"
#include "support/layer_examples.hpp"
#include "support/matrix.hpp"
#include "support/table_texts.hpp"
#include "support/worked_examples.hpp"

// Numbers of the source chapters, recomputed in double precision with other software.

TEST_CASE("chapters: four Japanese words through one layer") {
  const nlohmann::json golden = read_golden("chapter001_walkthrough.json");
  // The chapter's layers store their weights as (out, in): Q = X Wᵀ.
  AttentionProblem problem = problem_of(Embedded{.X = matrix(golden["X"]),
                                                 .memory = {},
                                                 .W_Q = matrix(golden["W_q"]).t(),
                                                 .W_K = matrix(golden["W_k"]).t(),
                                                 .W_V = matrix(golden["W_v"]).t()});
  problem.query_tokens = problem.key_tokens = golden["words"].get<std::vector<std::string>>();
  const Trace trace = scaled_dot_product(problem);
  CHECK(difference(trace.stage("scores").value, matrix(golden["S"])) == "");
  CHECK(difference(trace.stage("weights").value, matrix(golden["A"])) == "");
  CHECK(difference(trace.stage("output").value, matrix(golden["output"])) == "");
}

TEST_CASE("chapters: eight tokens shown stage by stage") {
  const nlohmann::json golden = read_golden("chapter003_stage_panels.json");
  const Trace trace = scaled_dot_product(
      problem_of(Projected{matrix(golden["Q"]), matrix(golden["K"]), matrix(golden["V"])}));
  CHECK(difference(trace.stage("scores").value, matrix(golden["S"])) == "");
  CHECK(difference(trace.stage("weights").value, matrix(golden["A"])) == "");
  CHECK(difference(trace.stage("output").value, matrix(golden["output"])) == "");
}

TEST_CASE("chapters: cat and sat and mat as their own queries and keys and values") {
  const arma::mat X{{0.7, 0.2, 0.1, 0.8}, {0.1, 0.9, 0.3, 0.2}, {0.6, 0.1, 0.2, 0.9}};
  AttentionProblem problem = problem_of(Projected{X, X, X});

  const Trace scaled = scaled_dot_product(problem);
  CHECK(difference(scaled.stage("scores").value,
                   {{1.18, 0.44, 1.18}, {0.44, 0.95, 0.39}, {1.18, 0.39, 1.22}}) == "");
  CHECK(difference(scaled.stage("weights").value,
                   {{0.37164575804224037, 0.25670848391551915, 0.37164575804224037},
                    {0.3062063558106979, 0.3951475502410541, 0.2986460939482481},
                    {0.3712115936852784, 0.25007784100353303, 0.3787105653111886}}) == "");
  CHECK(difference(scaled.stage("output").value.row(0),
                   arma::rowvec{0.5088103338464645, 0.3425313629366394, 0.18850627258732786,
                                0.6831394854549124}) == "");

  problem.scale = {Scale::Kind::off};
  const Trace unscaled = scaled_dot_product(problem);
  CHECK(difference(unscaled.stage("weights").value,
                   {{0.40369560468504356, 0.1926087906299128, 0.4036956046850436},
                    {0.2765088617559216, 0.4604677728066456, 0.26302336543743277},
                    {0.4008569408283295, 0.18192683624774458, 0.4172162229239259}}) == "");
  CHECK(difference(unscaled.stage("output").value.row(0),
                   arma::rowvec{0.544065165153548, 0.2944565929724346, 0.17889131859448693,
                                0.7248042860905567}) == "");
}

TEST_CASE("chapters: a causal mask over equal scores") {
  const std::vector<std::string> tokens{"a", "b", "c", "d", "e"};
  const Trace trace =
      masking({.query_tokens = tokens, .key_tokens = tokens, .pattern = {.causal = true}});
  CHECK(
      difference(
          trace.stage("mask").value,
          {{1, 0, 0, 0, 0}, {1, 1, 0, 0, 0}, {1, 1, 1, 0, 0}, {1, 1, 1, 1, 0}, {1, 1, 1, 1, 1}}) ==
      "");
  const double third = 1.0 / 3.0;
  CHECK(difference(trace.stage("weights").value, {{1.0, 0.0, 0.0, 0.0, 0.0},
                                                  {0.5, 0.5, 0.0, 0.0, 0.0},
                                                  {third, third, third, 0.0, 0.0},
                                                  {0.25, 0.25, 0.25, 0.25, 0.0},
                                                  {0.2, 0.2, 0.2, 0.2, 0.2}}) == "");
}

TEST_CASE("chapters: how many pairs a causal mask allows") {
  const std::pair<arma::uword, arma::uword> counts[] = {{1, 1},  {2, 3},  {3, 6},
                                                        {5, 15}, {8, 36}, {50, 1275}};
  for (const auto& [n, n_allowed] : counts) CHECK(arma::accu(causal_mask(n, n) == 1) == n_allowed);
}

TEST_CASE("chapters: three tokens under a causal mask and with the last one as padding") {
  AttentionProblem problem = problem_of(Projected{exercise1::Q, exercise1::K, exercise1::V});
  problem.mask = padding_mask(3, 3, {2});
  const Trace padded = scaled_dot_product(problem);
  CHECK(difference(padded.stage("weights").value, {{0.6697615493266569, 0.3302384506733431, 0.0},
                                                   {0.3302384506733431, 0.6697615493266569, 0.0},
                                                   {0.5, 0.5, 0.0}}) == "");
  CHECK(difference(padded.stage("output").value, {{1.3395230986533138, 0.6604769013466862},
                                                  {0.6604769013466862, 1.3395230986533138},
                                                  {1.0, 1.0}}) == "");

  problem.mask = causal_mask(3, 3);
  const Trace causal = scaled_dot_product(problem);
  CHECK(difference(causal.stage("weights").value,
                   {{1.0, 0.0, 0.0},
                    {0.3302384506733431, 0.6697615493266569, 0.0},
                    {0.2482550782577231, 0.2482550782577231, 0.5034898434845538}}) == "");
  CHECK(difference(causal.stage("output").value,
                   {{2.0, 0.0}, {0.6604769013466862, 1.3395230986533138}, {1.0, 1.0}}) == "");
}

TEST_CASE("chapters: three tokens, one of whose queries may attend to nothing") {
  AttentionProblem problem = problem_of(Projected{exercise1::Q, exercise1::K, exercise1::V});
  problem.mask = padding_mask(3, 3, {}, {2});
  const auto row = [&problem](EmptyRow empty, const char* stage) -> arma::rowvec {
    problem.empty_row = empty;
    return scaled_dot_product(problem).stage(stage).value.row(2);
  };
  const double third = 1.0 / 3.0;
  CHECK(difference(row(EmptyRow::zero, "weights"), arma::rowvec{0, 0, 0}) == "");
  CHECK(difference(row(EmptyRow::zero, "output"), arma::rowvec{0, 0}) == "");
  CHECK(difference(row(EmptyRow::nan, "weights"), arma::rowvec{kNaN, kNaN, kNaN}) == "");
  CHECK(difference(row(EmptyRow::uniform, "weights"), arma::rowvec{third, third, third}) == "");
  CHECK(difference(row(EmptyRow::uniform, "output"), arma::rowvec{1, 1}) == "");
}

// Several heads in the source chapters, recomputed in double precision with other software.

namespace {

// As the chapters write NumPy: weights head by head, each 0.1 times a normal number.
MultiHeadWeights numpy_weights(std::uint32_t seed, arma::uword d_model, arma::uword n_heads) {
  return head_weights({.kind = WordModel::Kind::numpy,
                       .seed = seed,
                       .d_model = d_model,
                       .d_source = d_model,
                       .n_heads = n_heads,
                       .n_kv_heads = n_heads,
                       .d_head = d_model / n_heads});
}

MultiHeadProblem problem_of(const arma::mat& X, MultiHeadWeights weights, arma::uword n_heads) {
  MultiHeadProblem problem;
  problem.X = X;
  problem.weights = std::move(weights);
  problem.counts = {n_heads, n_heads};
  problem.query_tokens = problem.key_tokens = std::vector<std::string>(X.n_rows, "token");
  return problem;
}

// Sums of four or eight products of numbers below 3: a few units of their last place.
void check_heads(const Trace& trace, const nlohmann::json& golden) {
  constexpr double kLastDigits = 1e-16;
  for (arma::uword h = 0; h < golden["head_weights"].size(); ++h) {
    const arma::mat& W = trace.stage("weights", "head " + std::to_string(h)).value;
    const arma::mat expected = matrix(golden["head_weights"][h]);
    CAPTURE(h);
    CHECK(difference(W / expected, arma::ones(arma::size(W)), 1e-15) == "");
  }
  CHECK(difference(trace.stage("projected").value, matrix(golden["output"]), kLastDigits) == "");
}

std::string total_of(arma::uword d_model, arma::uword n_heads, arma::uword d_k, arma::uword d_v,
                     bool bias) {
  using arma::zeros;
  MultiHeadWeights w;
  w.W_Q = w.W_K = zeros(d_model, n_heads * d_k);
  w.W_V = zeros(d_model, n_heads * d_v);
  w.W_O = zeros(n_heads * d_v, d_model);
  if (bias) {
    w.b_Q = w.b_K = zeros(1, n_heads * d_k);
    w.b_V = zeros(1, n_heads * d_v);
    w.b_O = zeros(1, d_model);
  }
  const Trace trace = multi_head(problem_of(arma::zeros(1, d_model), std::move(w), n_heads));
  return text_of(trace.tables.at(0).rows.back().back());
}

TEST_CASE("chapters: four heads in NumPy") {
  const nlohmann::json golden = read_golden("chapter002_multi_head.json");
  const WordEmbeddings words =
      word_embeddings({.kind = WordModel::Kind::numpy, .seed = 42, .d_model = 16},
                      std::vector<std::string>(6, "token"), {});
  CHECK(difference(words.X, matrix(golden["X"]), 0.0) == "");

  const MultiHeadWeights weights = numpy_weights(42, 16, 4);
  // Both streams start from one seed: W_Q begins with the numbers of X, a tenth of each.
  CHECK(difference(weights.W_Q.submat(0, 0, 0, 3), 0.1 * words.X.submat(0, 0, 0, 3), 0.0) == "");

  const Trace trace = multi_head(problem_of(words.X, weights, 4));
  check_heads(trace, golden);
  double least = 1.0, most = 0.0;
  for (const Stage* head : trace.in_every_group("weights")) {
    least = std::min(least, head->value.min());
    most = std::max(most, head->value.max());
  }
  CHECK(least == Approx(golden["weights_min"].get<double>()).epsilon(1e-15));
  CHECK(most == Approx(golden["weights_max"].get<double>()).epsilon(1e-15));
}

TEST_CASE("chapters: two heads, beside the same layer in PyTorch") {
  const nlohmann::json golden = read_golden("chapter002_pytorch_comparison.json");
  const MultiHeadWeights weights = numpy_weights(0, 8, 2);
  for (const auto& [name, W] : {std::pair<const char*, const arma::mat&>{"W_Q", weights.W_Q},
                                {"W_K", weights.W_K},
                                {"W_V", weights.W_V}})
    for (arma::uword h = 0; h < 2; ++h)
      CHECK(difference(head_columns(W, 2, h), matrix(golden[name][h]), 0.0) == "");
  CHECK(difference(weights.W_O, matrix(golden["W_O"]), 0.0) == "");
  check_heads(multi_head(problem_of(matrix(golden["X"]), weights, 2)), golden);
}

TEST_CASE("chapters: parameters of a layer, with and without biases") {
  // Exercise 2: 4 · 512² weights; what its listing builds has 4 · 512 biases besides.
  for (const arma::uword n_heads : {8, 4, 1}) {
    CHECK(total_of(512, n_heads, 512 / n_heads, 512 / n_heads, false) == "1,048,576");
    CHECK(total_of(512, n_heads, 512 / n_heads, 512 / n_heads, true) == "1,050,624");
  }
  CHECK(total_of(256, 8, 32, 32, true) == "263,168");
  CHECK(total_of(128, 4, 32, 32, true) == "66,048");
  CHECK(total_of(768, 12, 64, 64, false) == "2,359,296");
  CHECK(total_of(512, 8, 64, 32, false) == "786,432");
  CHECK(total_of(512, 8, 64, 32, true) == "788,224");
}

// What the source chapters say about positions, recomputed in double precision with other software.

arma::mat row_of(const nlohmann::json& numbers) { return matrix(nlohmann::json::array({numbers})); }

arma::mat encoding_of(const nlohmann::json& sizes) {
  return sinusoidal_encoding(first_positions(sizes["len"].get<arma::uword>()),
                             sizes["d_model"].get<arma::uword>());
}

TEST_CASE("chapters: encodings of every width, odd ones too") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  for (const nlohmann::json& golden : all["matrices"]) {
    const arma::mat PE = encoding_of(golden);
    CHECK(difference(PE, matrix(golden["PE"])) == "");
    CHECK(arma::norm(PE, "fro") == Approx(golden["frobenius_norm"].get<double>()).epsilon(1e-13));
    CHECK(arma::accu(PE) == Approx(golden["sum"].get<double>()).epsilon(1e-12));
  }
}

TEST_CASE("chapters: a hundred positions in 512 dimensions") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  const nlohmann::json& golden = all["chapter000_len100_d512"];
  const arma::mat PE = encoding_of(golden);
  for (const arma::uword p : {0, 1, 10, 99}) {
    const std::string key = "pos" + std::to_string(p) + "_first10";
    CHECK(difference(PE.row(p).head(10), row_of(golden[key])) == "");
  }
  CHECK(difference(PE.row(99).tail(4), row_of(golden["pos99_last4"])) == "");
  for (const auto& [dim, values] : golden["first_50_positions_plot_dims"].items())
    CHECK(difference(PE.col(std::stoul(dim)).head(50).t(), row_of(values)) == "");
  for (arma::uword p = 0; p < 100; ++p)
    CHECK(arma::norm(PE.row(p)) ==
          Approx(golden["row_norm_every_row"].get<double>()).epsilon(1e-13));
  CHECK(arma::accu(PE) == Approx(golden["sum_all"].get<double>()).epsilon(1e-12));
}

TEST_CASE("chapters: fifty positions in 64 dimensions") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  const nlohmann::json& golden = all["chapter002_len50_d64"];
  const arma::mat PE = encoding_of(golden);
  CHECK(difference(PE.row(1), row_of(golden["pos1"])) == "");
  CHECK(difference(PE.row(49), row_of(golden["pos49"])) == "");
  CHECK(difference(arma::sum(PE, 0), row_of(golden["column_sums"])) == "");
  CHECK(arma::norm(PE.row(49)) == Approx(golden["row_norm_every_row"].get<double>()));
}

TEST_CASE("chapters: three dimensions are not what the chapter's code makes of them") {
  const arma::mat wrong = matrix(read_golden("chapter000_positions.json")["wrong_d3_len4"]);
  CHECK(arma::abs(sinusoidal_encoding(first_positions(4), 3) - wrong).max() ==
        Approx(0.904989).epsilon(1e-6));
}

TEST_CASE("chapters: likeness by distance") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  for (const auto& [d_model, key] : {std::pair<arma::uword, const char*>{512, "d512"}, {8, "d8"}})
    for (const nlohmann::json& golden : all["offset_similarity"][key]) {
      const double k = golden["k"].get<double>();
      const arma::mat both = sinusoidal_encoding(arma::vec{0, k}, d_model);
      CHECK(cosine_similarities(both.row(0), both.row(1))(0) ==
            Approx(golden["cosine"].get<double>()).margin(1e-12));
      if (golden.contains("l2_distance"))
        CHECK(arma::norm(both.row(0) - both.row(1)) ==
              Approx(golden["l2_distance"].get<double>()).margin(1e-11));
    }
}

TEST_CASE("chapters: likeness falls up to 43 positions in 512 dimensions") {
  const Trace trace = additive_encoding({.length = 60, .d_model = 512});
  const arma::mat& cosines = trace.stage("cosine").value;
  for (arma::uword k = 0; k < 43; ++k) CHECK(cosines(0, k + 1) < cosines(0, k));
  CHECK(cosines(0, 44) > cosines(0, 43));
  CHECK(contains(trace.stage("cosine").note, "up to distance 43 only"));
}

TEST_CASE("chapters: the matrix that moves three positions") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  const nlohmann::json& golden = all["shift_matrix"];
  CHECK(difference(shift_matrix(golden["k"].get<double>(), golden["d_model"].get<arma::uword>()),
                   matrix(golden["R"])) == "");
}

TEST_CASE("chapters: the periods of exercise 3") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  const nlohmann::json& golden = all["periods"];
  const arma::vec of_512 = pair_wavelengths(512);
  for (const nlohmann::json& entry : golden["d_model_512"]) {
    const arma::uword dim = entry["dim"].get<arma::uword>();
    CHECK(entry["pair"].get<arma::uword>() == dim / 2);
    CHECK(of_512(dim / 2) == Approx(entry["period"].get<double>()).epsilon(1e-13));
  }
  for (const nlohmann::json& entry : golden["lowest_frequency_by_d_model"]) {
    const arma::vec wavelengths = pair_wavelengths(entry["d_model"].get<arma::uword>());
    CHECK(wavelengths.n_elem == entry["pair"].get<arma::uword>() + 1);
    CHECK(wavelengths.back() == Approx(entry["period"].get<double>()).epsilon(1e-13));
  }
  for (const auto& [d_model, pairs] : golden["all_pairs_small"].items())
    for (const nlohmann::json& entry : pairs)
      CHECK(pair_frequencies(std::stoul(d_model))(entry["pair"].get<arma::uword>()) ==
            Approx(entry["angular_frequency"].get<double>()).epsilon(1e-14));
  for (const nlohmann::json& entry : golden["integer_near_recurrences_of_sin_pos"])
    CHECK(difference(sinusoidal_encoding(arma::vec{entry["k"].get<double>()}, 2),
                     arma::rowvec{entry["sin_k"].get<double>(), entry["cos_k"].get<double>()}) ==
          "");
}

TEST_CASE("chapters: what a learned table costs") {
  const nlohmann::json all = read_golden("chapter000_positions.json");
  for (const nlohmann::json& golden : all["learned_table_parameter_counts"]) {
    const arma::mat table(golden["max_len"].get<arma::uword>(),
                          golden["d_model"].get<arma::uword>(), arma::fill::zeros);
    const Trace trace = additive_encoding({.length = 1, .d_model = table.n_cols, .table = table});
    const std::string count = std::to_string(golden["params"].get<arma::uword>());
    CHECK(contains(trace.stage("encoding").note, "= " + count + " trained numbers"));
  }
}

TEST_CASE("chapters: the cat chases the mouse and the mouse the cat") {
  const nlohmann::json golden = read_golden("chapter003_order_blindness.json");
  const auto words = golden["sentence1"].get<std::vector<std::string>>();
  const auto reordered = golden["sentence2"].get<std::vector<std::string>>();
  arma::mat X(5, 2);
  for (arma::uword i = 0; i < 5; ++i)
    X.row(i) = row_of(golden["embeddings"][i == 0 ? "the" : words[i]]);
  const arma::uvec places = order_of(words, reordered);
  CHECK(difference(arma::conv_to<arma::rowvec>::from(places),
                   row_of(golden["permutation_sentence2_from_sentence1"])) == "");
  CHECK(difference(cosine_similarities(X, X), matrix(golden["cosine1"])) == "");
  const arma::mat X2 = X.rows(places);
  CHECK(difference(cosine_similarities(X2, X2), matrix(golden["cosine2"])) == "");

  // Queries, keys and values are the embeddings themselves.
  const arma::mat I = arma::eye(2, 2);
  const Trace trace = order_blindness(
      {.words = words, .reordered = reordered, .X = X, .W_Q = I, .W_K = I, .W_V = I});
  const nlohmann::json& attention = golden["self_attention_QKV_equal_embedding"];
  for (const char* order : {"1", "2"}) {
    const auto stage = [&](const char* id) {
      return trace.stage(id, std::string("order ") + order).value;
    };
    CHECK(difference(stage("weights"), matrix(attention[std::string("A") + order])) == "");
    CHECK(difference(stage("output"), matrix(attention[std::string("output") + order])) == "");
    CHECK(difference(stage("pooled"), row_of(attention[std::string("mean_pooled") + order])) == "");
  }
}

// Parameters, operations and crossovers in the source chapters, recomputed with other software.

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

TEST_CASE("chapters: the table of operations, memory, steps and paths") {
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

TEST_CASE("chapters: the formulas are those of the chapters") {
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

TEST_CASE("chapters: crossovers in tokens and in d_model") {
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

TEST_CASE("chapters: parameters of the three classifiers, part by part") {
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

TEST_CASE("chapters: parameters of the other layers") {
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

TEST_CASE("chapters: exercise 2, the four matrices of several heads") {
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

TEST_CASE("chapters: a single head without W_O, and one head of several") {
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

}  // namespace
