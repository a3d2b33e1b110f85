#include "mechanisms/backward/backward.hpp"

#include "core/gradients.hpp"
#include "mechanisms/attention/attention.hpp"
#include "mechanisms/attention/stages.hpp"
#include "mechanisms/backward/gradient_stages.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "support/rounds.hpp"
#include "support/slopes.hpp"
#include "support/table_texts.hpp"
#include "support/worked_examples.hpp"

namespace {

Loss cell_of(const std::string& id, arma::uword row, arma::uword col) {
  return {.kind = Loss::Kind::cell, .of = id, .row = row, .col = col};
}

Trace with_slopes(Trace trace, const Backward& backward) {
  record_backward(trace, backward);
  return trace;
}

// The ids of the stages on the way back, each group once: "loss d_output ..".
std::string way_back(const Trace& trace) {
  std::string names, group;
  bool is_back = false;
  for (const Stage& stage : trace.stages) {
    is_back = is_back || stage.id == "loss" || stage.id == "target";
    if (!is_back) continue;
    if (stage.group != group) names += stage.group.empty() ? "| " : stage.group + ": ";
    group = stage.group;
    names += stage.id + " ";
  }
  return names;
}

// One query of 0, so that two keys get equal weights.
AttentionProblem two_equal_keys() {
  return problem_of(Projected{.Q = single_cell(0), .K = arma::vec{1, -1}, .V = {{2, 0}, {4, 1}}});
}

AttentionProblem four_words() {
  namespace words = whole_numbers;
  AttentionProblem problem =
      problem_of(Embedded{.X = words::X, .W_Q = words::W_Q, .W_K = words::W_K, .W_V = words::W_V});
  problem.causal = true;
  return problem;
}

const std::string kFromWeights = "d_scaled d_scores ";

TEST_CASE("record_backward: two keys by hand") {
  const Trace trace =
      with_slopes(scaled_dot_product(two_equal_keys()), {.loss = cell_of("output", 0, 0)});
  const auto check = [&trace](const char* id, const arma::mat& expected) {
    CAPTURE(id);
    CHECK(difference(trace.stage(id).value, expected, 0.0) == "");
  };
  check("loss", single_cell(3));  // .5 · 2 + .5 · 4
  check("d_output", {{1, 0}});
  check("d_weights", {{2, 4}});
  check("d_value", {{.5, 0}, {.5, 0}});
  check("d_scaled", {{-.5, .5}});  // .5 (2 − 3), .5 (4 − 3)
  check("d_scores", {{-.5, .5}});
  check("d_query", single_cell(-1));  // −.5 · 1 + .5 · (−1)
  check("d_key", arma::vec{0, 0});
}

TEST_CASE("record_backward: four words, as another program has it") {
  // Worked out with PyTorch's autograd: the row of the third word.
  const Trace trace =
      with_slopes(scaled_dot_product(four_words()), {.loss = cell_of("output", 2, 1)});
  CHECK(trace.stage("loss").value(0, 0) == trace.stage("output").value(2, 1));
  const auto check_sat = [&trace](const char* id, const arma::rowvec& expected) {
    CAPTURE(id);
    CHECK(difference(trace.stage(id).value.row(2), expected) == "");
  };
  check_sat("d_weights", {1, 2, 1, 3});
  check_sat("d_scaled", {-0.09436931220237275, 0.24995800453176575, -0.15558869232939310, 0});
  check_sat("d_query", {-0.24995800453176581, -0.29714266063295214, -0.07779434616469660,
                        -0.04718465610118638});
  check_sat("d_key",
            {0.15558869232939310, -0.07779434616469655, -0.07779434616469655, 0.07779434616469655});
  check_sat("d_input",
            {-0.29714266063295208, 0.27658619565498821, 0.21282657351612566, 0.24995800453176575});
  for (const Stage& stage : trace.stages) {
    if (stage.gradient_of.empty()) continue;
    CAPTURE(stage.id);
    CHECK(arma::size(stage.value) == arma::size(trace.stage(stage.gradient_of).value));
    CHECK(stage.rows.labels == trace.stage(stage.gradient_of).rows.labels);
  }
}

TEST_CASE("record_backward: the stages of one head, in the order of the walk") {
  std::mt19937 draws(1);
  const std::string head = "d_weights d_value " + kFromWeights + "d_query d_key ";
  CHECK(way_back(with_slopes(scaled_dot_product(two_equal_keys()), {})) == "loss d_output " + head);
  CHECK(way_back(with_slopes(scaled_dot_product(four_words()), {})) ==
        "loss d_output " + head + "d_wq d_wk d_wv d_input ");
  AttentionProblem crossed = four_words();
  auto& tensors = std::get<Embedded>(crossed.tensors);
  tensors.memory = tensors.X;
  CHECK(way_back(with_slopes(scaled_dot_product(crossed), {.jacobian_row = 1})) ==
        "loss d_output d_weights d_value jacobian " + kFromWeights +
            "d_query d_key d_wq d_wk d_wv d_input d_memory ");
  // Values have no say in a weight.
  CHECK(
      way_back(with_slopes(scaled_dot_product(four_words()), {.loss = cell_of("weights", 2, 1)})) ==
      "loss d_weights " + kFromWeights + "d_query d_key d_wq d_wk d_input ");
  CHECK(way_back(with_slopes(
            scaled_dot_product(two_equal_keys()),
            {.loss = {.kind = Loss::Kind::target, .target = random_matrix(draws, 1, 2)}})) ==
        "target loss d_output " + head);
}

TEST_CASE("record_backward: the stages of several heads") {
  std::mt19937 draws(2);
  MultiHeadProblem problem = random_problem(draws, {.bias = true});
  const std::string head = "d_output d_weights d_value " + kFromWeights;
  const std::string all = "| d_query d_key d_value d_wq d_bq d_wk d_bk d_wv d_bv d_input ";
  CHECK(way_back(with_slopes(multi_head(problem), {})) ==
        "loss d_projected d_concat d_wo d_bo head 0: " + head + "d_query d_key head 1: " + head +
            "d_query d_key " + all);
  problem.rope = Rotary{};
  problem.weights.W_O.reset();
  const std::string turned = head + "d_query_rotated d_key_rotated d_query d_key ";
  CHECK(way_back(with_slopes(multi_head(problem), {})) ==
        "loss d_concat head 0: " + turned + "head 1: " + turned + all);
}

TEST_CASE("record_backward: heads that share a key say how their gradients add up") {
  const auto formula = [](HeadCounts counts) {
    std::mt19937 draws(4);
    const MultiHeadProblem problem = random_problem(draws, {.counts = counts});
    return with_slopes(multi_head(problem), {}).stage("d_key").formula;
  };
  CHECK(formula({2, 2}) == "dK = [dK_0 | dK_1]");
  CHECK(formula({2, 1}) == "dK = [dK_0 + dK_1]");
  CHECK(formula({4, 2}) == "dK = [dK_0 + dK_1 | dK_2 + dK_3]");
  CHECK(formula({6, 2}) == "dK = [dK_0 + .. + dK_2 | dK_3 + .. + dK_5]");
  CHECK(formula({6, 6}) == "dK = [dK_0 | .. | dK_5]");
}

TEST_CASE("record_backward: leaves what was computed before as it is") {
  const Trace before = scaled_dot_product(four_words());
  const Trace after = with_slopes(before, {});
  for (std::size_t i = 0; i < before.stages.size(); ++i)
    CHECK(same(before.stages[i].value, after.stages[i].value));
  CHECK(after.result == "output");
}

TEST_CASE("record_backward: one head of several with W_O = 1 is plain attention") {
  std::mt19937 draws(3);
  MultiHeadProblem heads =
      random_problem(draws, {.counts = {1, 1}, .d_model = 3, .d_k = 3, .d_v = 3});
  heads.weights.W_O = arma::eye(3, 3);
  heads.causal = true;
  const MultiHeadWeights& w = heads.weights;
  AttentionProblem plain =
      problem_of(Embedded{.X = heads.X, .W_Q = w.W_Q, .W_K = w.W_K, .W_V = w.W_V});
  plain.causal = true;
  const Trace one = with_slopes(scaled_dot_product(plain), {.loss = cell_of("output", 2, 1)});
  const Trace several = with_slopes(multi_head(heads), {.loss = cell_of("projected", 2, 1)});
  for (const char* id : {"d_query", "d_key", "d_value", "d_wq", "d_wk", "d_wv", "d_input"})
    CHECK(difference(several.stage(id).value, one.stage(id).value) == "");
}

TEST_CASE("record_backward: a blocked cell gets exactly 0 and stays marked") {
  const Trace trace = with_slopes(scaled_dot_product(four_words()), {});
  for (const char* id : {"d_scaled", "d_scores"}) {
    const Stage& stage = trace.stage(id);
    CHECK(arma::mat(arma::trimatu(stage.value, 1)).is_zero());
    CHECK(arma::all(arma::vectorise(stage.blocked == trace.stage("weights").blocked)));
  }
  CHECK_FALSE(trace.stage("d_weights").blocked.is_empty());
}

TEST_CASE("record_backward: a query without keys changes nothing") {
  AttentionProblem problem = two_equal_keys();
  problem.mask = Mask{{0, 0}};
  for (const EmptyRow empty : {EmptyRow::zero, EmptyRow::uniform}) {
    problem.empty_row = empty;
    const Trace trace = with_slopes(scaled_dot_product(problem), {});
    for (const char* id : {"d_scaled", "d_scores", "d_query", "d_key"})
      CHECK(trace.stage(id).value.is_zero());
    CHECK(trace.stage("d_value").value.is_zero() == (empty == EmptyRow::zero));
  }
  problem.empty_row = EmptyRow::nan;
  Trace undefined = scaled_dot_product(problem);
  CHECK_REFUSED(record_backward(undefined, {}),
                "some weights are undefined (NaN), so nothing has a gradient. Where a query may "
                "attend to nothing, leave out --empty-row nan: its weights and gradients are 0.");
}

TEST_CASE("record_backward: scores that are given are where it ends") {
  GivenAttention problem;
  problem.given = {{0, 0}};
  problem.scale.kind = Scale::Kind::off;
  problem.query_tokens = {"q"};
  problem.key_tokens = {"a", "b"};
  const Trace weights = with_slopes(given_attention(problem), {.loss = cell_of("weights", 0, 1)});
  CHECK(way_back(weights) == "loss d_weights d_scaled d_scores ");
  CHECK(difference(weights.stage("d_scores").value, {{-.25, .25}}, 0.0) == "");
  Trace sum = given_attention(problem);
  CHECK_REFUSED(
      record_backward(sum, {}),
      "without values the result is the weights, and their sum never changes: each row sums to 1. "
      "Choose one of them, such as --loss \"weights[0, 1]\", or give values with --v.");
  problem.V = arma::vec{2, 4};
  const Trace values = with_slopes(given_attention(problem), {});
  CHECK(way_back(values) == "loss d_output d_weights d_value d_scaled d_scores ");
  CHECK(difference(values.stage("d_scores").value, {{-.5, .5}}, 0.0) == "");
}

TEST_CASE("record_backward: the Jacobian of a row, in each head") {
  AttentionProblem problem = two_equal_keys();
  const Trace trace = with_slopes(scaled_dot_product(problem), {.jacobian_row = 0});
  const Stage& J = trace.stage("jacobian");
  CHECK(difference(J.value, {{.25, -.25}, {-.25, .25}}, 0.0) == "");
  CHECK(J.formula == "J = diag(a_q0) − a_q0ᵀ a_q0");
  CHECK(difference(trace.stage("d_weights").value * J.value, trace.stage("d_scaled").value) == "");

  const Trace causal = with_slopes(scaled_dot_product(four_words()), {.jacobian_row = 1});
  const BlockedCells& blocked = causal.stage("jacobian").blocked;
  CHECK(arma::accu(blocked == 0) == 4);  // two keys by two keys
  CHECK(blocked(2, 0) == blocked(0, 2));

  std::mt19937 draws(4);
  CHECK(with_slopes(multi_head(random_problem(draws, {})), {.jacobian_row = 2})
            .in_every_group("jacobian")
            .size() == 2);
}

TEST_CASE("record_backward: refuses a target of another shape") {
  Trace trace = scaled_dot_product(two_equal_keys());
  CHECK_REFUSED(
      record_backward(trace, {.loss = {.kind = Loss::Kind::target, .target = arma::ones(2, 2)}}),
      "T must be 1 x 2, but it is 2 x 2.");
}

TEST_CASE("record_backward: says of a key bias that softmax does not see it") {
  std::mt19937 draws(5);
  MultiHeadProblem problem = random_problem(draws, {.bias = true});
  const Stage bias = with_slopes(multi_head(problem), {}).stage("d_bk");
  CHECK(contains(bias.note, "Here they are 0: "));
  CHECK(arma::abs(bias.value).max() < kTolerance);
  problem.rope = Rotary{};
  const Stage turned = with_slopes(multi_head(problem), {}).stage("d_bk");
  CHECK_FALSE(contains(turned.note, "Here they are 0: "));
  CHECK(arma::abs(turned.value).max() > kTolerance);
}

TEST_CASE("record_backward: the scale is undone as it was done") {
  AttentionProblem problem = four_words();
  const auto formula = [&problem](const Scale& scale) {
    problem.scale = scale;
    return with_slopes(scaled_dot_product(problem), {}).stage("d_scores").formula;
  };
  CHECK(formula({}) == "dS = d_scaled / √d_k, √4 = 2");
  CHECK(formula({.kind = Scale::Kind::off}) == "dS = d_scaled");
  CHECK(formula({.kind = Scale::Kind::off, .temperature = 2.0}) == "dS = d_scaled / τ, τ = 2");
  CHECK(formula({.temperature = 2.0}) == "dS = d_scaled / (τ √d_k), τ = 2, √4 = 2");
  CHECK(formula({.kind = Scale::Kind::factor, .factor = 0.3}) == "dS = 0.3 d_scaled");
}

// Even weights, so that the output is [2.5 -3].
Trace even_attention() {
  return scaled_dot_product(
      problem_of(Projected{.Q = single_cell(0), .K = arma::vec{1, 2}, .V = {{2, -4}, {3, -2}}}));
}

Trace with_loss(const Loss& loss) {
  Trace trace = even_attention();
  record_loss(trace, loss);
  return trace;
}

using Ids = std::vector<std::string>;

TEST_CASE("stages_of_loss: the result first") {
  CHECK(stages_of_loss(even_attention()) == Ids{"output", "weights"});
  std::mt19937 draws(1);
  MultiHeadProblem problem = random_problem(draws, {});
  CHECK(stages_of_loss(multi_head(problem)) == Ids{"projected", "concat"});
  problem.weights.W_O.reset();
  CHECK(stages_of_loss(multi_head(problem)) == Ids{"concat"});
}

TEST_CASE("record_loss: the sum counts each cell once") {
  const Trace trace = with_loss({});
  CHECK(trace.stage("loss").value(0, 0) == -.5);
  CHECK(trace.stage("loss").formula == "L = Σ O");
  CHECK(difference(trace.stage("d_output").value, {{1, 1}}, 0.0) == "");
  CHECK(trace.stage("d_output").gradient_of == "output");
}

TEST_CASE("record_loss: a cell counts alone") {
  const Trace trace = with_loss({.kind = Loss::Kind::cell, .of = "output", .row = 0, .col = 1});
  CHECK(trace.stage("loss").value(0, 0) == -3);
  CHECK(trace.stage("loss").formula == "L = O[q0, 1]");
  CHECK(difference(trace.stage("d_output").value, {{0, 1}}, 0.0) == "");
  CHECK(trace.stage("d_output").formula == "dO[q0, 1] = 1");
}

TEST_CASE("record_loss: a target is a stage, too") {
  const Trace trace = with_loss({.kind = Loss::Kind::target, .target = {{2, -1}}});
  CHECK(trace.stage("loss").value(0, 0) == (.25 + 4) / 2);
  CHECK(trace.stage("loss").formula == "L = Σ (O − T)² / 2");
  CHECK(difference(trace.stage("d_output").value, {{.5, -2}}, 0.0) == "");
  CHECK(difference(trace.stage("target").value, {{2, -1}}, 0.0) == "");
}

TEST_CASE("record_loss: the configuration says which") {
  const auto setting = [](const Loss& loss) {
    return std::get<std::string>(with_loss(loss).config.back().second);
  };
  CHECK(setting({}) == "sum");
  CHECK(setting({.kind = Loss::Kind::cell, .of = "weights", .col = 1}) == "weights[0, 1]");
  CHECK(setting({.kind = Loss::Kind::target, .target = {{1, 1}}}) == "target");
}

TEST_CASE("record_loss: refuses a loss that overflows") {
  Trace trace = scaled_dot_product(
      problem_of(Projected{.Q = arma::vec{0, 0}, .K = single_cell(0), .V = single_cell(1.7e308)}));
  CHECK_REFUSED(
      record_loss(trace, {}),
      "the loss overflows: its entries do not fit a double-precision number. Use smaller numbers.");
}

// Every slope on the way back against differences: how much the loss differs where one number of
// the problem is a little larger and a little smaller.

constexpr double kMostApart = 1e-7;

// The matrices of a problem by the ids of their stages.
using Matrices = std::vector<std::pair<std::string, arma::mat*>>;

double largest_slope(const Trace& trace) {
  double largest = 0.0;
  for (const Stage& stage : trace.stages)
    if (!stage.gradient_of.empty()) largest = std::max(largest, arma::abs(stage.value).max());
  return largest;
}

// `traced` computes the trace anew from the matrices as they are.
void check_slopes(const std::function<Trace()>& traced, const Matrices& matrices,
                  const Backward& backward) {
  Trace trace = traced();
  record_backward(trace, backward);
  const auto loss = [&] {
    Trace moved = traced();
    record_loss(moved, backward.loss);
    return moved.stage("loss").value(0, 0);
  };
  for (const auto& [id, matrix] : matrices) {
    CAPTURE(id);
    const arma::mat expected = slopes_by_differences(loss, *matrix);
    CHECK(relative_difference(trace.stage("d_" + id).value, expected, largest_slope(trace)) <
          kMostApart);
  }
}

// A mask, a window, padding, an own mask with an empty row: one of them a round.
void restrict_keys(AttentionOptions& options, std::mt19937& draws, int round, arma::uword n_q,
                   arma::uword n_k) {
  options.causal = round % 2 == 1;
  if (round % 5 == 1) options.window = 1 + draws() % 3;
  if (round % 5 == 2) options.n_padded = draws() % n_k;
  if (round % 5 == 3) {
    Mask mask(n_q, n_k);
    for (auto& cell : mask) cell = draws() % 3 > 0;
    mask.row(draws() % n_q).zeros();
    options.mask = mask;
  }
  if (round % 5 == 4) options.empty_row = EmptyRow::uniform;
  if (round % 4 == 1) options.scale.kind = Scale::Kind::off;
  if (round % 4 == 2) options.scale = {Scale::Kind::factor, .7};
}

Backward towards_random_target(std::mt19937& draws, const Trace& trace) {
  const arma::mat& result = stage_of_loss(trace, {}).value;
  return {.loss = {.kind = Loss::Kind::target,
                   .target = random_matrix(draws, result.n_rows, result.n_cols)}};
}

Matrices matrices_of(MultiHeadProblem& problem, std::vector<arma::mat>& biases) {
  MultiHeadWeights& w = problem.weights;
  Matrices all{{"input", &problem.X}, {"wq", &w.W_Q}, {"wk", &w.W_K}, {"wv", &w.W_V}};
  if (!w.W_O.is_empty()) all.emplace_back("wo", &w.W_O);
  if (problem.memory) all.emplace_back("memory", &*problem.memory);
  if (problem.value_memory) all.emplace_back("value_memory", &*problem.value_memory);
  if (w.b_Q.is_empty()) return all;
  biases = {w.b_Q, w.b_K, w.b_V, w.b_O};
  const char* ids[] = {"bq", "bk", "bv", "bo"};
  for (std::size_t i = 0; i < biases.size(); ++i)
    if (i < 3 || !w.W_O.is_empty()) all.emplace_back(ids[i], &biases[i]);
  return all;
}

void take_biases(MultiHeadWeights& weights, const std::vector<arma::mat>& biases) {
  if (biases.empty()) return;
  weights.b_Q = biases[0].row(0);
  weights.b_K = biases[1].row(0);
  weights.b_V = biases[2].row(0);
  weights.b_O = biases[3].row(0);
}

MultiHeadProblem drawn_heads(std::mt19937& draws, int round) {
  const auto below = [&draws](arma::uword n) { return draws() % n; };
  MultiHeadSizes sizes;
  sizes.counts.n_kv_heads = 1 + below(2);
  sizes.counts.n_heads = sizes.counts.n_kv_heads * (1 + below(3));
  sizes.d_model = 1 + below(4);
  sizes.d_k = 2 * (1 + below(2));
  sizes.d_v = 1 + below(3);
  sizes.n_q = 1 + below(4);
  sizes.d_key = round % 3 == 0 ? 1 + below(4) : 0;
  sizes.n_k = sizes.d_key ? 1 + below(5) : sizes.n_q;
  sizes.bias = round % 2 == 0;
  MultiHeadProblem problem = random_problem(draws, sizes);
  if (sizes.d_key && round % 2) problem.value_memory = random_matrix(draws, sizes.n_k, sizes.d_key);
  if (!sizes.d_key && round % 3 == 1)
    problem.rope = Rotary{10.0, round % 2 ? Pairing::half_split : Pairing::interleaved};
  if (round % 7 == 3) problem.weights.W_O.reset();
  restrict_keys(problem, draws, round, problem.X.n_rows, problem.keys_from().n_rows);
  return problem;
}

TEST_CASE("record_backward: several heads by differences") {
  std::mt19937 draws(11);
  for (int round = 0; round < rounds(60); ++round) {
    MultiHeadProblem problem = drawn_heads(draws, round);
    CAPTURE(round, problem.counts.n_heads, problem.counts.n_kv_heads);
    std::vector<arma::mat> biases;
    const Matrices matrices = matrices_of(problem, biases);
    const auto traced = [&] {
      take_biases(problem.weights, biases);
      return multi_head(problem);
    };
    check_slopes(traced, matrices, towards_random_target(draws, traced()));
  }
}

TEST_CASE("record_backward: one head by differences") {
  std::mt19937 draws(12);
  for (int round = 0; round < rounds(40); ++round) {
    CAPTURE(round);
    const arma::uword n_q = 1 + draws() % 5, n_k = round % 3 ? 1 + draws() % 5 : n_q, d = 3;
    AttentionProblem problem = problem_of(Embedded{.X = random_matrix(draws, n_q, d),
                                                   .memory = random_matrix(draws, n_k, d),
                                                   .W_Q = random_matrix(draws, d, 2),
                                                   .W_K = random_matrix(draws, d, 2),
                                                   .W_V = random_matrix(draws, d, 4)});
    auto& tensors = std::get<Embedded>(problem.tensors);
    Matrices matrices{
        {"input", &tensors.X}, {"wq", &tensors.W_Q}, {"wk", &tensors.W_K}, {"wv", &tensors.W_V}};
    if (round % 3)
      matrices.emplace_back("memory", &*tensors.memory);
    else
      tensors.memory.reset();
    restrict_keys(problem, draws, round, n_q, n_k);
    const auto traced = [&problem] { return scaled_dot_product(problem); };
    check_slopes(traced, matrices, towards_random_target(draws, traced()));
  }
}

TEST_CASE("record_backward: queries, keys and values by differences, from one cell or the sum") {
  std::mt19937 draws(13);
  for (int round = 0; round < rounds(30); ++round) {
    CAPTURE(round);
    const arma::uword n_q = 1 + draws() % 4, n_k = 1 + draws() % 4;
    AttentionProblem problem = problem_of(Projected{.Q = 2.0 * random_matrix(draws, n_q, 3),
                                                    .K = 2.0 * random_matrix(draws, n_k, 3),
                                                    .V = random_matrix(draws, n_k, 2)});
    auto& tensors = std::get<Projected>(problem.tensors);
    restrict_keys(problem, draws, round, n_q, n_k);
    const Matrices matrices{{"query", &tensors.Q}, {"key", &tensors.K}, {"value", &tensors.V}};
    Loss loss;
    if (round % 2)
      loss = {.kind = Loss::Kind::cell, .of = "output", .row = draws() % n_q, .col = 1};
    check_slopes([&problem] { return scaled_dot_product(problem); }, matrices, {.loss = loss});
  }
}

TEST_CASE("record_backward: given scores and a weight as the loss, by differences") {
  std::mt19937 draws(14);
  for (int round = 0; round < rounds(20); ++round) {
    CAPTURE(round);
    GivenAttention problem;
    problem.given = 3.0 * random_matrix(draws, 2, 4);
    problem.query_tokens = numbered_tokens("q", 2);
    problem.key_tokens = numbered_tokens("k", 4);
    problem.d_k = 5;
    restrict_keys(problem, draws, round, 2, 4);
    if (round % 2) problem.V = random_matrix(draws, 4, 3);
    Matrices matrices{{"scores", &problem.given}};
    Loss loss{.kind = Loss::Kind::cell, .of = "weights", .row = 1, .col = draws() % 4};
    if (round % 4 == 1) loss = {};
    if (round % 4 == 1) matrices.emplace_back("value", &*problem.V);
    check_slopes([&problem] { return given_attention(problem); }, matrices, {.loss = loss});
  }
}

TEST_CASE("gradient_stage: has the axes, the head and the blocked cells of its stage") {
  const BlockedCells blocked{{0, 'c'}, {0, 0}};
  Stage weights = weights_stage({"query", {"a", "b"}}, {"key", {"c", "d"}}, blocked);
  weights.group = "head 1";
  weights.remark = "kv head 0";
  const Stage gradient = gradient_stage(weights);
  CHECK(gradient.id == "d_weights");
  CHECK(gradient.symbol == "dA");
  CHECK(gradient.gradient_of == "weights");
  CHECK(gradient.group == "head 1");
  CHECK(gradient.remark == "kv head 0");
  CHECK(gradient.rows.labels == weights.rows.labels);
  CHECK(gradient.cols.labels == weights.cols.labels);
  CHECK(arma::all(arma::vectorise(gradient.blocked == blocked)));
  CHECK(std::holds_alternative<Given>(gradient.rule));
}

TEST_CASE("gradient_stage: what has no symbol of its own goes by its id") {
  CHECK(gradient_stage(scaled_stage({}, {}, 4, {})).symbol == "d_scaled");
  CHECK(gradient_stage(concat_stage({}, 2)).symbol == "d_concat");
  CHECK(gradient_stage(query_weight_stage()).symbol == "dW_Q");
}

TEST_CASE("gradient_stage: each stage of a layer says something") {
  std::mt19937 draws(1);
  MultiHeadProblem problem = random_problem(draws, {.bias = true});
  problem.rope = Rotary{};
  Trace trace = multi_head(problem);
  record_backward(trace, {});
  for (const Stage& stage : trace.stages) {
    CAPTURE(stage.id, stage.group);
    CHECK(stage.note != "");
    if (!stage.gradient_of.empty()) CHECK(stage.formula.starts_with(stage.symbol));
  }
}

// Three equal weights of which a mask may block the last.
Trace equal_weights(bool blocks_last, const Backward& backward) {
  AttentionProblem problem =
      problem_of(Projected{.Q = single_cell(0), .K = arma::vec{1, -1, 3}, .V = arma::vec{2, 4, 9}});
  if (blocks_last) problem.mask = Mask{{1, 1, 0}};
  Trace trace = scaled_dot_product(problem);
  record_backward(trace, backward);
  return trace;
}

TEST_CASE("softmax_row_table: one row by hand") {
  const Trace trace = equal_weights(true, {});
  const Table table = softmax_row_table(trace, {});
  CHECK(texts_of(table.rows) ==
        std::vector<std::vector<std::string>>{{"k0", "0.500", "2.000", "1.000", "−1.000", "−0.500"},
                                              {"k1", "0.500", "4.000", "2.000", "1.000", "0.500"},
                                              {"k2", ".", ".", ".", ".", "0.000"},
                                              {"total", "1.000", "", "3.000", "", "0.000"}});
  CHECK(table.title ==
        "d_scaled by hand, row \"q0\": d_scaled = A ∘ (dA − D), and D = Σ A⋅dA = 3 is what its "
        "attention is worth on average.");
}

TEST_CASE("softmax_row_table: leaves out the middle of many keys") {
  AttentionProblem problem =
      problem_of(Projected{.Q = single_cell(0), .K = arma::zeros(30), .V = arma::zeros(30)});
  Trace trace = scaled_dot_product(problem);
  record_backward(trace, {});
  const Table table = softmax_row_table(trace, {});
  REQUIRE(table.rows.size() == 25);  // 22, a gap, the last and the sum
  CHECK(std::get<cell::Gap>(table.rows[22][0]).n_rows == 7);
  CHECK(text_of(table.rows[23][0]) == "k29");
}

TEST_CASE("row_to_show: the row of the Jacobian, else of the loss, else the steepest") {
  AttentionProblem problem =
      problem_of(Projected{.Q = arma::vec{9, 0, 1}, .K = arma::vec{1, -1}, .V = arma::vec{2, 4}});
  const Trace before = scaled_dot_product(problem);
  const auto row = [&before](const Backward& backward) {
    Trace trace = before;
    record_backward(trace, backward);
    return row_to_show(trace, backward).row;
  };
  CHECK(row({}) == 1);  // even weights move most
  const Loss cell{.kind = Loss::Kind::cell, .of = "output", .row = 2};
  CHECK(row({.loss = cell}) == 2);
  CHECK(row({.loss = cell, .jacobian_row = 0}) == 0);
}

TEST_CASE("row_to_show: the head whose slopes there are the largest") {
  // Head 0 looks evenly and its values differ by 1, in head 1 by 10.
  MultiHeadProblem problem;
  problem.X = {{0, 2}, {0, 4}};
  problem.weights.W_Q = problem.weights.W_K = arma::zeros(2, 2);
  problem.weights.W_V = {{0, 0}, {1, 10}};
  problem.counts = {2, 2};
  problem.query_tokens = problem.key_tokens = {"a", "b"};
  Trace trace = multi_head(problem);
  record_backward(trace, {});
  CHECK(row_to_show(trace, {}).group == "head 1");
  CHECK(trace.tables[trace.tables.size() - 2].note.ends_with(
      "Among all heads, head 1 has the largest gradient here; --head N shows another."));
}

TEST_CASE("gradient_table: what was given, the largest slope and the norm") {
  CHECK(texts_of(gradient_table(equal_weights(true, {})).rows) ==
        std::vector<std::vector<std::string>>{{"d_value", "3 x 1", "0.500", "[k0, 0]", "0.707"},
                                              {"d_query", "1 x 1", "−1.000", "[q0, 0]", "1.000"},
                                              {"d_key", "3 x 1", "< 1e-12", "-", "< 1e-12"}});
}

TEST_CASE("gradient_table: rounding errors have no digits") {
  std::mt19937 draws(1);
  Trace trace = multi_head(random_problem(draws, {.bias = true}));
  record_backward(trace, {});
  for (const TableRow& row : gradient_table(trace).rows)
    if (text_of(row[0]) == "d_bk")
      CHECK(texts_of(row) == std::vector<std::string>{"d_bk", "1 x 4", "< 1e-12", "-", "< 1e-12"});
}

}  // namespace
