#include "mechanisms/mask/mask.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"
#include "support/golden_data.hpp"
#include "support/matrix.hpp"
#include "support/worked_examples.hpp"

// Numbers of the source chapters, recomputed in double precision with other software.
using namespace attn;

TEST_CASE("chapters: four Japanese words through one layer", "[golden][chapters]") {
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

TEST_CASE("chapters: eight tokens shown stage by stage", "[golden][chapters]") {
  const nlohmann::json golden = read_golden("chapter003_stage_panels.json");
  const Trace trace = scaled_dot_product(
      problem_of(Projected{matrix(golden["Q"]), matrix(golden["K"]), matrix(golden["V"])}));
  CHECK(difference(trace.stage("scores").value, matrix(golden["S"])) == "");
  CHECK(difference(trace.stage("weights").value, matrix(golden["A"])) == "");
  CHECK(difference(trace.stage("output").value, matrix(golden["output"])) == "");
}

TEST_CASE("chapters: cat and sat and mat as their own queries and keys and values",
          "[golden][chapters]") {
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

TEST_CASE("chapters: a causal mask over equal scores", "[golden][chapters]") {
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

TEST_CASE("chapters: how many pairs a causal mask allows", "[golden][chapters]") {
  const std::pair<arma::uword, arma::uword> counts[] = {{1, 1},  {2, 3},  {3, 6},
                                                        {5, 15}, {8, 36}, {50, 1275}};
  for (const auto& [n, n_allowed] : counts) CHECK(arma::accu(causal_mask(n, n) == 1) == n_allowed);
}

TEST_CASE("chapters: three tokens under a causal mask and with the last one as padding",
          "[golden][chapters]") {
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

TEST_CASE("chapters: three tokens, one of whose queries may attend to nothing",
          "[golden][chapters]") {
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
