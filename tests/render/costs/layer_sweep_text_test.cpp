#include "render/costs/layer_sweep_text.hpp"

#include <nlohmann/json.hpp>

#include "render/text/display_width.hpp"
#include "support/catch.hpp"
#include "support/layer_examples.hpp"
#include "support/lines_of.hpp"

using namespace attn;

namespace {

LayerSweep rnn_and_attention() {
  return layer_sweep({.parameter = "tokens", .from = 10, .to = 1000, .step = 495},
                     {layer_named("rnn"), layer_named("attention")},
                     [](std::uint64_t n) { return LayerSizes{.d_model = 4, .n_tokens = n}; });
}

}  // namespace

TEST_CASE("layer_sweep_text: steps, work, and what work is not", "[render][layer_sweep]") {
  const std::string text =
      in_one_line(layer_sweep_text(rnn_and_attention(), OperationUnit::mac, {}));
  for (const char* part : {"rnn: steps rnn: path attention: steps attention: path "
                           "10 10 9 1 1 505 505 504 1 1 1,000 1,000 999 1 1",
                           "is work, the number of pairs, and not a number of steps",
                           "over the sequences of a batch", "both axes logarithmic"}) {
    CAPTURE(part, text);
    CHECK(text.find(part) != std::string::npos);
  }
}

TEST_CASE("layer_sweep_text: fits narrow screens", "[render][layer_sweep]") {
  for (const unsigned width : {40U, 80U}) {
    Layout layout;
    layout.width = width;
    for (const std::string& line :
         lines_of(layer_sweep_text(rnn_and_attention(), OperationUnit::flop, layout)))
      CHECK(display_width(line) <= width);
  }
}

TEST_CASE("layer_sweep_json and records: every count exact", "[render][layer_sweep]") {
  const auto json = layer_sweep_json(rnn_and_attention());
  CHECK(json["parameter"] == "tokens");
  CHECK(json["points"][2]["tokens"] == 1000);
  CHECK(json["points"][2]["layers"][0]["sequential_steps"] == 1000);
  CHECK(json["points"][2]["layers"][1]["sequential_steps"] == 1);
  CHECK(json["points"][0]["layers"][0]["flops"] == 640);
  const std::string records = layer_sweep_records(rnn_and_attention());
  CHECK(
      records.starts_with("layer\tparameter\tvalue\tname\tcount\tunit\n"
                          "rnn\ttokens\t10\tsequential_steps\t10\tstep\n"));
  CHECK(records.find("rnn\ttokens\t10\tmacs\t320\tMAC\n") != std::string::npos);
}

TEST_CASE("layer_sweep_text: formula and title have what the sizes need", "[render][layer_sweep]") {
  const LayerSweep sweep = layer_sweep(
      {.parameter = "d_model", .from = 512, .to = 2048}, {layer_named("mha")},
      [](std::uint64_t d) { return LayerSizes{.d_model = d, .n_heads = 8, .d_head = 64}; });
  const std::string text = in_one_line(layer_sweep_text(sweep, OperationUnit::mac, {}));
  CHECK_THAT(text, ContainsSubstring("mha: 4 T d h d_h + 2 T^2 h d_h"));
  CHECK_THAT(text, ContainsSubstring("tokens 100 n_heads 8 d_head 64"));
  // What a formula does without, the title does, too.
  const std::string plain =
      in_one_line(layer_sweep_text(rnn_and_attention(), OperationUnit::mac, {}));
  CHECK_THAT(plain, !ContainsSubstring("heads"));
  CHECK_THAT(plain, !ContainsSubstring("batch 1"));
}
