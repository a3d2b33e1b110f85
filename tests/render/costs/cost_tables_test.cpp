#include "render/costs/costs.hpp"
#include "render/costs/layer_reports.hpp"
#include "render/costs/parts.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/model_examples.hpp"
#include "support/report_tables.hpp"
#include "support/table_texts.hpp"

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

TEST_CASE("cost_report, parameters: formula, layer, total and share") {
  const Table table = table_of(llama(), "parameters");
  CHECK(texts_of(table.rows[1]) ==
        std::vector<std::string>{"W_Q", "L d h d_h", "16,777,216", "536,870,912", "8.0 %"});
  CHECK(texts_of(table.rows.back()) ==
        std::vector<std::string>{"total", "", "", "6,738,415,616", "100 %"});
  CHECK(table.note.empty());
}

TEST_CASE("cost_report, parameters: a small share is not called nothing") {
  const Table table = table_of(llama(), "parameters");
  CHECK(text_of(table.rows[6].front()) == "norms");
  CHECK(text_of(table.rows[6].back()) == "<0.1 %");
}

TEST_CASE("cost_report, parameters: with experts, what one token goes through") {
  const Table table = table_of(costs_of(small_models()[1], prefill_of(8)), "parameters");
  CHECK_THAT(table.note, ContainsSubstring("3 of 7 experts are active"));
}

