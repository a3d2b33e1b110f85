#include "mechanisms/positions/positions.hpp"
#include "support/catch.hpp"
#include "support/table_texts.hpp"

namespace {

using Rows = std::vector<std::vector<std::string>>;

}  // namespace

TEST_CASE("pairs_table: pairs and dimensions, also of an odd width") {
  CHECK(texts_of(pairs_table({.d_model = 5}).rows) == Rows{{"0", "0, 1", "0/5", "6.283"},
                                                           {"1", "2, 3", "2/5", "250.138"},
                                                           {"2", "4", "4/5", "9958.178"}});
  CHECK(pairs_table({.d_model = 5}).note ==
        "The last pair is the slowest. 2π⋅10000 = 62831.9 is a bound that no pair reaches.");
}

TEST_CASE("pairs_table: of many pairs the first and the middle and the last") {
  CHECK(texts_of(pairs_table({.d_model = 512}).rows) ==
        Rows{{"0", "0, 1", "0/512", "6.283"},
             {"1", "2, 3", "2/512", "6.513"},
             {"2", "4, 5", "4/512", "6.752"},
             {"..", "..", "..", ".."},
             {"128", "256, 257", "256/512", "628.319"},
             {"..", "..", "..", ".."},
             {"255", "510, 511", "510/512", "60611.477"}});
}

TEST_CASE("pipeline_table: shapes and counts of the chapter's layer") {
  const AdditiveProblem problem{
      .length = 20, .d_model = 512, .added_to = AddedTo{.X = arma::ones(20, 512)}};
  const Table table = pipeline_table(additive_encoding(problem), problem);
  REQUIRE(table.rows.size() == 4);
  CHECK(texts_of(table.rows[0]) ==
        std::vector<std::string>{"1 token numbers", "(20)", "0", "0", "-"});
  CHECK(texts_of(table.rows[1]) ==
        std::vector<std::string>{"2 embedding", "(20, 512)", "5,120,000", "5,120,000", "22.627"});
  CHECK(text_of(table.rows[2][2]) == "0");       // nothing of the encoding is trained
  CHECK(text_of(table.rows[2][3]) == "10,240");  // but its table is stored
  CHECK(texts_of(table.rows[3]) ==
        std::vector<std::string>{"  dropout", "(20, 512)", "0", "0", text_of(table.rows[2][4])});
  CHECK(contains(table.note,
                 "A row of the encoding has length 16.000; that of embeddings from a "
                 "standard normal distribution is about √d_model = 22.627."));
}

TEST_CASE("pipeline_table: a learned table is trained whole, and √d_model has a line of its own") {
  const AdditiveProblem problem{.length = 2,
                                .d_model = 4,
                                .table = arma::ones(100, 4),
                                .added_to = AddedTo{.X = arma::ones(2, 4), .scales = true}};
  const Table table = pipeline_table(additive_encoding(problem), problem);
  REQUIRE(table.rows.size() == 5);
  CHECK(texts_of(table.rows[2]) == std::vector<std::string>{"  √4 E", "(2, 4)", "0", "0", "4.000"});
  CHECK(text_of(table.rows[3][2]) == "400");
  CHECK_FALSE(contains(table.note, "--scale-embedding"));
}

TEST_CASE("pipeline_table: a batch of the chapter's layer, and the buffer that it stores") {
  const AdditiveProblem problem{
      .length = 20,
      .d_model = 512,
      .added_to = AddedTo{.X = arma::ones(20, 512), .n_batch = 8, .n_stored = 100}};
  const Trace trace = additive_encoding(problem);
  const Table table = pipeline_table(trace, problem);
  CHECK(text_of(table.rows[0][1]) == "(8, 20)");
  CHECK(text_of(table.rows[1][1]) == "(8, 20, 512)");
  CHECK(text_of(table.rows[2][1]) == "(8, 20, 512)");
  CHECK(text_of(table.rows[2][2]) == "0");
  CHECK(text_of(table.rows[2][3]) == "51,200");
  CHECK(contains(table.note,
                 "The sinusoidal table, 100 x 512, is stored but not trained: it counts as "
                 "0 parameters. Its first 20 rows are added here."));
  CHECK(trace.stage("embedding").n_batch == 8);
  CHECK(trace.stage("input").n_batch == 8);
  CHECK(trace.stage("encoding").n_batch == 0);  // one for all sequences
}
