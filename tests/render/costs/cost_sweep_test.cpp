#include "render/costs/cost_sweep.hpp"

#include <algorithm>

#include "render/text/display_width.hpp"
#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/lines_of.hpp"

using namespace attn;

namespace {

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

bool has_line(const std::string& text, const std::string& wanted) {
  const auto lines = lines_of(text);
  return std::find(lines.begin(), lines.end(), wanted) != lines.end();
}

}  // namespace

TEST_CASE("sweep_text: a table in one unit for each column", "[render][cost_sweep]") {
  const std::string text = sweep_text(sweep_to(128), {}, Layout{});
  // 4 T² d and 24 T d² FLOP; T 32 and T² 4 bytes.
  CHECK(has_line(text, "   tokens  Q Kᵀ, A V  the rest  share  KV cache  scores"));
  CHECK(has_line(text, "               kFLOP     kFLOP      %       KiB     KiB"));
  CHECK(has_line(text, "       16      8.192    24.576   25.0     0.500   1.000"));
  CHECK(has_line(text, "      128    524.288   196.608   72.7     4.000  64.000"));
  CHECK(has_line(text, "   From tokens = 49 on, Q Kᵀ and A V cost more than all the rest. At"));
}

TEST_CASE("sweep_text: the crossing is marked in the picture where it lies in the sweep",
          "[render][cost_sweep]") {
  CHECK(sweep_text(sweep_to(128), {}, Layout{}).find("^ tokens 49\n") != std::string::npos);
  CHECK(sweep_text(sweep_to(40), {}, Layout{}).find('^') == std::string::npos);
}

TEST_CASE("sweep_text: warns where the far end is more than the model was made for",
          "[render][cost_sweep]") {
  Model model{.name = "small", .d_model = 8, .d_head = 8, .stacks = {Stack{}}};
  model.positions = Positions::learned;
  model.n_positions = 1024;
  const auto text_to = [&model](std::uint64_t to) {
    const CostsAt costs_at = [&model](std::uint64_t n_tokens) {
      return costs_of(model, {.n_tokens = n_tokens, .n_keys = n_tokens});
    };
    return sweep_text(sweep_of({"tokens", 16, to, {}}, costs_at, telling_pairs()), {}, Layout{});
  };
  CHECK(
      has_line(text_to(2048),
               "   warning   the table of positions has 1,024 rows, but 2,048 tokens were asked"));
  CHECK(text_to(1024).find("warning") == std::string::npos);
}

TEST_CASE("sweep_text: MAC are half as many", "[render][cost_sweep]") {
  const std::string text = sweep_text(sweep_to(128), OperationUnit::mac, Layout{});
  CHECK(has_line(text, "                kMAC      kMAC      %       KiB     KiB"));
  CHECK(has_line(text, "       16      4.096    12.288   25.0     0.500   1.000"));
}

TEST_CASE("sweep_text: many values are elided in the middle, without words at --explain 0",
          "[render][cost_sweep]") {
  Layout layout;
  layout.explain = 0;
  layout.max_rows = 6;
  const std::string text = sweep_text(sweep_to(116, 1), {}, layout);
  CHECK(has_line(text, "       .."));
  CHECK(has_line(text, "   .. rows left out: 95 of 101"));
  CHECK(text.find("From tokens") == std::string::npos);
  CHECK(text.find("complexity") == std::string::npos);
}

TEST_CASE("sweep_text: fits the width", "[render][cost_sweep][property]") {
  for (const unsigned width : {40U, 60U, 80U, 132U})
    for (const Glyphs glyphs : {Glyphs::unicode, Glyphs::ascii})
      for (const Sweep& sweep : {sweep_to(128), sweep_to(116, 1), sweep_to(1'000'000'000'000)}) {
        Layout layout;
        layout.width = width;
        layout.glyphs = glyphs;
        for (const std::string& line : lines_of(sweep_text(sweep, {}, layout)))
          CHECK(display_width(line) <= width);
      }
}

TEST_CASE("sweep_json: exact numbers at each value, and the crossings", "[render][cost_sweep]") {
  const auto json = sweep_json(sweep_to(32));
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

TEST_CASE("sweep_json: digits in a string above 2^53", "[render][cost_sweep]") {
  const auto json = sweep_json(sweep_to(1'000'000'000));
  CHECK(json["points"].back()["pair_flops"] == "32000000000000000000");
}

TEST_CASE("sweep_records: one number a line, six fields each", "[render][cost_sweep]") {
  const std::string text = sweep_records(sweep_to(32));
  for (const std::string& line : lines_of(text))
    CHECK(std::count(line.begin(), line.end(), '\t') == 5);
  CHECK(has_line(text, "section\tparameter\tvalue\tname\tcount\tunit"));
  CHECK(has_line(text, "point\ttokens\t32\tpair_flops\t32768\tFLOP"));
  CHECK(has_line(text, "point\ttokens\t32\tscores_bytes\t4096\tbyte"));
  CHECK(has_line(text, "crossover\ttokens\t49\tpair_flops > other_flops\t\t"));
}
