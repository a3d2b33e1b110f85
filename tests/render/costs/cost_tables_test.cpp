#include "render/costs/costs.hpp"
#include "support/catch.hpp"
#include "support/model_examples.hpp"
#include "support/report_tables.hpp"
#include "support/table_texts.hpp"

using namespace attn;

namespace {

Costs llama(Mode mode = Mode::prefill) {
  Pass pass = prefill_of(4096);
  pass.mode = mode;
  if (mode == Mode::decode) pass.n_tokens = 1;
  return costs_of(llama_model(), pass);
}

Table table_of(const Costs& costs, const std::string& id,
               OperationUnit unit = OperationUnit::flop) {
  return table_in(cost_report(costs, {.unit = unit, .elementwise = true}), id);
}

}  // namespace

TEST_CASE("cost_report, parameters: formula, layer, total and share", "[render][cost_tables]") {
  const Table table = table_of(llama(), "parameters");
  CHECK(texts_of(table.rows[1]) ==
        std::vector<std::string>{"W_Q", "L d h d_h", "16,777,216", "536,870,912", "8.0 %"});
  CHECK(texts_of(table.rows.back()) ==
        std::vector<std::string>{"total", "", "", "6,738,415,616", "100 %"});
  CHECK(table.note.empty());
}

TEST_CASE("cost_report, parameters: a small share is not called nothing", "[render][cost_tables]") {
  const Table table = table_of(llama(), "parameters");
  CHECK(text_of(table.rows[6].front()) == "norms");
  CHECK(text_of(table.rows[6].back()) == "<0.1 %");
}

TEST_CASE("cost_report, parameters: with experts, what one token goes through",
          "[render][cost_tables]") {
  const Table table = table_of(costs_of(small_models()[1], prefill_of(8)), "parameters");
  CHECK_THAT(table.note, ContainsSubstring("3 of 7 experts are active"));
}

TEST_CASE("cost_report, operations: in FLOP or in MAC, one unit for the column",
          "[render][cost_tables]") {
  const Table flop = table_of(llama(), "operations");
  const Table mac = table_of(llama(), "operations", OperationUnit::mac);
  CHECK(flop.columns[2].title == "TFLOP");
  CHECK(text_of(flop.rows.back()[2]) == "58.524");
  CHECK(mac.columns[2].title == "TMAC");
  CHECK(text_of(mac.rows.back()[2]) == "29.262");
  CHECK_THAT(flop.note, ContainsSubstring("58,524,298,117,120 FLOP"));
  CHECK_THAT(flop.note, ContainsSubstring("62.921 TFLOP"));
  CHECK_THAT(mac.note, ContainsSubstring("29,262,149,058,560 MAC"));
}

TEST_CASE("cost_report, operations: every pair counted needs no comparison",
          "[render][cost_tables]") {
  Pass pass = prefill_of(64);
  pass.causal = false;
  const Table table = table_of(costs_of(llama_model(), pass), "operations");
  CHECK_THAT(table.note, !ContainsSubstring("With every pair counted"));
}

TEST_CASE("cost_report, operations: training names its thirds", "[render][cost_tables]") {
  CHECK_THAT(table_of(llama(Mode::train), "operations").note,
             ContainsSubstring("computing the activations again adds 58.524 TFLOP"));
}

TEST_CASE("cost_report, elementwise: FLOP whatever the products are counted in",
          "[render][cost_tables]") {
  const Table table = table_of(llama(), "elementwise");
  CHECK(table.columns[2].title == "GFLOP");
  CHECK(text_of(table.rows.front().front()) == "scale");
}

TEST_CASE("cost_report, memory: sizes name their unit, GiB and GB are told apart",
          "[render][cost_tables]") {
  const Table table = table_of(llama(), "memory");
  CHECK(texts_of(table.rows[0]) ==
        std::vector<std::string>{"weights", "N b", "12.551 GiB", "13,476,831,232"});
  CHECK(text_of(table.rows[1][2]) == "512 KiB");
  CHECK(text_of(table.rows[2][2]) == "2 GiB");
  CHECK_THAT(table.note, ContainsSubstring("12.551 GiB or 13.477 GB"));
}

TEST_CASE("cost_report, memory: decoding says how little it computes for what it reads",
          "[render][cost_tables]") {
  CHECK_THAT(table_of(llama(Mode::decode), "memory").note,
             ContainsSubstring("0.983 FLOP for every byte"));
}

TEST_CASE("kind_text: every kind of pairs has words", "[render][cost_tables]") {
  CHECK(kind_text(Pairs::Kind::full) == "every pair");
  CHECK(kind_text(Pairs::Kind::causal) == "causal");
  CHECK(kind_text(Pairs::Kind::window) == "window");
  CHECK(kind_text(Pairs::Kind::causal_window) == "causal window");
  CHECK(kind_text(Pairs::Kind::mask) == "ones of the mask");
}
