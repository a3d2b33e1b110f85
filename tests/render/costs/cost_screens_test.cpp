#include <nlohmann/json.hpp>

#include "costs/conventions/conventions.hpp"
#include "render/costs/costs.hpp"
#include "render/costs/layer_reports.hpp"
#include "render/costs/parts.hpp"
#include "render/rendered.hpp"
#include "render/text/text.hpp"
#include "support/catch.hpp"
#include "support/formula_reader.hpp"
#include "support/json.hpp"
#include "support/layer_examples.hpp"
#include "support/lines_of.hpp"
#include "support/model_examples.hpp"
#include "support/report_tables.hpp"
#include "support/table_texts.hpp"

namespace {

std::string screen_of(const Model& model, const Pass& pass, const Layout& layout) {
  return report_text(cost_report(costs_of(model, pass), {.elementwise = true}), layout);
}

// The columns of a line of a table: two spaces or more part them.
std::vector<std::string> columns_of(const std::string& line) {
  std::vector<std::string> columns;
  for (std::size_t at = line.find_first_not_of(' '); at != std::string::npos;) {
    const std::size_t end = std::min(line.find("  ", at), line.size());
    columns.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(' ', end);
  }
  return columns;
}

std::string without_commas(std::string text) {
  text.erase(std::remove(text.begin(), text.end(), ','), text.end());
  return text;
}

bool is_whole_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

TEST_CASE("cost_report: a formula on the screen gives the number beside it") {
  for (const Model& model : small_models()) {
    const Costs costs = costs_of(model, prefill_of(10, 7));
    const std::map<std::string, Count> values = values_of(costs.arguments);
    int n_checked = 0;
    for (const std::string& line : lines_of(report_text(cost_report(costs, {}), {.width = 200}))) {
      const std::vector<std::string> columns = columns_of(line);
      if (columns.size() < 3 || columns[1] == "formula") continue;
      for (std::size_t i = columns.size() - 1; i > 1; --i) {  // the last whole number is the total
        const std::string number = without_commas(columns[i]);
        if (!is_whole_number(number)) continue;
        CAPTURE(model.name, line);
        CHECK(value_of_text(columns[1], values) == Count(number));
        ++n_checked;
        break;
      }
    }
    CHECK(n_checked > 12);
  }
}

TEST_CASE("cost_report: fits the width, at 80 columns and at 40") {
  std::vector<Model> models = small_models();
  models.push_back(llama_model());
  models.push_back(gpt2_model());
  for (const Model& model : models)
    for (const Pass& pass : passes_of(model))
      for (const unsigned width : {40U, 80U, 120U}) {
        const std::string text = screen_of(model, pass, {.width = width, .explain = 2});
        for (const std::string& line : lines_of(text)) {
          CAPTURE(model.name, width, line);
          CHECK(display_width(line) <= width);
          CHECK((line.empty() || line.back() != ' '));
        }
      }
}

TEST_CASE("cost_report: in ASCII where that is asked for") {
  const std::string text =
      screen_of(gpt2_model(), prefill_of(2048), {.glyphs = Glyphs::ascii, .explain = 2});
  CHECK(std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; }));
  CHECK_THAT(text, ContainsSubstring("scores Q K^T"));
}

TEST_CASE("cost_report: without words only the tables remain") {
  const std::string text =
      report_text(cost_report(costs_of(gpt2_model(), prefill_of(8)), {}), {.explain = 0});
  CHECK(text.starts_with(" parameters\n"));
  CHECK_THAT(text, !ContainsSubstring("where"));
}

TEST_CASE("cost_report: says what does not fit the model") {
  CHECK_THAT(screen_of(gpt2_model(), prefill_of(2048), {}),
             ContainsSubstring("the table of positions has 1,024 rows, but 2,048 tokens were"));
}

TEST_CASE("cost_title: the model, the run and the unit") {
  const Costs costs = costs_of(llama_model(), prefill_of(4096));
  CHECK(title_text(cost_title(costs, {}), {}) ==
        " complexity   llama-2-7b   batch 1   tokens 4,096   fp16   causal   MAC = 2 FLOP\n");
  CHECK_THAT(title_text(cost_title(costs, OperationUnit::mac), {}),
             ContainsSubstring("causal   MAC\n"));
}

TEST_CASE("cost_title: what is swept stands there as a range") {
  const Costs costs = costs_of(llama_model(), prefill_of(4096));
  const std::string run = "   fp16   causal   MAC = 2 FLOP\n";
  CHECK(title_text(
            cost_title(costs, {}, SweepRange{.parameter = "tokens", .from = 512, .to = 4096}),
            {.width = 120}) == " complexity   llama-2-7b   batch 1   tokens 512 to 4,096" + run);
  CHECK(title_text(cost_title(costs, {}, SweepRange{.parameter = "batch", .from = 1, .to = 64}),
                   {.width = 120}) ==
        " complexity   llama-2-7b   tokens 4,096   batch 1 to 64" + run);
}

TEST_CASE("cost_title: keys swept in decoding are its tokens") {
  Pass decode;
  decode.mode = Mode::decode;
  decode.n_keys = 8;
  const Costs costs = costs_of(llama_model(), decode);
  CHECK_THAT(
      title_text(cost_title(costs, {}, SweepRange{.parameter = "keys", .from = 1, .to = 8}), {}),
      ContainsSubstring("keys 1 to 8") && !ContainsSubstring("tokens"));
}

TEST_CASE("symbols_text: only the symbols that are used") {
  const Costs costs = costs_of(gpt2_model(), prefill_of(8));
  const Formula formula = Formula("L") * Formula("d");
  Report with_symbols;
  with_symbols.say(ReportWords::Kind::where, symbols_text({&formula}, costs.arguments));
  CHECK(report_text(with_symbols, {}) == "   where   L = n_layers = 12,  d = d_model = 768\n");
}

