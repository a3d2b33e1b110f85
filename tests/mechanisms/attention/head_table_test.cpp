#include "mechanisms/attention/head_table.hpp"

#include "mechanisms/attention/multi_head.hpp"
#include "support/catch.hpp"
#include "support/multi_head_problem.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

using Row = std::vector<std::string>;

Stage head_weights_of(const std::string& group, const arma::mat& W) {
  const Axis tokens{"query", {"a", "b"}};
  return {.id = "weights",
          .group = group,
          .value = W,
          .rows = tokens,
          .cols = tokens,
          .rule = Softmax{"masked"}};
}

}  // namespace

TEST_CASE("head_table: heads beside attention that is spread evenly", "[mechanisms][head_table]") {
  Trace trace;
  trace.record(head_weights_of("head 0", arma::eye(2, 2)));
  trace.record(head_weights_of("head 1", {{0, 1}, {0.5, 0.5}}));
  const Table table = head_table(trace);
  CHECK(table.id == "heads");
  CHECK(headings_of(table) == Row{"head", "entropy", "on itself", "on the neighbours", "distance"});
  REQUIRE(table.rows.size() == 3);
  CHECK(texts_of(table.rows[0]) == Row{"head 0", "0.000", "1.000", "0.000", "0.000"});
  CHECK(texts_of(table.rows[1]) == Row{"head 1", "0.347", "0.250", "0.750", "0.750"});
  CHECK(texts_of(table.rows[2]) ==
        Row{"attention spread evenly", "0.693", "0.500", "0.500", "0.500"});
}

TEST_CASE("head_table: of five words, even attention is 0.320 beside it and 1.600 away",
          "[mechanisms][head_table]") {
  std::mt19937 draws(5);
  const Trace trace = multi_head(random_problem(draws, {.n_q = 5, .n_k = 5}));
  const Table table = head_table(trace);
  REQUIRE(table.rows.size() == 3);
  CHECK(texts_of(table.rows.back()) ==
        Row{"attention spread evenly", "1.609", "0.200", "0.320", "1.600"});
}

TEST_CASE("head_table: nothing to say of another sequence", "[mechanisms][head_table]") {
  std::mt19937 draws(5);
  const Trace trace = multi_head(random_problem(draws, {.n_q = 3, .n_k = 4, .d_key = 4}));
  CHECK(head_table(trace).rows.empty());
  for (const Table& table : trace.tables) CHECK(table.id != "heads");
}
