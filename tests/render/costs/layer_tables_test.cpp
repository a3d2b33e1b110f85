#include "render/costs/costs.hpp"
#include "render/costs/layer_reports.hpp"
#include "support/catch.hpp"
#include "support/report_tables.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

using Row = std::vector<std::string>;

Report report_on(const std::vector<std::string>& names, OperationUnit unit = OperationUnit::mac) {
  return layers_report({.layers = costs_of_layers(names, kSmallLayer)}, unit);
}

Table of_layer(const std::string& name, const std::string& table) {
  return table_in(report_on({name}), table);
}

Table of_layers(const std::vector<std::string>& names, const std::string& table,
                OperationUnit unit = OperationUnit::mac) {
  return table_in(report_on(names, unit), table);
}

}  // namespace

TEST_CASE("layers_report, one layer: each part beside its formula, and the sum",
          "[render][layer_tables]") {
  CHECK(texts_of(of_layer("mha", "parameters").rows) ==
        std::vector<Row>{{"W_Q", "d^2 + d", "72"},
                         {"W_K", "d^2 + d", "72"},
                         {"W_V", "d^2 + d", "72"},
                         {"W_O", "d^2 + d", "72"},
                         {"total", "4 d^2 + 4 d", "288"}});
  CHECK(texts_of(of_layer("rnn", "operations").rows) ==
        std::vector<Row>{{"products with the input", "T d^2", "320"},
                         {"products with the state", "T d^2", "320"},
                         {"total", "2 T d^2", "640"}});
  CHECK(texts_of(of_layer("rnn", "sequence").rows) == std::vector<Row>{{"rnn", "T", "5", "4"}});
}

TEST_CASE("layers_report, one layer: the shapes on the way", "[render][layer_tables]") {
  CHECK(texts_of(of_layer("rnn", "shapes").rows) ==
        std::vector<Row>{{"input", "(B, T, d)", "(1, 5, 8)", "40"},
                         {"hidden states", "(B, T, d)", "(1, 5, 8)", "40"}});
  CHECK(texts_of(of_layer("mha", "shapes").rows).at(4) ==
        Row{"attention weights", "(B, h, T, T)", "(1, 2, 5, 5)", "50"});
}

TEST_CASE(
    "layers_report, one layer: memory in numbers and bytes, and below it what is not in the total",
    "[render][layer_tables]") {
  CHECK(texts_of(of_layer("mha", "memory").rows) ==
        std::vector<Row>{{"attention weights", "T^2 h", "50", "200 B"},
                         {"queries, keys, values", "3 T d", "120", "480 B"},
                         {"total", "T^2 h + 3 T d", "170", "680 B"},
                         {"attention weights of one head", "T^2", "25", "100 B"},
                         {"keys and values, one token after another", "2 T d", "80", "320 B"}});
  // A single part is its own total.
  CHECK(texts_of(of_layer("rnn", "memory").rows) ==
        std::vector<Row>{{"hidden states of all tokens", "T d", "40", "160 B"},
                         {"hidden state, one token after another", "d", "8", "32 B"}});
}

TEST_CASE("layers_report, one layer: a layer without parameters has no table of them",
          "[render][layer_tables]") {
  const auto tables = page_tables(report_on({"sdpa"}));
  REQUIRE(tables.size() == 3 + 1);
  CHECK(tables[0].id == "shapes");
  CHECK(tables[1].id == "operations");
}

TEST_CASE("layers_report, several: a row for each layer", "[render][layer_tables]") {
  const std::vector<std::string> names{"sdpa", "mha", "lstm"};
  CHECK(texts_of(of_layers(names, "parameters").rows) ==
        std::vector<Row>{
            {"sdpa", "0", "0"}, {"mha", "4 d^2 + 4 d", "288"}, {"lstm", "8 d^2 + 8 d", "576"}});
  const Table operations = of_layers(names, "operations", OperationUnit::flop);
  CHECK(headings_of(operations) == Row{"layer", "formula", "FLOP", "kFLOP"});
  CHECK(texts_of(operations.rows) ==
        std::vector<Row>{{"sdpa", "4 T^2 d", "800", "0.800"},
                         {"mha", "8 T d^2 + 4 T^2 d", "3,360", "3.360"},
                         {"lstm", "16 T d^2", "5,120", "5.120"}});
  CHECK(texts_of(of_layers(names, "sequence").rows) ==
        std::vector<Row>{{"sdpa", "1", "1", "1"}, {"mha", "1", "1", "1"}, {"lstm", "T", "5", "4"}});
}

TEST_CASE("layers_report, several: small numbers are not said twice", "[render][layer_tables]") {
  const Table table = of_layers({"rnn", "sdpa"}, "operations");
  CHECK(headings_of(table) == Row{"layer", "formula", "MAC"});
  CHECK(texts_of(table.rows) ==
        std::vector<Row>{{"rnn", "2 T d^2", "640"}, {"sdpa", "2 T^2 d", "400"}});
}

TEST_CASE("crossover_table: whole, fractional, never, and between two whole numbers",
          "[render][layer_tables]") {
  LayerSizes sizes = kSmallLayer;
  sizes.d_model = 5;
  const auto rows = texts_of(
      crossover_table(crossovers_among(costs_of_layers({"attention", "lstm"}, sizes))).rows);
  CHECK(rows == std::vector<Row>{{"attention: projections, pairwise", "pairwise", "7.5", "1.5 d"},
                                 {"attention, lstm", "attention", "12.5", "2.5 d"},
                                 {"orders: O(T^2 d), O(T d^2)", "O(T^2 d)", "5", "1 d"}});
  const auto never =
      crossover_table(crossovers_among(costs_of_layers({"mha", "rnn"}, kSmallLayer)));
  CHECK(texts_of(never.rows[1]) == Row{"mha, rnn", "always rnn", "never", ""});

  LayerCrossover irrational{.left = "a", .right = "b"};
  irrational.crossover = {.last_below = Count(1234), .below = Cheaper::right};
  CHECK(texts_of(crossover_table({irrational}).rows[0]) == Row{"a, b", "b", "1,234 to 1,235", ""});
  CHECK(texts_of(crossover_table({{.left = "a", .right = "b"}}).rows[0]) ==
        Row{"a, b", "neither", "never", ""});
}