// A layer of width 8 with 2 heads and an MLP of width 32: 2 T² d against 12 T d² MAC.
Sweep sweep_to(std::uint64_t to, std::optional<std::uint64_t> step = {}) {
  const Model model{.name = "small",
                    .d_model = 8,
                    .n_heads = 2,
                    .n_kv_heads = 2,
                    .d_head = 4,
                    .d_ff = 32,
                    .stacks = {Stack{}}};
  const CostsAt costs_at = [model](std::uint64_t n_tokens) {
    return costs_of(model, {.n_tokens = n_tokens, .n_keys = n_tokens});
  };
  return sweep_of({"tokens", 16, to, step}, costs_at, telling_pairs());
}

TEST_CASE("sweep_report: a table in one unit for each column") {
  const std::string text = report_text(sweep_report(sweep_to(128), {}), Layout{});
  // 4 T² d and 24 T d² FLOP; T 32 and T² 4 bytes.
  CHECK(has_line(text, "   tokens  Q Kᵀ, A V  the rest  share  KV cache  scores"));
  CHECK(has_line(text, "               kFLOP     kFLOP      %       KiB     KiB"));
  CHECK(has_line(text, "       16      8.192    24.576   25.0     0.500   1.000"));
  CHECK(has_line(text, "      128    524.288   196.608   72.7     4.000  64.000"));
  CHECK(has_line(text, "   From tokens = 49 on, Q Kᵀ and A V cost more than all the rest. At"));
}

TEST_CASE("sweep_report: the crossing is marked in the picture where it lies in the sweep") {
  CHECK(contains(report_text(sweep_report(sweep_to(128), {}), Layout{}), "^ tokens 49\n"));
  CHECK(report_text(sweep_report(sweep_to(40), {}), Layout{}).find('^') == std::string::npos);
}

TEST_CASE("sweep_report: warns where the far end is more than the model was made for") {
  Model model{.name = "small", .d_model = 8, .d_head = 8, .stacks = {Stack{}}};
  model.positions = Positions::learned;
  model.n_positions = 1024;
  const auto text_to = [&model](std::uint64_t to) {
    const CostsAt costs_at = [&model](std::uint64_t n_tokens) {
      return costs_of(model, {.n_tokens = n_tokens, .n_keys = n_tokens});
    };
    return report_text(
        sweep_report(sweep_of({"tokens", 16, to, {}}, costs_at, telling_pairs()), {}), Layout{});
  };
  CHECK(
      has_line(text_to(2048),
               "   warning   the table of positions has 1,024 rows, but 2,048 tokens were asked"));
  CHECK_FALSE(contains(text_to(1024), "warning"));
}

TEST_CASE("sweep_report: MAC are half as many") {
  const std::string text = report_text(sweep_report(sweep_to(128), OperationUnit::mac), Layout{});
  CHECK(has_line(text, "                kMAC      kMAC      %       KiB     KiB"));
  CHECK(has_line(text, "       16      4.096    12.288   25.0     0.500   1.000"));
}

TEST_CASE("sweep_report: many values are elided in the middle, without words at --explain 0") {
  Layout layout;
  layout.explain = 0;
  layout.max_rows = 6;
  const std::string text = report_text(sweep_report(sweep_to(116, 1), {}), layout);
  CHECK(has_line(text, "       .."));
  CHECK(has_line(text, "   .. rows left out: 95 of 101"));
  CHECK_FALSE(contains(text, "From tokens"));
  CHECK_FALSE(contains(text, "complexity"));
}

TEST_CASE("sweep_report: fits the width") {
  for (const unsigned width : {40U, 60U, 80U, 132U})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii})
      for (const Sweep& sweep : {sweep_to(128), sweep_to(116, 1), sweep_to(1'000'000'000'000)}) {
        Layout layout;
        layout.width = width;
        layout.glyphs = glyphs;
        for (const std::string& line : lines_of(report_text(sweep_report(sweep, {}), layout)))
          CHECK(display_width(line) <= width);
      }
}

TEST_CASE("sweep_report, JSON: exact numbers at each value, and the crossings") {
  const auto json = sweep_report(sweep_to(32), {}).json["sweep"];
  CHECK(json["parameter"] == "tokens");
  REQUIRE(json["points"].size() == 2);
  const auto& point = json["points"][1];
  CHECK(point["tokens"] == 32);
  CHECK(point["pair_flops"] == 4 * 32 * 32 * 8);
  CHECK(point["projection_flops"] == 8 * 32 * 64);
  CHECK(point["other_flops"] == 24 * 32 * 64);
  CHECK(point["flops"] == 4 * 32 * 32 * 8 + 24 * 32 * 64);
  CHECK(point["kv_cache_bytes"] == 32 * 32);
  CHECK(point["scores_bytes"] == 4 * 32 * 32);
  const auto& crossing = json["crossovers"][0];
  CHECK(crossing["left"] == "pair_flops");
  CHECK(crossing["right"] == "other_flops");
  CHECK(crossing["last_before"] == 48);
  CHECK(crossing["first_after"] == 49);
  CHECK(crossing["left_is_larger_after"] == true);
  CHECK(crossing["equal_at_last_before"] == true);
  CHECK(crossing["exact"] == true);
}

