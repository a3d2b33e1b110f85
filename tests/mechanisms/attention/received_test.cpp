#include "mechanisms/attention/received.hpp"

#include "mechanisms/attention/given_attention.hpp"
#include "support/catch.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

using ReceivedRows = std::vector<std::vector<std::string>>;

Table received_of(arma::mat pattern, const std::vector<std::string>& queries,
                  const std::vector<std::string>& keys) {
  GivenAttention problem;
  problem.kind = GivenAttention::Kind::pattern;
  problem.given = std::move(pattern);
  problem.query_tokens = queries;
  problem.key_tokens = keys;
  return received_table(given_attention(problem));
}

}  // namespace

TEST_CASE("received_table: the mean of a column and its rank", "[mechanisms][received]") {
  const Table table = received_of({{.5, .25, .25}, {.1, .45, .45}}, {"a", "b"}, {"x", "y", "z"});
  CHECK(headings_of(table) == std::vector<std::string>{"key", "received", "rank"});
  CHECK(texts_of(table.rows) ==
        ReceivedRows{{"x", "0.300", "3"}, {"y", "0.350", "1"}, {"z", "0.350", "1"}});
}

TEST_CASE("received_table: the sums of a pattern that is no distribution, and a long walk",
          "[mechanisms][received]") {
  // Row shares: 2/3 1/3; 1/4 3/4. A walk in balance is at a 3 times of 7.
  const Table table = received_of({{2, 1}, {1, 3}}, {"a", "b"}, {"a", "b"});
  CHECK(headings_of(table) ==
        std::vector<std::string>{"key", "column sum", "rank", "received", "rank", "long walk"});
  CHECK(texts_of(table.rows) == ReceivedRows{{"a", "3.000", "2", "0.458", "2", "0.429"},
                                             {"b", "4.000", "1", "0.542", "1", "0.571"}});
}

TEST_CASE("received_table: no walk between two sequences, or where tokens keep apart",
          "[mechanisms][received]") {
  CHECK(received_of({{.5, .5}, {1, 0}}, {"a", "b"}, {"x", "y"}).columns.size() == 3);
  CHECK(received_of({{1, 0}, {0, 1}}, {"a", "b"}, {"a", "b"}).columns.size() == 3);
}

TEST_CASE("received_table: sums that differ by rounding share a rank, however large or small",
          "[mechanisms][received]") {
  // 0.1 + 0.2 is not 0.3 in doubles, and neither is it in units of 1e15 or 1e-15.
  for (const double unit : {1.0, 1e15, 1e-15}) {
    const Table table =
        received_of(arma::mat{{.1, .3, .1}, {.2, 0, .1}} * unit, {"a", "b"}, {"x", "y", "z"});
    const ReceivedRows rows = texts_of(table.rows);
    CAPTURE(unit);
    CHECK(rows[0][2] == "1");
    CHECK(rows[1][2] == "1");
    CHECK(rows[2][2] == "3");
  }
}
