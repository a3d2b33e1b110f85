#include "render/measure/measure_tables.hpp"

#include "support/catch.hpp"
#include "support/fake_workbench.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

using Row = std::vector<std::string>;

Table table_named(const std::string& id) {
  for (const Table& table : tables_of(fake_measurement()))
    if (table.id == id) return table;
  FAIL("no table " + id);
  return {};
}

}  // namespace

TEST_CASE("label_of: says the type where it is not the plan's", "[render][measure]") {
  const MeasurePlan single{.dtype = RealType::fp32}, twice{.dtype = RealType::fp64};
  const Series kept{Workload::stages_kept, RealType::fp64}, rnn{Workload::rnn, RealType::fp32};
  CHECK(label_of(kept, single) == "kept fp64");
  CHECK(label_of(kept, twice) == "kept");
  CHECK(label_of(rnn, single) == "rnn");
  CHECK(label_of(rnn, twice) == "rnn fp32");
}

TEST_CASE("tables_of: a row for each number of tokens, by hand", "[render][measure]") {
  // Fused in fp32: 4 · 1024² · 512 FLOP at 100 GFLOP/s are 21.5 ms; a causal mask leaves half of
  // it. The layer has 8 · 1024 · 512² FLOP more. RNN and LSTM: 4 and 16 · 1024 · 512² at 50.
  CHECK(texts_of(table_named("time").rows[4]) ==
        Row{"1,024", "215", "42.9", "21.5", "10.7", "42.9", "21.5", "85.9"});
  CHECK(texts_of(table_named("throughput").rows[4]) ==
        Row{"1,024", "10.0", "50.0", "100.0", "100.0", "100.0", "50.0", "50.0"});
  CHECK(texts_of(table_named("share").rows[4]) ==
        Row{"1,024", "10.0", "50.0", "50.0", "50.0", "50.0", "25.0", "25.0"});
}

TEST_CASE("tables_of: the ceiling is the last row", "[render][measure]") {
  CHECK(texts_of(table_named("throughput").rows.back()) ==
        Row{"ceiling", "100.0", "100.0", "200.0", "200.0", "200.0", "200.0", "200.0"});
}

TEST_CASE("tables_of: what is there never shows as nothing", "[render][measure]") {
  Workbench workbench = fake_workbench();
  workbench.timed = [](const std::function<void()>&) {
    return Timing{.median = 2e-7, .least = 1e-7, .n_runs = 5};
  };
  workbench.extra_bytes = [](const std::function<void()>&) { return 4096; };
  const auto tables = tables_of(measured({.tokens = {1}}, workbench, [](const MeasureStep&) {}));
  CHECK(text_of(tables[0].rows[0][1]) == "<.001");
  CHECK(text_of(tables[3].rows[0][1]) == "<.1");
}

TEST_CASE("crossover_table: measured beside counted", "[render][measure]") {
  CHECK(texts_of(crossover_table(fake_measurement()).rows) ==
        std::vector<Row>{{"kept fp64", "fused fp64", "< 64", "equal"},
                         {"fused", "rnn", "1,024", "512"},
                         {"fused", "lstm", "> 2,048", "2,048"},
                         {"mha", "rnn", "< 64", "always"},
                         {"mha", "lstm", "> 2,048", "1,024"}});
}