TEST_CASE("sweep_report, JSON: digits in a string above 2^53") {
  const auto json = sweep_report(sweep_to(1'000'000'000), {}).json["sweep"];
  CHECK(json["points"].back()["pair_flops"] == "32000000000000000000");
}

TEST_CASE("sweep_report, records: one number a line, six fields each") {
  const std::string text = sweep_report(sweep_to(32), {}).records;
  for (const std::string& line : lines_of(text))
    CHECK(std::count(line.begin(), line.end(), '\t') == 5);
  CHECK(has_line(text, "section\tparameter\tvalue\tname\tcount\tunit"));
  CHECK(has_line(text, "point\ttokens\t32\tpair_flops\t32768\tFLOP"));
  CHECK(has_line(text, "point\ttokens\t32\tscores_bytes\t4096\tbyte"));
  CHECK(has_line(text, "crossover\ttokens\t49\tpair_flops > other_flops\t\t"));
}

using Cells = std::vector<std::string>;

Model layers(bool keeps_cache) {
  return {.d_model = 4096,
          .n_heads = 32,
          .n_kv_heads = 32,
          .d_head = 128,
          .stacks = {Stack{.n_layers = 32, .causal = true, .keeps_cache = keeps_cache}}};
}

std::vector<VariantCosts> compared(bool keeps_cache = true) {
  return compare_variants(layers(keeps_cache), {.n_tokens = 4096, .n_keys = 4096},
                          {{"mha", 32}, {"gqa:8", 8}, {"mqa", 1}});
}

Report comparison(bool keeps_cache = true, OperationUnit unit = OperationUnit::flop) {
  Report report;
  add_comparison(report, compared(keeps_cache), unit);
  return report;
}

TEST_CASE("add_comparison: what shrinks, and what does not") {
  const Table table = table_in(comparison(), "comparison");
  CHECK(headings_of(table) ==
        Cells{"the same model with", "MHA (32 kv)", "GQA (8 kv)", "MQA (1 kv)"});
  REQUIRE(table.rows.size() == 6);
  CHECK(texts_of(table.rows[0]) == Cells{"KV cache, one token", "512 KiB", "128 KiB", "16 KiB"});
  CHECK(texts_of(table.rows[1]) == Cells{"KV cache", "2.000 GiB", "0.500 GiB", "0.063 GiB"});
  CHECK(texts_of(table.rows[2]) ==
        Cells{"attention parameters", "2,147,483,648", "1,342,177,280", "1,107,296,256"});
  CHECK(text_of(table.rows[3][0]) == "all parameters");
  CHECK(texts_of(table.rows[4]) ==
        Cells{"matrix products", "21.991 TFLOP", "15.394 TFLOP", "13.470 TFLOP"});
  CHECK(texts_of(table.rows[5]) ==
        Cells{"of these Q Kᵀ, A V", "4.399 TFLOP", "4.399 TFLOP", "4.399 TFLOP"});
}

TEST_CASE("add_comparison: MAC, and a model without a cache") {
  const Table table = table_in(comparison(false, OperationUnit::mac), "comparison");
  REQUIRE(table.rows.size() == 4);
  CHECK(text_of(table.rows[0][0]) == "attention parameters");
  CHECK(texts_of(table.rows[3]) ==
        Cells{"of these Q Kᵀ, A V", "2.200 TMAC", "2.200 TMAC", "2.200 TMAC"});
}

TEST_CASE("add_comparison, JSON: exact numbers of each variant") {
  const auto json = comparison().json["comparison"];
  REQUIRE(json.size() == 3);
  CHECK(json[1]["name"] == "gqa:8");
  CHECK(json[1]["n_kv_heads"] == 8);
  CHECK(json[1]["kv_cache_bytes_per_token"] == 131072);
  CHECK(json[1]["kv_cache_bytes"] == 536870912);
  CHECK(json[1]["attention_parameters"] == 1342177280);
  CHECK(json[1]["pair_flops"] == json[0]["pair_flops"]);
  // 4 T d (h + h_kv) d_h L and 2 h d_h T (T + 1) L FLOP
  CHECK(json[1]["flops"] == 15394236530688);
}

TEST_CASE("add_comparison, records: lines that go below those of a report") {
  const std::string text = comparison().records;
  CHECK(contains(text, "comparison mqa\tkv_cache_bytes_per_token\t\t\t16384\tbyte\n"));
  CHECK(contains(text, "comparison mha\tattention_parameters\t\t\t2147483648\tparameter\n"));
}

// One layer of width 512 with 8 heads and an MLP, as nn.TransformerEncoderLayer.
Model encoder_layer() {
  Model model{.d_model = 512, .n_heads = 8, .n_kv_heads = 8, .d_head = 64, .d_ff = 2048};
  model.stacks = {{}};
  model.query_bias = model.key_bias = model.value_bias = model.output_bias = true;
  model.mlp_bias = true;
  model.norm = Norm::layer;
  return model;
}

Costs ten_tokens(const Model& model, Mode mode = Mode::prefill) {
  return costs_of(model, {.mode = mode, .n_tokens = 10, .n_keys = 10});
}

std::string screen_of(const Costs& costs, unsigned width, int explain = 1) {
  return report_text(conventions_report(costs), {.width = width, .explain = explain});
}

TEST_CASE("conventions_report: one prefix for all, each row with its unit") {
  const std::string wide = screen_of(ten_tokens(encoder_layer()), 100, 0);
  CHECK(contains(wide,
                 "   attn              2 (C_W + C_A)                                63.119  "
                 "MFLOP  1.000\n"));
  CHECK(contains(wide,
                 "   ptflops, MHA      C_W + C_F + n_norm + n_bias + n_soft + n_sc  31.622  "
                 " MMAC  1.002\n"));

  // The ratio is left out where the rest has no room beside it.
  const std::string text = screen_of(ten_tokens(encoder_layer()), 80, 0);
  CHECK(contains(text,
                 "   attn              2 (C_W + C_A)                                63.119  "
                 "MFLOP\n"));
  CHECK(contains(text, "   half the square   does not apply\n"));
  CHECK_FALSE(contains(text, "MAC of products with weights"));  // numbers only
}

TEST_CASE("conventions_report: words say what the symbols are and why counts differ") {
  const std::string text = screen_of(ten_tokens(encoder_layer()), 80);
  CHECK(contains(text, " complexity   by hand"));
  CHECK(contains(text, "   C_F      MAC of Q Kᵀ and A V, all pairs: 2 h d_h L T^2 = 102,400\n"));
  CHECK(contains(text, "   P        allowed pairs in one head: T^2 = 100\n"));
  CHECK(contains(text,
                 "   half the square    only for a causal mask with as many queries as "
                 "keys\n"));
  CHECK(contains(text, "Q Kᵀ and A V are 0.3 % of the full\n   square;"));
  CHECK_FALSE(contains(text, "The mask allows"));  // there is none

  Model causal = encoder_layer();
  causal.stacks.front().causal = true;
  CHECK(contains(screen_of(ten_tokens(causal), 200), "The mask allows 55.0 % of the pairs."));
  CHECK(contains(in_one_line(screen_of(ten_tokens(causal, Mode::train), 300)),
                 "fvcore, ptflops, thop, torchinfo and calflops count one forward pass"));
}

TEST_CASE("conventions_report: what is not zero never prints as zero") {
  Model large = encoder_layer();
  large.d_model = 100000;
  const Costs costs = costs_of(large, {.n_tokens = 5000, .n_keys = 5000});
  CHECK(contains(screen_of(costs, 100, 0), "<.001\n"));  // torchinfo, without the 5,000 tokens
  CHECK_FALSE(contains(screen_of(costs, 100, 0), "  0.000\n"));
}

TEST_CASE("conventions_report: fits 40 columns as records") {
  const std::string text = screen_of(ten_tokens(encoder_layer()), 40);
  CHECK(
      contains(text, "   attn\n     2 (C_W + C_A)  count 63.119\n     unit MFLOP  ratio 1.000\n"));
  CHECK(
      contains(text, "   thop: sees modules only: no Q Kᵀ, no\n      A V; 4 for each value of a"));
}

TEST_CASE("conventions_report, JSON: exact counts, null where a convention does not apply") {
  const nlohmann::ordered_json json =
      conventions_report(ten_tokens(encoder_layer())).json["conventions"];
  CHECK(json["definitions"][0]["symbol"] == "C_W");
  CHECK(json["definitions"][0]["count"] == 31457280);
  CHECK(json["rows"][0] ==
        nlohmann::ordered_json{
            {"name", "attn"},
            {"source", "rule"},
            {"unit", "FLOP"},
            {"formula", "2 (C_W + C_A)"},
            {"count", 63119360},
            {"why", "every matrix product, but only the pairs that the mask allows"}});
  CHECK(json["rows"][2]["name"] == "half_square");
  CHECK(json["rows"][2]["formula"].is_null());
  CHECK(json["rows"][2]["count"].is_null());
  CHECK(json["rows"][2]["why"] == "only for a causal mask with as many queries as keys");
}

TEST_CASE("conventions_report, records: as many fields as the other records") {
  const std::string records = conventions_report(ten_tokens(encoder_layer())).records;
  CHECK(contains(records, "convention_terms\tn_soft\th L T^2\t\t800\t\n"));
  CHECK(contains(records,
                 "conventions\tptflops_module\tC_W + C_F + n_norm + n_bias + n_soft + "
                 "n_sc\t\t31621920\tMAC\n"));
  CHECK(contains(records, "conventions\thalf_square\t\t\t\tFLOP\n"));
  std::size_t n_tabs = 0;
  for (const char c : records.substr(0, records.find('\n'))) n_tabs += c == '\t' ? 1 : 0;
  CHECK(n_tabs == 5);
}

std::string screen_of(const LayerReport& report, const Layout& layout = {}) {
  return report_text(layers_report(report, OperationUnit::flop), layout);
}

TEST_CASE("layers_report: one layer says what it is and has all its parts") {
  const std::string text = screen_of(report_of({"gru"}));
  CHECK(
      text.starts_with(" complexity   gru   batch 1   tokens 100   fp32   MAC = 2 FLOP\n"
                       "   gated recurrent unit: three gates, each with weights of its own.\n"
                       "   where   d = d_model = 512,  B = n_batch = 1,  T = n_tokens = 100\n"));
  CHECK(contains(text, "weights on the state"));
  CHECK_FALSE(contains(text, "crossovers"));  // there is nothing to cross
}

TEST_CASE("layers_report: several layers side by side, then where they cross") {
  const std::string text = screen_of(report_of({"mha", "lstm"}));
  CHECK(contains(text, "mha, lstm   batch 1"));
  CHECK(text.find(" crossovers\n") > text.find(" sequence\n"));
  CHECK(contains(text, "mha, lstm                   mha                  1,024   2 d\n"));
}

TEST_CASE("layers_report: words can be left out, numbers not") {
  LayerReport report = report_of({"mha", "lstm"});
  report.notes = {"A remark."};
  const auto text = [&report](const Layout& layout) {
    return report_text(layers_report(report, OperationUnit::flop, "Something else."), layout);
  };
  CHECK(contains(text({}), "   note   A remark.\n   more   Something else.\n"));
  const std::string bare = text({.explain = 0});
  CHECK_FALSE(contains(bare, "A remark."));
  CHECK_FALSE(contains(bare, "Something else."));
  CHECK_FALSE(contains(bare, "where"));
  CHECK(bare.starts_with(" parameters\n"));
  CHECK(contains(bare, "1,050,624"));
}

TEST_CASE("layers_report: causal attention and MAC are named") {
  LayerSizes sizes;
  sizes.causal = true;
  const std::string text =
      report_text(layers_report(report_of({"mha"}, sizes), OperationUnit::mac), {});
  CHECK(contains(text, "tokens 100   causal   fp32   MAC\n"));
}

TEST_CASE("layers_report: fits any width from 40 columns, in ASCII where that is asked for") {
  std::vector<std::string> names;
  for (const Layer& layer : all_layers()) names.emplace_back(layer.name);
  std::vector<LayerReport> reports{report_of(names), report_of({"decoder"}),
                                   report_of({"simple-classifier", "lstm-classifier"})};
  for (const LayerReport& report : reports)
    for (const unsigned width : {40U, 57U, 80U, 120U}) {
      const std::string text = screen_of(report, {.width = width, .glyphs = Glyphs::ascii});
      for (const std::string& line : lines_of(text)) {
        CAPTURE(width, line);
        CHECK(display_width(line) <= width);
        CHECK(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }));
      }
    }
}

