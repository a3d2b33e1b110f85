#include "mechanisms/backward/loss.hpp"

#include "base/message.hpp"
#include "mechanisms/attention/given_attention.hpp"
#include "mechanisms/attention/multi_head.hpp"
#include "mechanisms/attention/scaled_dot_product.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/multi_head_problem.hpp"

using namespace attn;

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
  CHECK_THROWS_MATCHES(
      record_loss(trace, {}), InputError,
      Message("the loss overflows: its entries do not fit a double-precision number. Use smaller "
              "numbers."));
}
