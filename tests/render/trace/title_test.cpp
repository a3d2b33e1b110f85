#include "render/trace/title.hpp"

#include "render/rendered.hpp"
#include "support/attention_problem.hpp"
#include "support/catch.hpp"

using namespace attn;

TEST_CASE("title_text: says sizes once and where the numbers come from", "[render][title]") {
  CHECK(title_text(by_hand_trace(), layout_of(80)) ==
        " attend   \"The cat sat down\"   d_model 4   n 4   d_k 4   causal   by-hand\n");
  CHECK(title_text(by_hand_trace(), layout_of(40)) ==
        " attend   \"The cat sat down\"   d_model 4\n   n 4   d_k 4   causal   by-hand\n");
}

TEST_CASE("title_text: unlike sizes are all named", "[render][title]") {
  Trace trace = scaled_dot_product(
      problem_of(Projected{arma::mat(2, 3, arma::fill::ones), arma::mat(5, 3, arma::fill::ones),
                           arma::mat(5, 7, arma::fill::ones)}));
  trace.title = "Q, K, V";
  trace.source = "files";
  CHECK(title_text(trace, layout_of(80)) ==
        " attend   Q, K, V   n_q 2   n_k 5   d_k 3   d_v 7   files\n");
  trace.title = trace.source = "";
  CHECK(title_text(trace, layout_of(80)) == " attend   n_q 2   n_k 5   d_k 3   d_v 7\n");
}

TEST_CASE("title_text: a long sentence is cut and says so", "[render][title]") {
  Trace trace = by_hand_trace();
  trace.title = std::string(100, 'a');
  CHECK(title_text(trace, layout_of(40)) == " attend\n   " + std::string(30, 'a') +
                                                "..\n   d_model 4   n 4   d_k 4   causal\n"
                                                "   by-hand\n");
  trace.title = '"' + std::string(100, 'a') + '"';
  CHECK(contains(title_text(trace, layout_of(40)), "aaa..\"\n"));
  trace.title.clear();
  for (int i = 0; i < 50; ++i) trace.title += "猫";
  CHECK(misfit(title_text(trace, layout_of(41)), 41) == "");
}

TEST_CASE("title_text: names what is on and not what is off", "[render][title]") {
  Trace trace{.command = "mha"};
  trace.config = {{"n_heads", std::int64_t{8}},
                  {"d_k", std::int64_t{64}},
                  {"scale", 0.125},
                  {"causal", false},
                  {"mask", true},
                  {"empty_row", std::string("zero")}};
  CHECK(title_text(trace, layout_of(80)) == " mha   n_heads 8   d_k 64   mask\n");
}

TEST_CASE("title_text: a scale that is off is said even where it would be 1", "[render][title]") {
  AttentionProblem problem =
      problem_of(Projected{arma::mat(2, 1, arma::fill::ones), arma::mat(2, 1, arma::fill::ones),
                           arma::mat(2, 1, arma::fill::ones)});
  CHECK(!contains(title_text(scaled_dot_product(problem), layout_of(80)), "not scaled"));
  problem.scale.kind = Scale::Kind::off;
  CHECK(contains(title_text(scaled_dot_product(problem), layout_of(80)), "not scaled"));
}

TEST_CASE("source_text: is as it was given where there is no other word for it",
          "[render][title]") {
  CHECK(source_text("base 10000, by-hand") == "base 10000, by-hand");
  CHECK(source_text("numpy seed 3") == "numpy seed 3");
}