LayerSweep rnn_and_attention() {
  return layer_sweep({.parameter = "tokens", .from = 10, .to = 1000, .step = 495},
                     {layer_named("rnn"), layer_named("attention")},
                     [](std::uint64_t n) { return LayerSizes{.d_model = 4, .n_tokens = n}; });
}

TEST_CASE("layer_sweep_report: steps, work, and what work is not") {
  const std::string text =
      in_one_line(report_text(layer_sweep_report(rnn_and_attention(), OperationUnit::mac), {}));
  for (const char* part : {"rnn: steps rnn: path attention: steps attention: path "
                           "10 10 9 1 1 505 505 504 1 1 1,000 1,000 999 1 1",
                           "is work, the number of pairs, and not a number of steps",
                           "over the sequences of a batch", "both axes logarithmic"}) {
    CAPTURE(part, text);
    CHECK(contains(text, part));
  }
}

TEST_CASE("layer_sweep_report: fits narrow screens") {
  for (const unsigned width : {40U, 80U}) {
    Layout layout;
    layout.width = width;
    for (const std::string& line : lines_of(
             report_text(layer_sweep_report(rnn_and_attention(), OperationUnit::flop), layout)))
      CHECK(display_width(line) <= width);
  }
}

TEST_CASE("layer_sweep_report, JSON and records: every count exact") {
  const auto json = layer_sweep_report(rnn_and_attention(), {}).json["sweep"];
  CHECK(json["parameter"] == "tokens");
  CHECK(json["points"][2]["tokens"] == 1000);
  CHECK(json["points"][2]["layers"][0]["sequential_steps"] == 1000);
  CHECK(json["points"][2]["layers"][1]["sequential_steps"] == 1);
  CHECK(json["points"][0]["layers"][0]["flops"] == 640);
  const std::string records = layer_sweep_report(rnn_and_attention(), {}).records;
  CHECK(
      records.starts_with("layer\tparameter\tvalue\tname\tcount\tunit\n"
                          "rnn\ttokens\t10\tsequential_steps\t10\tstep\n"));
  CHECK(contains(records, "rnn\ttokens\t10\tmacs\t320\tMAC\n"));
}