TEST_CASE("cost_report, operations: in FLOP or in MAC, one unit for the column") {
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

TEST_CASE("cost_report, operations: every pair counted needs no comparison") {
  Pass pass = prefill_of(64);
  pass.causal = false;
  const Table table = table_of(costs_of(llama_model(), pass), "operations");
  CHECK_THAT(table.note, !ContainsSubstring("With every pair counted"));
}

TEST_CASE("cost_report, operations: training names its thirds") {
  CHECK_THAT(table_of(llama(Mode::train), "operations").note,
             ContainsSubstring("computing the activations again adds 58.524 TFLOP"));
}

TEST_CASE("cost_report, elementwise: FLOP whatever the products are counted in") {
  const Table table = table_of(llama(), "elementwise");
  CHECK(table.columns[2].title == "GFLOP");
  CHECK(text_of(table.rows.front().front()) == "scale");
}

TEST_CASE("cost_report, memory: sizes name their unit, GiB and GB are told apart") {
  const Table table = table_of(llama(), "memory");
  CHECK(texts_of(table.rows[0]) ==
        std::vector<std::string>{"weights", "N b", "12.551 GiB", "13,476,831,232"});
  CHECK(text_of(table.rows[1][2]) == "512 KiB");
  CHECK(text_of(table.rows[2][2]) == "2 GiB");
  CHECK_THAT(table.note, ContainsSubstring("12.551 GiB or 13.477 GB"));
}

TEST_CASE("cost_report, memory: decoding says how little it computes for what it reads") {
  CHECK_THAT(table_of(llama(Mode::decode), "memory").note,
             ContainsSubstring("0.983 FLOP for every byte"));
}

TEST_CASE("kind_text: every kind of pairs has words") {
  CHECK(kind_text(Pairs::Kind::full) == "every pair");
  CHECK(kind_text(Pairs::Kind::causal) == "causal");
  CHECK(kind_text(Pairs::Kind::window) == "window");
  CHECK(kind_text(Pairs::Kind::causal_window) == "causal window");
  CHECK(kind_text(Pairs::Kind::mask) == "ones of the mask");
}

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

TEST_CASE("layers_report, one layer: each part beside its formula, and the sum") {
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

TEST_CASE("layers_report, one layer: the shapes on the way") {
  CHECK(texts_of(of_layer("rnn", "shapes").rows) ==
        std::vector<Row>{{"input", "(B, T, d)", "(1, 5, 8)", "40"},
                         {"hidden states", "(B, T, d)", "(1, 5, 8)", "40"}});
  CHECK(texts_of(of_layer("mha", "shapes").rows).at(4) ==
        Row{"attention weights", "(B, h, T, T)", "(1, 2, 5, 5)", "50"});
}

TEST_CASE(
    "layers_report, one layer: memory in numbers and bytes, and below it what is not in the "
    "total") {
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

TEST_CASE("layers_report, one layer: a layer without parameters has no table of them") {
  const auto tables = page_tables(report_on({"sdpa"}));
  REQUIRE(tables.size() == 3 + 1);
  CHECK(tables[0].id == "shapes");
  CHECK(tables[1].id == "operations");
}

TEST_CASE("layers_report, several: a row for each layer") {
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

TEST_CASE("layers_report, several: small numbers are not said twice") {
  const Table table = of_layers({"rnn", "sdpa"}, "operations");
  CHECK(headings_of(table) == Row{"layer", "formula", "MAC"});
  CHECK(texts_of(table.rows) ==
        std::vector<Row>{{"rnn", "2 T d^2", "640"}, {"sdpa", "2 T^2 d", "400"}});
}

TEST_CASE("crossover_table: whole, fractional, never, and between two whole numbers") {
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

SweepCrossing crossing_at(std::uint64_t last_before, bool is_equal = false) {
  return {.left = "pair_flops",
          .right = "other_flops",
          .is_larger_after = true,
          .last_before = last_before,
          .first_after = last_before + 1,
          .is_equal_before = is_equal,
          .looked_from = 512,
          .looked_to = 8192};
}

// A sweep of a model whose d_model is 1000.
Sweep sweep_over(const std::string& parameter) {
  Sweep sweep{.range = {parameter, 512, 8192, {}}, .points = {}, .crossings = {}};
  sweep.points.push_back({.value = 8192, .costs = {.model = {.d_model = 1000}}});
  return sweep;
}

std::string text_of(const SweepCrossing& crossing) {
  std::string line = wrap(crossing_text(crossing, sweep_over("tokens")), 1000, 0);
  line.pop_back();
  return line;
}

const std::string kFrom2001 = "From tokens = 2,001 on, Q Kᵀ and A V cost more than all the rest. ";

TEST_CASE("crossing_text: how many widths it is") {
  CHECK(text_of(crossing_at(2000, true)) == kFrom2001 + "At 2,000 = 2 d_model both cost the same.");
  CHECK(text_of(crossing_at(1500, true)) ==
        "From tokens = 1,501 on, Q Kᵀ and A V cost more than all the rest. At 1,500 = 1.5 d_model "
        "both cost the same.");
  CHECK(text_of(crossing_at(1250, true)).ends_with("At 1,250 = 1.25 d_model both cost the same."));
  CHECK(text_of(crossing_at(3999, true)) ==
        "From tokens = 4,000 on, Q Kᵀ and A V cost more than all the rest. At 3,999 = 4 d_model − "
        "1 both cost the same.");
  CHECK(text_of(crossing_at(2000)) == kFrom2001 + "That is 2.001 d_model.");
  CHECK(text_of(crossing_at(1999)) ==
        "From tokens = 2,000 on, Q Kᵀ and A V cost more than all the rest. That is 2 d_model.");
}

TEST_CASE("crossing_text: beyond the sweep, and before it") {
  CHECK_FALSE(is_inside(crossing_at(8192), {"tokens", 512, 8192, {}}));
  CHECK(is_inside(crossing_at(8191), {"tokens", 512, 8192, {}}));
  CHECK(is_inside(crossing_at(512), {"tokens", 512, 8192, {}}));
  CHECK_FALSE(is_inside(crossing_at(511), {"tokens", 512, 8192, {}}));
  CHECK(text_of(crossing_at(8192)) ==
        "From tokens = 8,193 on, Q Kᵀ and A V cost more than all the rest. That is 8.193 "
        "d_model. That is beyond the sweep.");
  CHECK(text_of(crossing_at(499)) ==
        "From tokens = 500 on, Q Kᵀ and A V cost more than all the rest. That is 0.5 d_model. "
        "That is before the sweep.");
}

TEST_CASE("crossing_text: bytes and other settings have no multiple") {
  SweepCrossing crossing = crossing_at(2000);
  crossing.left = "scores_bytes";
  crossing.right = "weights_bytes";
  CHECK(text_of(crossing) ==
        "From tokens = 2,001 on, the scores of one layer take more than the weights.");
  crossing.left = "kv_cache_bytes";
  crossing.is_larger_after = false;
  CHECK(crossing_text(crossing, sweep_over("d_model")) ==
        "From d_model = 2,001 on, the KV cache takes no more than the weights.");
}

TEST_CASE("crossing_text: between two values of the sweep") {
  SweepCrossing crossing = crossing_at(1024);
  crossing.right = "projection_flops";
  crossing.first_after = 2048;
  const Sweep sweep = sweep_over("d_model");
  CHECK(crossing_text(crossing, sweep) ==
        "From a d_model between 1,024 and 2,048 on, Q Kᵀ and A V cost more than the projections.");
  crossing.is_larger_after = false;
  CHECK(crossing_text(crossing, sweep) ==
        "Up to a d_model between 1,024 and 2,048, Q Kᵀ and A V cost more than the projections.");
}

TEST_CASE("crossing_text: nowhere, and everywhere") {
  SweepCrossing crossing = crossing_at(1);
  crossing.last_before = crossing.first_after = std::nullopt;
  CHECK(text_of(crossing) ==
        "For tokens = 512 to 8,192, Q Kᵀ and A V cost more than all the rest.");
  crossing.is_larger_after = false;
  CHECK(text_of(crossing) ==
        "For tokens = 512 to 8,192, Q Kᵀ and A V cost no more than all the rest.");
}

}  // namespace
