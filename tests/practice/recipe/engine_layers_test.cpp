
#include "practice/recipe/engine.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"
#include "support/recipe_value.hpp"

using namespace attn;

namespace {

const Definitions kLayers{
    {"M", arma::mat{{0, 1, 2, 3}, {4, 5, 6, 7}}},
    {"words", std::vector<std::string>{"The", "quick", "brown", "fox", "jumps"}}};

std::string wrong_layers(const std::string& recipe, const arma::mat& expected) {
  return difference(value_of(recipe, kLayers), expected);
}

}  // namespace

TEST_CASE("layer_functions: heads, split rightly and wrongly", "[practice][engine]") {
  CHECK(wrong_layers("head_columns(M, 2, 1)", {{2, 3}, {6, 7}}) == "");
  CHECK(wrong_layers("every_nth_column(M, 2, 1)", {{1, 3}, {5, 7}}) == "");
  CHECK(refusal_of("head_columns(M, 3, 0)", kLayers) != "accepted");
  CHECK(refusal_of("head_columns(M, 2, 2)", kLayers) ==
        "head_columns(M, 2, 2): argument 3 must be a whole number from 0 to 1, and is 2.");
  CHECK(refusal_of("every_nth_column(M, 8, 5)", kLayers) ==
        "every_nth_column(M, 8, 5): there is no column 5 in 2 x 4.");
}

TEST_CASE("stack_heads: one head below the other, and side by side again", "[practice][engine]") {
  CHECK(wrong_layers("stack_heads(M, 2)", {{0, 1}, {4, 5}, {2, 3}, {6, 7}}) == "");
  CHECK(wrong_layers("stack_heads(M, 1)", {{0, 1, 2, 3}, {4, 5, 6, 7}}) == "");
  CHECK(wrong_layers("unstack_heads(stack_heads(M, 2), 2)", {{0, 1, 2, 3}, {4, 5, 6, 7}}) == "");
  CHECK(wrong_layers("unstack_heads(M, 2)", {{0, 1, 2, 3, 4, 5, 6, 7}}) == "");
  CHECK(refusal_of("stack_heads(M, 3)", kLayers) != "accepted");
  CHECK(refusal_of("unstack_heads(M, 3)", kLayers) ==
        "unstack_heads(M, 3): 2 rows are not those of 3 heads.");
}

TEST_CASE("columns_by_turns: every n-th column first", "[practice][engine]") {
  CHECK(wrong_layers("columns_by_turns(M, 2)", {{0, 2, 1, 3}, {4, 6, 5, 7}}) == "");
  CHECK(wrong_layers("columns_by_turns(row_vector(0, 1, 2, 3, 4, 5), 3)", {{0, 3, 1, 4, 2, 5}}) ==
        "");
  CHECK(wrong_layers("columns_by_turns(columns_by_turns(row_vector(0, 1, 2, 3, 4, 5), 3), 2)",
                     {{0, 1, 2, 3, 4, 5}}) == "");
  CHECK(refusal_of("columns_by_turns(M, 3)", kLayers) != "accepted");
}

TEST_CASE("mha_parameters: four square matrices, and their biases", "[practice][engine]") {
  CHECK(wrong_layers("mha_parameters(512, 8, 8, 64, 0)", arma::mat{1048576}) == "");
  CHECK(wrong_layers("mha_parameters(512, 8, 8, 64, 1)", arma::mat{1050624}) == "");
  // W_Q and W_O as before, W_K and W_V for two heads of 64: 2 · 512² + 2 · 512 · 128
  CHECK(wrong_layers("mha_parameters(512, 8, 2, 64, 0)", arma::mat{655360}) == "");
  CHECK(refusal_of("mha_parameters(512, 8, 3, 64, 0)") != "accepted");
}

TEST_CASE("layer_functions: positions", "[practice][engine]") {
  const double two_pi = 6.283185307179586;
  CHECK(wrong_layers("wavelength(512, 0)", arma::mat{two_pi}) == "");
  CHECK(wrong_layers("wavelength(512, 1)", arma::mat{two_pi}) == "");
  CHECK(difference(value_of("wavelength(512, 511)"), arma::mat{60611.5}, 0.05) == "");
  CHECK(difference(value_of("wavelength(512, 256)"), arma::mat{two_pi * 100}, 1e-9) == "");
  CHECK(wrong_layers("sinusoid(row_vector(0, 1), 2)", {{0, 1}, {std::sin(1.0), std::cos(1.0)}}) ==
        "");
  CHECK(wrong_layers("rotate_pair(row_vector(1, 0), pi/2)", {{0, 1}}) == "");
  CHECK(wrong_layers("rotary(row_vector(1, 0, 2, 0), 1, 4)",
                     {{std::cos(1.0), std::sin(1.0), 2 * std::cos(0.01), 2 * std::sin(0.01)}}) ==
        "");
  CHECK(refusal_of("rotate_pair(M, 1)", kLayers) ==
        "rotate_pair(M, 1): a row of two numbers was expected, and it is 2 x 4.");
  CHECK(refusal_of("rotary(M, 1, 2)", kLayers) != "accepted");
}

TEST_CASE("example_queries: what attn attend makes of the words", "[practice][engine]") {
  const CommandResult shown = run_command("attn attend 'The quick brown fox jumps' --seed 7 --json",
                                          TemporaryFolder().path());
  REQUIRE(shown.exit_code == 0);
  const nlohmann::json trace = json_of(shown.out);
  const std::map<std::string, std::string> stages{{"query", "example_queries(words, 7)"},
                                                  {"key", "example_keys(words, 7)"},
                                                  {"value", "example_values(words, 7)"}};
  std::size_t n_found = 0;
  for (const nlohmann::json& stage : trace.at("stages")) {
    const auto recipe = stages.find(stage.at("id"));
    if (recipe == stages.end()) continue;
    ++n_found;
    const arma::mat value = value_of(recipe->second, kLayers);
    const auto rows = stage.at("data").get<std::vector<std::vector<double>>>();
    REQUIRE(rows.size() == value.n_rows);
    for (arma::uword i = 0; i < value.n_rows; ++i)
      CHECK(rows[i] == arma::conv_to<std::vector<double>>::from(value.row(i)));
  }
  CHECK(n_found == 3);
}