TEST_CASE("layer_sweep_report: formula and title have what the sizes need") {
  const LayerSweep sweep = layer_sweep(
      {.parameter = "d_model", .from = 512, .to = 2048}, {layer_named("mha")},
      [](std::uint64_t d) { return LayerSizes{.d_model = d, .n_heads = 8, .d_head = 64}; });
  const std::string text =
      in_one_line(report_text(layer_sweep_report(sweep, OperationUnit::mac), {}));
  CHECK_THAT(text, ContainsSubstring("mha: 4 T d h d_h + 2 T^2 h d_h"));
  CHECK_THAT(text, ContainsSubstring("tokens 100 n_heads 8 d_head 64"));
  // What a formula does without, the title does, too.
  const std::string plain =
      in_one_line(report_text(layer_sweep_report(rnn_and_attention(), OperationUnit::mac), {}));
  CHECK_THAT(plain, !ContainsSubstring("heads"));
  CHECK_THAT(plain, !ContainsSubstring("batch 1"));
}

TEST_CASE("models_report: a line for each model, narrow or wide") {
  const std::string narrow = report_text(models_report(presets()), {.width = 80});
  CHECK_THAT(narrow, ContainsSubstring("gpt2                                   124,439,808\n"));
  CHECK_THAT(narrow, !ContainsSubstring("GPT-2: decoder"));
  CHECK_THAT(report_text(models_report(presets()), {.width = 140}),
             ContainsSubstring("GPT-2: decoder"));
  CHECK_THAT(narrow, ContainsSubstring("qwen3, roberta, t5, vit."));
}

TEST_CASE("models_report, JSON and records: the same models") {
  const nlohmann::ordered_json json = models_report(presets()).json;
  CHECK(json["schema"] == "attn.cost/1");
  CHECK(json["models"].size() == presets().size());
  CHECK(json["models"][0]["name"] == "gpt2");
  CHECK(json["models"][0]["parameters"] == 124439808);
  CHECK(lines_of(models_report(presets()).records).size() == presets().size() + 1);
}

using DifferenceKind = TensorDifference::Kind;
using Shape = TensorDifference::Shape;

