#include "mechanisms/backward/backward.hpp"

#include <map>

#include "mechanisms/attention/attention.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"
#include "support/worked_examples.hpp"

using namespace attn;

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

}  // namespace

TEST_CASE("record_backward: two keys by hand", "[mechanisms][backward]") {
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

TEST_CASE("record_backward: four words, as another program has it", "[mechanisms][backward]") {
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

TEST_CASE("record_backward: the stages of one head, in the order of the walk",
          "[mechanisms][backward]") {
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

TEST_CASE("record_backward: the stages of several heads", "[mechanisms][backward]") {
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

TEST_CASE("record_backward: leaves what was computed before as it is", "[mechanisms][backward]") {
  const Trace before = scaled_dot_product(four_words());
  const Trace after = with_slopes(before, {});
  for (std::size_t i = 0; i < before.stages.size(); ++i)
    CHECK(same(before.stages[i].value, after.stages[i].value));
  CHECK(after.result == "output");
}

TEST_CASE("record_backward: one head of several with W_O = 1 is plain attention",
          "[mechanisms][backward]") {
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

TEST_CASE("record_backward: a blocked cell gets exactly 0 and stays marked",
          "[mechanisms][backward]") {
  const Trace trace = with_slopes(scaled_dot_product(four_words()), {});
  for (const char* id : {"d_scaled", "d_scores"}) {
    const Stage& stage = trace.stage(id);
    CHECK(arma::mat(arma::trimatu(stage.value, 1)).is_zero());
    CHECK(arma::all(arma::vectorise(stage.blocked == trace.stage("weights").blocked)));
  }
  CHECK_FALSE(trace.stage("d_weights").blocked.is_empty());
}

TEST_CASE("record_backward: a query without keys changes nothing", "[mechanisms][backward]") {
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

TEST_CASE("record_backward: scores that are given are where it ends", "[mechanisms][backward]") {
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

TEST_CASE("record_backward: the Jacobian of a row, in each head", "[mechanisms][backward]") {
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

TEST_CASE("record_backward: refuses a target of another shape", "[mechanisms][backward][error]") {
  Trace trace = scaled_dot_product(two_equal_keys());
  CHECK_REFUSED(
      record_backward(trace, {.loss = {.kind = Loss::Kind::target, .target = arma::ones(2, 2)}}),
      "T must be 1 x 2, but it is 2 x 2.");
}

TEST_CASE("record_backward: says of a key bias that softmax does not see it",
          "[mechanisms][backward]") {
  std::mt19937 draws(5);
  MultiHeadProblem problem = random_problem(draws, {.bias = true});
  const Stage bias = with_slopes(multi_head(problem), {}).stage("d_bk");
  CHECK(bias.note.find("Here they are 0: ") != std::string::npos);
  CHECK(arma::abs(bias.value).max() < kTolerance);
  problem.rope = Rotary{};
  const Stage turned = with_slopes(multi_head(problem), {}).stage("d_bk");
  CHECK(turned.note.find("Here they are 0: ") == std::string::npos);
  CHECK(arma::abs(turned.value).max() > kTolerance);
}

TEST_CASE("record_backward: the scale is undone as it was done", "[mechanisms][backward]") {
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

namespace {

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

}  // namespace

TEST_CASE("stages_of_loss: the result first", "[mechanisms][loss]") {
  CHECK(stages_of_loss(even_attention()) == Ids{"output", "weights"});
  std::mt19937 draws(1);
  MultiHeadProblem problem = random_problem(draws, {});
  CHECK(stages_of_loss(multi_head(problem)) == Ids{"projected", "concat"});
  problem.weights.W_O.reset();
  CHECK(stages_of_loss(multi_head(problem)) == Ids{"concat"});
}

TEST_CASE("record_loss: the sum counts each cell once", "[mechanisms][loss]") {
  const Trace trace = with_loss({});
  CHECK(trace.stage("loss").value(0, 0) == -.5);
  CHECK(trace.stage("loss").formula == "L = Σ O");
  CHECK(difference(trace.stage("d_output").value, {{1, 1}}, 0.0) == "");
  CHECK(trace.stage("d_output").gradient_of == "output");
}

TEST_CASE("record_loss: a cell counts alone", "[mechanisms][loss]") {
  const Trace trace = with_loss({.kind = Loss::Kind::cell, .of = "output", .row = 0, .col = 1});
  CHECK(trace.stage("loss").value(0, 0) == -3);
  CHECK(trace.stage("loss").formula == "L = O[q0, 1]");
  CHECK(difference(trace.stage("d_output").value, {{0, 1}}, 0.0) == "");
  CHECK(trace.stage("d_output").formula == "dO[q0, 1] = 1");
}

TEST_CASE("record_loss: a target is a stage, too", "[mechanisms][loss]") {
  const Trace trace = with_loss({.kind = Loss::Kind::target, .target = {{2, -1}}});
  CHECK(trace.stage("loss").value(0, 0) == (.25 + 4) / 2);
  CHECK(trace.stage("loss").formula == "L = Σ (O − T)² / 2");
  CHECK(difference(trace.stage("d_output").value, {{.5, -2}}, 0.0) == "");
  CHECK(difference(trace.stage("target").value, {{2, -1}}, 0.0) == "");
}

TEST_CASE("record_loss: the configuration says which", "[mechanisms][loss]") {
  const auto setting = [](const Loss& loss) {
    return std::get<std::string>(with_loss(loss).config.back().second);
  };
  CHECK(setting({}) == "sum");
  CHECK(setting({.kind = Loss::Kind::cell, .of = "weights", .col = 1}) == "weights[0, 1]");
  CHECK(setting({.kind = Loss::Kind::target, .target = {{1, 1}}}) == "target");
}

TEST_CASE("record_loss: refuses a loss that overflows", "[mechanisms][loss][error]") {
  Trace trace = scaled_dot_product(
      problem_of(Projected{.Q = arma::vec{0, 0}, .K = single_cell(0), .V = single_cell(1.7e308)}));
  CHECK_REFUSED(
      record_loss(trace, {}),
      "the loss overflows: its entries do not fit a double-precision number. Use smaller numbers.");
}
