#include "render/costs/layer_text.hpp"

#include "render/costs/layer_reports.hpp"
#include "render/text/display_width.hpp"
#include "support/catch.hpp"
#include "support/lines_of.hpp"

using namespace attn;

namespace {

std::string text_of(const LayerReport& report, const Layout& layout = {}) {
  return layer_text(report, OperationUnit::flop, layout);
}

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("layer_text: one layer says what it is and has all its parts", "[render][layer_text]") {
  const std::string text = text_of(report_of({"gru"}));
  CHECK(
      text.starts_with(" complexity   gru   batch 1   tokens 100   fp32   MAC = 2 FLOP\n"
                       "   gated recurrent unit: three gates, each with weights of its own.\n"
                       "   where   d = d_model = 512,  B = n_batch = 1,  T = n_tokens = 100\n"));
  CHECK(has(text, "weights on the state"));
  CHECK_FALSE(has(text, "crossovers"));  // there is nothing to cross
}

TEST_CASE("layer_text: several layers side by side, then where they cross",
          "[render][layer_text]") {
  const std::string text = text_of(report_of({"mha", "lstm"}));
  CHECK(has(text, "mha, lstm   batch 1"));
  CHECK(text.find(" crossovers\n") > text.find(" sequence\n"));
  CHECK(has(text, "mha, lstm                   mha                  1,024   2 d\n"));
}

TEST_CASE("layer_text: words can be left out, numbers not", "[render][layer_text]") {
  LayerReport report = report_of({"mha", "lstm"});
  report.notes = {"A remark."};
  const auto text = [&report](const Layout& layout) {
    return layer_text(report, OperationUnit::flop, layout, "Something else.");
  };
  CHECK(has(text({}), "   note   A remark.\n   more   Something else.\n"));
  const std::string bare = text({.explain = 0});
  CHECK_FALSE(has(bare, "A remark."));
  CHECK_FALSE(has(bare, "Something else."));
  CHECK_FALSE(has(bare, "where"));
  CHECK(bare.starts_with(" parameters\n"));
  CHECK(has(bare, "1,050,624"));
}

TEST_CASE("layer_text: causal attention and MAC are named", "[render][layer_text]") {
  LayerSizes sizes;
  sizes.causal = true;
  const std::string text = layer_text(report_of({"mha"}, sizes), OperationUnit::mac, {});
  CHECK(has(text, "tokens 100   causal   fp32   MAC\n"));
}

TEST_CASE("layer_text: fits any width from 40 columns, in ASCII where that is asked for",
          "[render][layer_text][property]") {
  std::vector<std::string> names;
  for (const Layer& layer : all_layers()) names.emplace_back(layer.name);
  std::vector<LayerReport> reports{report_of(names), report_of({"decoder"}),
                                   report_of({"simple-classifier", "lstm-classifier"})};
  for (const LayerReport& report : reports)
    for (const unsigned width : {40U, 57U, 80U, 120U}) {
      const std::string text = text_of(report, {.width = width, .glyphs = Glyphs::ascii});
      for (const std::string& line : lines_of(text)) {
        CAPTURE(width, line);
        CHECK(display_width(line) <= width);
        CHECK(std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }));
      }
    }
}