// A model that is all of it wrong: 100 counted numbers in 10 tensors.
StoredTensors all_kinds() {
  return {.counted_as = "BertModel",
          .saved_as = "BertForMaskedLM",
          .counted = {10, 100},
          .stored = {14, 1'000'131},
          .differences = {{DifferenceKind::missing, "layer.3.w", std::nullopt, Shape{2, 3}},
                          {DifferenceKind::other_shape, "wpe", Shape{5}, Shape{4}},
                          {DifferenceKind::other_class, "pooler.w", std::nullopt, Shape{3}},
                          {DifferenceKind::other_class, "cls.w", Shape{7}},
                          {DifferenceKind::buffer, "layer.0.mask", Shape{1, 1, 16}},
                          {DifferenceKind::buffer, "layer.10.mask", Shape{1, 1, 16}},
                          {DifferenceKind::buffer, "layer.1.mask", Shape{1, 1, 16}},
                          {DifferenceKind::buffer, "layer.2.mask", Shape{1, 1, 8}},
                          {DifferenceKind::tied, "lm_head.weight", Shape{1'000'000}},
                          {DifferenceKind::unknown, "what", Shape{}}},
          .notes = {"There are two."}};
}

Report stored_report(const StoredTensors& stored) {
  Report report;
  add_stored(report, stored);
  return report;
}

Table stored_table(const StoredTensors& stored) {
  return table_in(stored_report(stored), "stored");
}

Table stored_tensor_table(const StoredTensors& stored) {
  return table_in(stored_report(stored), "stored_tensors");
}

StoredTensors without_differences() {
  return {.counted_as = "A", .saved_as = "A", .counted = {1, 5}, .stored = {1, 5}};
}

TEST_CASE("add_stored: from what is counted to what is stored") {
  const Table table = stored_table(all_kinds());
  REQUIRE(table.rows.size() == 9);
  CHECK(texts_of(table.rows[0]) == Cells{"counted parameters", "10", "100"});
  CHECK(texts_of(table.rows[1]) == Cells{"missing", "−1", "−6"});
  CHECK(texts_of(table.rows[2]) == Cells{"another shape", "0", "1"});
  CHECK(texts_of(table.rows[3]) == Cells{"only BertModel", "−1", "−3"});
  CHECK(texts_of(table.rows[4]) == Cells{"only BertForMaskedLM", "1", "7"});
  CHECK(texts_of(table.rows[5]) == Cells{"no parameter", "4", "56"});
  CHECK(texts_of(table.rows[6]) == Cells{"tied, stored as well", "1", "1,000,000"});
  CHECK(texts_of(table.rows[7]) == Cells{"not known", "1", "1"});
  CHECK(texts_of(table.rows[8]) == Cells{"in the files", "14", "1,000,131"});
}

TEST_CASE("add_stored: says what that means") {
  CHECK(stored_table(without_differences()).note ==
        "The files hold what is counted, number for number.");
  StoredTensors harmless = without_differences();
  harmless.differences = {{DifferenceKind::buffer, "a", Shape{1}},
                          {DifferenceKind::buffer, "b", Shape{1}}};
  CHECK(stored_table(harmless).note ==
        "But for that the files hold what is counted, number for number. Masks, positions and "
        "frequencies are computed, not learned, so they are no parameters.");
  const std::string note = stored_table(all_kinds()).note;
  CHECK(note.starts_with("The files do not hold what is counted."));
  for (const char* part : {"fills with random numbers", "was not saved with this config.json",
                           "the files are those of BertForMaskedLM, and what is counted is "
                           "BertModel.",
                           "computed, not learned", "has no numbers of its own", "are not counted"})
    CHECK_THAT(note, ContainsSubstring(part));
  StoredTensors unsaid = all_kinds();
  unsaid.saved_as.clear();
  CHECK_THAT(stored_table(unsaid).note,
             ContainsSubstring("between the classes of the framework; what is counted is "
                               "BertModel."));
  CHECK(texts_of(stored_table(unsaid).rows[4])[0] == "of another class");
}

TEST_CASE("add_stored: quantized weights explain what does not fit") {
  StoredTensors codes = all_kinds();
  codes.quantized_by = {"\"quantization_config\" (awq, 4 bits)", "a.qweight"};
  const std::string note = stored_table(codes).note;
  CHECK(note.starts_with(
      "The weights are quantized (see \"quantization_config\" (awq, 4 bits), a.qweight): codes and "
      "scales take the place of numbers, in other shapes and under other names than those that are "
      "counted."));
  for (const char* part : {"random numbers", "was not saved", "are not counted."})
    CHECK_THAT(note.substr(note.find("counted.") + 8), !ContainsSubstring(part));
  CHECK_THAT(note, ContainsSubstring("computed, not learned"));
  StoredTensors adapted = all_kinds();
  adapted.adapter = "a.lora_A.weight";
  CHECK_THAT(stored_table(adapted).note,
             ContainsSubstring("a.lora_A.weight belongs to an adapter, which was not added"));
}

TEST_CASE("add_stored: layers that are alike are one row") {
  const Table table = stored_tensor_table(all_kinds());
  REQUIRE(table.rows.size() == 8);
  CHECK(texts_of(table.rows[0]) == Cells{"layer.3.w", "-", "(2, 3)", "missing"});
  CHECK(texts_of(table.rows[1]) == Cells{"wpe", "(5,)", "(4,)", "another shape"});
  CHECK(texts_of(table.rows[4]) == Cells{"layer.0-1,10.mask", "(1, 1, 16)", "-", "no parameter"});
  CHECK(texts_of(table.rows[5])[0] == "layer.2.mask");
  CHECK(texts_of(table.rows[7]) == Cells{"what", "()", "-", "not known"});
  StoredTensors many = without_differences();
  for (int i = 0; i < 100; ++i)
    many.differences.push_back({DifferenceKind::unknown, "x" + std::to_string(i), Shape{1}});
  CHECK(stored_tensor_table(many).rows.size() == 25);
  CHECK(stored_tensor_table(many).note == ".. rows left out: 76 of 100");
  many.differences = {{DifferenceKind::unknown, "\x1b[31m", Shape{1}}};
  CHECK(texts_of(stored_tensor_table(many).rows[0])[0] == "?[31m");
}

