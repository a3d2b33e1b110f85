#include "mechanisms/attention/multi_head_tables.hpp"

#include "mechanisms/attention/attention.hpp"
#include "support/catch.hpp"
#include "support/multi_head_problem.hpp"
#include "support/table_texts.hpp"

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

TEST_CASE("head_table: heads beside attention that is spread evenly") {
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

TEST_CASE("head_table: of five words, even attention is 0.320 beside it and 1.600 away") {
  std::mt19937 draws(5);
  const Trace trace = multi_head(random_problem(draws, {.n_q = 5, .n_k = 5}));
  const Table table = head_table(trace);
  REQUIRE(table.rows.size() == 3);
  CHECK(texts_of(table.rows.back()) ==
        Row{"attention spread evenly", "1.609", "0.200", "0.320", "1.600"});
}

TEST_CASE("head_table: nothing to say of another sequence") {
  std::mt19937 draws(5);
  const Trace trace = multi_head(random_problem(draws, {.n_q = 3, .n_k = 4, .d_key = 4}));
  CHECK(head_table(trace).rows.empty());
  for (const Table& table : trace.tables) CHECK(table.id != "heads");
}

Table table_of(const MultiHeadSizes& sizes) {
  std::mt19937 draws(61);
  return multi_head(random_problem(draws, sizes)).tables.at(0);
}

Row row_of(const Table& table, const std::string& name) {
  for (const TableRow& row : table.rows)
    if (text_of(row[0]) == name) return texts_of(row);
  return {};
}

std::string total_of(const MultiHeadSizes& sizes) {
  return row_of(table_of(sizes), "total").back();
}

const std::string kAnyHeads =
    "As long as n_heads times d_head is d_model, the total does not depend on the number of heads.";

TEST_CASE("parameter_table: shapes and counts on the way") {
  // Mock 4's layer: d_model 8, 4 query heads of width 2, 2 key-value heads, with biases.
  const Table table = table_of({.counts = {4, 2}, .d_model = 8, .n_q = 6, .n_k = 6, .bias = true});
  CHECK(table.id == "parameters");
  CHECK(headings_of(table) == Row{"stage", "shape", "split into heads", "weight+bias", "count"});
  CHECK(table.n_text_columns == 3);
  CHECK(texts_of(table.rows) ==
        std::vector<Row>{{"input", "(query 6, 8)", "", "", ""},
                         {"query", "(query 6, 8)", "(head 4, query 6, d_k 2)", "8*8+8", "72"},
                         {"key", "(key 6, 4)", "(kv head 2, key 6, d_k 2)", "8*4+4", "36"},
                         {"value", "(key 6, 4)", "(kv head 2, key 6, d_v 2)", "8*4+4", "36"},
                         {"scores", "", "(head 4, query 6, key 6)", "", ""},
                         {"weights", "", "(head 4, query 6, key 6)", "", ""},
                         {"output", "", "(head 4, query 6, d_v 2)", "", ""},
                         {"concat", "(query 6, 8)", "", "", ""},
                         {"projected", "(query 6, 8)", "", "8*8+8", "72"},
                         {"total", "", "", "", "216"}});
  CHECK(table.note ==
        "Of these, 24 are biases. 2 query heads share each key-value head: heads 0 to 1 read kv "
        "head 0. With keys and values of their own for every head there would be 288; the cache "
        "of keys and values is 50 % of that layer's.");
}

TEST_CASE("parameter_table: memory, other widths, and no output projection") {
  const Table table = table_of(
      {.counts = {3, 3}, .d_model = 5, .d_k = 2, .d_v = 4, .n_q = 2, .n_k = 7, .d_key = 6});
  CHECK(row_of(table, "memory") == Row{"memory", "(key 7, 6)", "", "", ""});
  CHECK(row_of(table, "query")[3] == "5*6");
  CHECK(row_of(table, "key")[3] == "6*6");
  CHECK(row_of(table, "value") ==
        Row{"value", "(key 7, 12)", "(head 3, key 7, d_v 4)", "6*12", "72"});
  CHECK(row_of(table, "projected")[3] == "12*5");
  CHECK(row_of(table, "total").back() == "198");  // 30 + 36 + 72 + 60
  CHECK(table.note == "");                        // 3 heads of width 4 do not make up d_model 5

  std::mt19937 draws(62);
  MultiHeadProblem problem = random_problem(draws, {});
  problem.weights.W_O.reset();
  const Table bare = multi_head(problem).tables.at(0);
  CHECK(row_of(bare, "projected").empty());
  CHECK(row_of(bare, "total").back() == "48");
}

TEST_CASE("parameter_table: the total does not depend on the number of heads") {
  for (const arma::uword n_heads : {1, 2, 4, 8, 16}) {
    const arma::uword d_head = 16 / n_heads;
    const MultiHeadSizes sizes{
        .counts = {n_heads, n_heads}, .d_model = 16, .d_k = d_head, .d_v = d_head};
    CHECK(total_of(sizes) == "1,024");  // 4 d_model²
    CHECK(table_of(sizes).note == kAnyHeads);
    MultiHeadSizes biased = sizes;
    biased.bias = true;
    CHECK(total_of(biased) == "1,088");  // 4 d_model² + 4 d_model
    CHECK(table_of(biased).note == "Of these, 64 are biases. " + kAnyHeads);
  }
}

TEST_CASE("parameter_table: one key-value head for all is the least") {
  // 16·16 for queries and for the output, 16·2 for the keys and for the values of 8 heads.
  const Table table =
      table_of({.counts = {8, 1}, .d_model = 16, .d_k = 2, .d_v = 2, .n_q = 2, .n_k = 2});
  CHECK(row_of(table, "total").back() == "576");
  CHECK(table.note ==
        "8 query heads share each key-value head: heads 0 to 7 read kv head 0. With keys and "
        "values of their own for every head there would be 1,024; the cache of keys and values is "
        "12.5 % of that layer's.");
}

TEST_CASE("parameter_table: the chapter's layer with a batch of 16") {
  std::mt19937 draws(61);
  MultiHeadProblem problem = random_problem(
      draws,
      {.counts = {8, 8}, .d_model = 512, .d_k = 64, .d_v = 64, .n_q = 20, .n_k = 20, .bias = true});
  problem.n_batch = 16;
  const Table table = multi_head(problem).tables.at(0);
  CHECK(row_of(table, "input").at(1) == "(16, 20, 512)");
  CHECK(row_of(table, "query").at(2) == "(16, 8, 20, 64)");
  CHECK(row_of(table, "weights").at(2) == "(16, 8, 20, 20)");
  CHECK(row_of(table, "projected").at(1) == "(16, 20, 512)");
  CHECK(row_of(table, "total").back() == "1,050,624");
  CHECK(
      table.note.starts_with("Shapes are (batch, tokens, width) and (batch, heads, tokens, "
                             "width); those of scores and weights end in queries and keys."));
}

}  // namespace
