#include "render/costs/cost_text.hpp"

#include "render/text/display_width.hpp"
#include "support/catch.hpp"
#include "support/formula_reader.hpp"
#include "support/lines_of.hpp"
#include "support/model_examples.hpp"

using namespace attn;

namespace {

std::string text_of(const Model& model, const Pass& pass, const Layout& layout) {
  return cost_text(costs_of(model, pass), {.elementwise = true}, layout);
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

}  // namespace

TEST_CASE("cost_text: a formula on the screen gives the number beside it", "[render][cost_text]") {
  for (const Model& model : small_models()) {
    const Costs costs = costs_of(model, prefill_of(10, 7));
    const std::map<std::string, Count> values = values_of(costs.arguments);
    int n_checked = 0;
    for (const std::string& line : lines_of(cost_text(costs, {}, {.width = 200}))) {
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

TEST_CASE("cost_text: fits the width, at 80 columns and at 40", "[render][cost_text]") {
  std::vector<Model> models = small_models();
  models.push_back(llama_model());
  models.push_back(gpt2_model());
  for (const Model& model : models)
    for (const Pass& pass : passes_of(model))
      for (const unsigned width : {40U, 80U, 120U}) {
        const std::string text = text_of(model, pass, {.width = width, .explain = 2});
        for (const std::string& line : lines_of(text)) {
          CAPTURE(model.name, width, line);
          CHECK(display_width(line) <= width);
          CHECK((line.empty() || line.back() != ' '));
        }
      }
}

TEST_CASE("cost_text: in ASCII where that is asked for", "[render][cost_text]") {
  const std::string text =
      text_of(gpt2_model(), prefill_of(2048), {.glyphs = Glyphs::ascii, .explain = 2});
  CHECK(std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; }));
  CHECK_THAT(text, ContainsSubstring("scores Q K^T"));
}

TEST_CASE("cost_text: without words only the tables remain", "[render][cost_text]") {
  const std::string text = cost_text(costs_of(gpt2_model(), prefill_of(8)), {}, {.explain = 0});
  CHECK(text.starts_with(" parameters\n"));
  CHECK_THAT(text, !ContainsSubstring("where"));
}

TEST_CASE("cost_text: says what does not fit the model", "[render][cost_text]") {
  CHECK_THAT(text_of(gpt2_model(), prefill_of(2048), {}),
             ContainsSubstring("the table of positions has 1,024 rows, but 2,048 tokens were"));
}

TEST_CASE("cost_title: the model, the run and the unit", "[render][cost_text]") {
  const Costs costs = costs_of(llama_model(), prefill_of(4096));
  CHECK(cost_title(costs, {}, {}) ==
        " complexity   llama-2-7b   batch 1   tokens 4,096   fp16   causal   MAC = 2 FLOP\n");
  CHECK_THAT(cost_title(costs, OperationUnit::mac, {}), ContainsSubstring("causal   MAC\n"));
}

TEST_CASE("cost_title: what is swept stands there as a range", "[render][cost_text]") {
  const Costs costs = costs_of(llama_model(), prefill_of(4096));
  const std::string run = "   fp16   causal   MAC = 2 FLOP\n";
  CHECK(cost_title(costs, {}, {.width = 120},
                   SweepRange{.parameter = "tokens", .from = 512, .to = 4096}) ==
        " complexity   llama-2-7b   batch 1   tokens 512 to 4,096" + run);
  CHECK(cost_title(costs, {}, {.width = 120},
                   SweepRange{.parameter = "batch", .from = 1, .to = 64}) ==
        " complexity   llama-2-7b   tokens 4,096   batch 1 to 64" + run);
}

TEST_CASE("cost_title: keys swept in decoding are its tokens", "[render][cost_text]") {
  Pass decode;
  decode.mode = Mode::decode;
  decode.n_keys = 8;
  const Costs costs = costs_of(llama_model(), decode);
  CHECK_THAT(cost_title(costs, {}, {}, SweepRange{.parameter = "keys", .from = 1, .to = 8}),
             ContainsSubstring("keys 1 to 8") && !ContainsSubstring("tokens"));
}

TEST_CASE("symbols_text: only the symbols that are used", "[render][cost_text]") {
  const Costs costs = costs_of(gpt2_model(), prefill_of(8));
  const Formula formula = Formula("L") * Formula("d");
  CHECK(symbols_text({&formula}, costs.arguments, {}) ==
        "   where   L = n_layers = 12,  d = d_model = 768\n");
}