TEST_CASE("add_stored: tables, and notes where words are wanted") {
  Layout layout;
  CHECK_THAT(report_text(stored_report(all_kinds()), layout),
             ContainsSubstring("stored_tensors") && ContainsSubstring("There are two."));
  CHECK_FALSE(
      contains(report_text(stored_report(without_differences()), layout), "stored_tensors"));
  layout.explain = 0;
  CHECK_FALSE(contains(report_text(stored_report(all_kinds()), layout), "There are two."));
}

TEST_CASE("add_stored, JSON: every tensor by itself") {
  const nlohmann::json stored = nlohmann::json(stored_report(all_kinds()).json["stored"]);
  CHECK(stored["counted"] == json_of(R"({"tensors": 10, "numbers": 100})"));
  CHECK(stored["stored"] == json_of(R"({"tensors": 14, "numbers": 1000131})"));
  CHECK(stored["saved_as"] == "BertForMaskedLM");
  CHECK(stored["differences"].size() == 10);
  CHECK(stored["differences"][1] ==
        json_of(R"({"tensor": "wpe", "kind": "other_shape", "stored": [5], "counted": [4]})"));
  CHECK(stored["differences"][4] ==
        json_of(R"({"tensor": "layer.0.mask", "kind": "buffer", "stored": [1, 1, 16],
                    "counted": null})"));
  CHECK(stored["notes"] == json_of(R"(["There are two."])"));
}

TEST_CASE("add_stored, records: numbers in the files less those that are counted") {
  const std::string records = stored_report(all_kinds()).records;
  CHECK(
      records.starts_with("stored\tcounted\t\t\t100\tnumber\n"
                          "stored\tstored\t\t\t1000131\tnumber\n"
                          "stored\tlayer.3.w\t\t\t-6\tmissing\n"
                          "stored\twpe\t\t\t1\tother_shape\n"));
}

using Json = nlohmann::ordered_json;

Count count_in(const Json& json) {
  return json.is_string() ? Count(json.get<std::string>())
                          : Count(static_cast<long>(json.get<std::int64_t>()));
}

std::map<std::string, Count> values_in(const Json& document) {
  std::map<std::string, Count> values;
  for (const auto& [symbol, argument] : document["arguments"].items())
    values[symbol] = count_in(argument["value"]);
  return values;
}

TEST_CASE("cost_json: the keys that other programs look for") {
  Pass pass = prefill_of(4096);
  const Json json = cost_json(costs_of(llama_model(), pass));
  CHECK(json["schema"] == "attn.cost/1");
  CHECK(json["command"] == "complexity");
  CHECK(json["config"]["model"] == "llama-2-7b");
  CHECK(json["parameters"]["total"] == 6738415616);
  CHECK(json["parameters"]["parts"][1]["per_layer"] == 16777216);
  CHECK(json["macs"]["total"] == 29262149058560);
  CHECK(json["flops"]["total"] == 58524298117120);
  CHECK(json["memory"]["weights_bytes"] == 13476831232);
  CHECK(json["memory"]["kv_cache_bytes"] == 2147483648);
  CHECK(json["memory"]["kv_cache_bytes_per_token"] == 524288);
  CHECK(json["memory"]["scores_bytes"] == 1073741824);
  CHECK(json["pairs"][0]["kind"] == "causal");
}

TEST_CASE("cost_json: a memory that a model has not is zero, not absent") {
  Model model = gpt2_model();
  model.stacks.front().keeps_cache = false;
  const Json json = cost_json(costs_of(model, prefill_of(8)));
  CHECK(json["memory"]["kv_cache_bytes"] == 0);
  CHECK(json["memory"]["kv_cache_bytes_per_token"] == 0);
}

TEST_CASE("cost_json: every formula, with the arguments of the document, gives its count") {
  for (const Model& model : small_models())
    for (const Pass& pass : passes_of(model)) {
      const Json json = cost_json(costs_of(model, pass));
      const std::map<std::string, Count> values = values_in(json);
      for (const char* section : {"parameters", "macs", "flops", "elementwise", "memory"})
        for (const Json& part : json[section]["parts"]) {
          CAPTURE(model.name, part.dump());
          CHECK(value_of_text(part["formula"], values) == count_in(part["count"]));
        }
    }
}

TEST_CASE("cost_json: warnings and notes are part of it") {
  Model model = gpt2_model();
  model.notes = {"assumed"};
  const Json json = cost_json(costs_of(model, prefill_of(2048)));
  CHECK(json["notes"][0] == "assumed");
  CHECK(json["warnings"].size() == 1);
}

TEST_CASE("cost_records: one number a line, six fields each") {
  const Costs costs = costs_of(gpt2_model(), prefill_of(1024));
  const std::vector<std::string> lines = lines_of(cost_records(costs));
  CHECK(lines[0] == "section\tname\tformula\tper_layer\tcount\tunit");
  for (const std::string& line : lines) CHECK(std::count(line.begin(), line.end(), '\t') == 5);
  CHECK(lines.size() == 1 + costs.parameters.size() + 2 * costs.macs.size() +
                            costs.elementwise.size() + costs.memory.size());
  CHECK(contains(cost_records(costs),
                 "parameters\twq\tL (d h d_h + h d_h)\t590592\t7087104\tparameter"));
}

