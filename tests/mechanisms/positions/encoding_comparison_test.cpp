#include "mechanisms/positions/encoding_comparison.hpp"

#include <stdexcept>

#include "support/catch.hpp"
#include "support/matrix.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

AdditiveProblem three_rows() {
  return {.length = 3, .d_model = 2, .table = arma::mat{{3, 4}, {0, 2}, {1, 0}, {9, 9}}};
}

}  // namespace

TEST_CASE("encoding_comparison: the stages of both, each in its group", "[posenc]") {
  const Trace trace = encoding_comparison(three_rows());
  CHECK(difference(trace.stage("encoding", "sinusoidal").value,
                   sinusoidal_encoding(first_positions(3), 2)) == "");
  CHECK(difference(trace.stage("encoding", "learned").value, {{3, 4}, {0, 2}, {1, 0}}) == "");
  for (const Stage& stage : trace.stages) CHECK_FALSE(stage.group.empty());
}

TEST_CASE("encoding_comparison: a table of what can be counted", "[posenc]") {
  const Trace trace = encoding_comparison(three_rows());
  REQUIRE(trace.tables.size() == 1);
  const auto rows = texts_of(trace.tables[0].rows);
  const auto row = [](const auto& first, const auto&... others) {
    return std::vector<std::string>{first, others...};
  };
  CHECK(rows[0] == row("trained parameters", "0", "8"));
  CHECK(rows[1] == row("longest sequence", "any", "4"));
  CHECK(rows[2] == row("lengths of rows", "1.000", "1.000 to 5.000"));
  // cos 1, and from a right angle to (3·0 + 4·2)/(5·2)
  CHECK(rows[3] == row("cosine at distance 1", "0.540", "0.000 to 0.800"));
  CHECK(rows[4] == row("cosine at distance 2", "−0.416", "0.600"));
}

TEST_CASE("encoding_comparison: a single position has no neighbours", "[posenc]") {
  AdditiveProblem problem = three_rows();
  problem.length = 1;
  CHECK(text_of(encoding_comparison(problem).tables[0].rows[3][1]) == "-");
}

TEST_CASE("encoding_comparison: needs a table", "[posenc][error]") {
  CHECK_THROWS_AS(encoding_comparison({.length = 3}), std::invalid_argument);
}
