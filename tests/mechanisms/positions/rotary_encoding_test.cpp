#include "mechanisms/positions/rotary_encoding.hpp"

#include "base/message.hpp"
#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

RotaryProblem four_wide(arma::uword length) {
  return {.length = length, .query = {1, 2, 3, 4}, .key = {2, -1, 0, 1}};
}

const std::vector<std::string> kGroups{"interleaved", "half-split"};

}  // namespace

TEST_CASE("rotary_encoding: angles, their cosines and sines, and both pairings", "[posenc]") {
  const Trace trace = rotary_encoding(four_wide(4));
  CHECK(difference(trace.stage("angles").value, {{0, 0}, {1, .01}, {2, .02}, {3, .03}}) == "");
  CHECK(difference(trace.stage("cos").value, arma::cos(trace.stage("angles").value)) == "");
  CHECK(difference(trace.stage("sin").value, arma::sin(trace.stage("angles").value)) == "");
  // Other software: complex numbers for neighbours, rotate_half for halves.
  CHECK(difference(trace.stage("query_rotated", "interleaved").value.row(3),
                   arma::rowvec{-1.27223251272018, -1.8388649851410237, 2.87866810043698,
                                4.088186635603437}) == "");
  CHECK(difference(trace.stage("query_rotated", "half-split").value.row(3),
                   arma::rowvec{-1.413352520780047, 1.8791180666879925, -2.828857481741469,
                                4.058191135400942}) == "");
}

TEST_CASE("rotary_encoding: scores are a function of the distance", "[posenc][property]") {
  const Trace trace = rotary_encoding(four_wide(9));
  for (const std::string& group : kGroups) {
    const arma::mat& S = trace.stage("scores", group).value;
    for (arma::uword p = 0; p + 1 < 9; ++p)
      for (arma::uword q = 0; q + 1 < 9; ++q)
        CHECK(S(p, q) == Approx(S(p + 1, q + 1)).margin(1e-12));
    CHECK(S(0, 0) == Approx(1 * 2 - 2 * 1 + 0 + 4 * 1));  // no distance, no turn
  }
}

TEST_CASE("rotary_encoding: half-split columns in the other order are interleaved ones",
          "[posenc][property]") {
  const RotaryProblem problem = four_wide(5);
  const arma::uvec order = interleaved_order(4);
  RotaryProblem reordered = problem;
  reordered.query = arma::mat(problem.query).cols(order);
  const arma::mat half = rotary_encoding(problem).stage("query_rotated", "half-split").value;
  const arma::mat near = rotary_encoding(reordered).stage("query_rotated", "interleaved").value;
  CHECK(difference(half.cols(order), near) == "");
}

TEST_CASE("rotary_encoding: the layout decides which pairing comes first", "[posenc]") {
  RotaryProblem problem = four_wide(3);
  const auto first_group = [](const Trace& trace) {
    for (const Stage& stage : trace.stages)
      if (!stage.group.empty()) return stage.group;
    return std::string();
  };
  CHECK(first_group(rotary_encoding(problem)) == "interleaved");
  problem.layout = Pairing::half_split;
  CHECK(first_group(rotary_encoding(problem)) == "half-split");
}

TEST_CASE("rotary_encoding: tables of the pairs and of the distances", "[posenc]") {
  const Trace trace = rotary_encoding(four_wide(3));
  REQUIRE(trace.tables.size() == 2);
  CHECK(texts_of(trace.tables[0].rows) ==
        std::vector<std::vector<std::string>>{{"0", "0, 1", "0, 2", "6.283"},
                                              {"1", "2, 3", "1, 3", "628.319"}});
  CHECK(trace.tables[0].note.find("take columns 0 2 1 3 in this order") != std::string::npos);
  CHECK(trace.tables[1].rows.size() == 5);  // from −2 to 2
  for (const auto& row : trace.tables[1].rows) CHECK(text_of(row.back()) == "< 1e-12");
  CHECK(texts_of(trace.tables[1].rows[2]) ==
        std::vector<std::string>{"0", "3", "4.000", "4.000", "< 1e-12"});
}

TEST_CASE("rotary_encoding: refuses what has no pairs or does not fit", "[posenc][error]") {
  CHECK_THROWS_MATCHES(
      rotary_encoding({.length = 2, .query = {1, 2, 3}, .key = {1, 2, 3}}), InputError,
      Message("RoPE turns dimensions in pairs, so d_head must be even, but it is 3: one dimension "
              "would have no partner. Try 4."));
  CHECK_THROWS_MATCHES(
      rotary_encoding({.length = 2, .query = {1, 2}, .key = {1, 2, 3, 4}}), InputError,
      Message("q and k must have the same number of columns: q is 1 x 2, k is 1 x 4."));
  CHECK_THROWS_MATCHES(rotary_encoding(four_wide(0)), InputError,
                       Message("the length must be at least 1 position, but it is 0."));
  CHECK_THROWS_MATCHES(
      rotary_encoding(four_wide(5000)), InputError,
      Message("5000 x 5000 (positions x positions) are more cells than fit: the limit is "
              "16777216. Use a shorter sequence or fewer dimensions."));
}