TEST_CASE("layers_report, JSON: each layer with its parts, exact") {
  LayerReport report = report_of({"mha", "rnn"}, kSmallLayer);
  report.notes = {"A remark."};
  const Json json = layers_report(report, {}).json;
  CHECK(json["schema"] == "attn.cost/1");
  CHECK(json["config"] == Json{{"batch", 1}, {"tokens", 5}, {"dtype", "fp32"}});
  CHECK(json["arguments"]["d"] == Json{{"name", "d_model"}, {"value", 8}});
  CHECK(json["notes"] == Json{"A remark."});
  REQUIRE(json["layers"].size() == 2);

  const Json& mha = json["layers"][0];
  CHECK(mha["name"] == "mha");
  CHECK(mha["parameters"]["total"] == 288);
  CHECK(mha["parameters"]["parts"][0] ==
        Json{{"name", "wq"}, {"formula", "d^2 + d"}, {"per_layer", 72}, {"count", 72}});
  CHECK(mha["macs"]["total"] == 1680);  // 4·5·64 + 2·25·8
  CHECK(mha["flops"]["total"] == 3360);
  CHECK(mha["flops"]["formula"] == "8 T d^2 + 4 T^2 d");
  CHECK(mha["memory"]["total"] == 170);
  CHECK(mha["memory"]["total_bytes"] == 680);
  CHECK(mha["memory"]["parts"][0] ==
        Json{{"name", "attention_weights"}, {"formula", "T^2 h"}, {"count", 50}, {"bytes", 200}});
  CHECK(mha["memory"]["aside"][0]["name"] == "attention_weights_one_head");
  CHECK(mha["sequential_steps"] == Json{{"formula", "1"}, {"count", 1}});
  CHECK(json["layers"][1]["max_path"] == Json{{"formula", "T − 1"}, {"count", 4}});
}

TEST_CASE("layers_report, JSON: crossovers as numbers where they are whole") {
  LayerSizes sizes = kSmallLayer;
  sizes.d_model = 5;
  const Json json = layers_report(report_of({"attention", "lstm"}, sizes), {}).json["crossovers"];
  CHECK(json[0] == Json{{"layer", "attention"},
                        {"left", "projections"},
                        {"right", "pairwise"},
                        {"left_formula", "3 T d^2"},
                        {"right_formula", "2 T^2 d"},
                        {"tokens", "7.5"},
                        {"per_d", "1.5"},
                        {"last_below", 7},
                        {"cheaper_below", "pairwise"}});
  CHECK(json[2]["left"] == "O(T^2 d)");
  CHECK(json[2]["tokens"] == 5);
  CHECK(json[2]["last_below"] == 4);

  const Json never =
      layers_report(report_of({"mha", "rnn"}, kSmallLayer), {}).json["crossovers"][1];
  CHECK(never["layer"].is_null());
  CHECK(never["tokens"].is_null());
  CHECK(never["per_d"].is_null());
  CHECK(never["last_below"].is_null());
  CHECK(never["cheaper_below"] == "rnn");
}

TEST_CASE("layers_report, JSON: a count beyond 2^53 is a string") {
  const std::uint64_t million = 1'000'000;
  const Json json =
      layers_report(report_of({"mha"}, {.d_model = million, .n_heads = 1, .n_tokens = million}), {})
          .json;
  CHECK(json["layers"][0]["macs"]["total"] == "6000000000000000000");
  CHECK(json["layers"][0]["parameters"]["total"] == 4000004000000);
}

TEST_CASE("layers_report, records: one line a number, six fields a line") {
  const std::string records = layers_report(report_of({"mha", "rnn"}, kSmallLayer), {}).records;
  CHECK(
      records.starts_with("layer\tsection\tname\tformula\tcount\tunit\n"
                          "mha\tparameters\twq\td^2 + d\t72\tparameter\n"));
  for (const char* line : {"\nmha\tmacs\tprojections\t3 T d^2\t960\tMAC\n",
                           "\nrnn\tsequence\tmax_path\tT − 1\t4\tstep\n",
                           "\nmha\tshapes\tattention_weights\tB h T^2\t50\tnumber\n",
                           "\nrnn\tshapes\tstates\tB T d\t40\tnumber\n",
                           "\nmha\tmemory_aside\tstreaming_keys_values\t2 T d\t80\tnumber\n",
                           "\nmha\tcrossover\tprojections|pairwise\t4 T d^2 = 2 T^2 d\t16\ttoken\n",
                           "\n\tcrossover\tmha|rnn\t4 T d^2 + 2 T^2 d = 2 T d^2\t\ttoken\n"}) {
    CAPTURE(line);
    CHECK(contains(records, line));
  }
  for (const std::string& line : lines_of(records))
    CHECK(std::count(line.begin(), line.end(), '\t') == 5);
}

TEST_CASE("tokens_json, last_below_json: a count, a fraction, or nothing") {
  CHECK(tokens_json({}).is_null());
  CHECK(last_below_json({}).is_null());
  const Crossover whole{.tokens = mpq_class(768), .last_below = Count(767)};
  CHECK(tokens_json(whole).dump() == "768");
  CHECK(last_below_json(whole).dump() == "767");
  CHECK(tokens_json({.tokens = mpq_class(7, 3), .last_below = Count(2)}).dump() == R"("7/3")");
}

TEST_CASE("quantities_json: formula and count, and null for what no layer has") {
  const Formula V("V"), d("d"), L("L");
  const std::vector<Quantity> parts{
      {.id = "token_embedding", .label = "token embedding", .formula = V * d, .count = 6},
      {.id = "norms", .label = "norms", .formula = L * d, .count = 12, .per_layer = 3}};
  CHECK(quantities_json(parts).dump() ==
        R"([{"name":"token_embedding","formula":"V d","per_layer":null,"count":6},)"
        R"({"name":"norms","formula":"L d","per_layer":3,"count":12}])");
}

TEST_CASE("arguments_json: each symbol with its name and value") {
  Arguments arguments;
  arguments.add("d", "d_model", 768);
  CHECK(arguments_json(arguments).dump() == R"({"d":{"name":"d_model","value":768}})");
}

}  // namespace
