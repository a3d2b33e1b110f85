#include "practice/exercise/engine.hpp"

#include <fmt/format.h>

#include "base/message.hpp"
#include "practice/exercise/exercise.hpp"
#include "practice/exercise/worksheet.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/json.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"
#include "support/recipe_value.hpp"

using Strings = std::vector<std::string>;

namespace {

const Definitions kGiven{{"words", Strings{"cat"}}, {"M", arma::mat{{1, 2}, {3, 4}}}};

std::string documentation(const std::string& page = "writing-exercises.md") {
  return content(ATTN_SOURCE_DIR "/docs/" + page);
}

TEST_CASE("engine_functions: the documentation has the same table") {
  std::string table = "| function | what it gives |\n| --- | --- |\n";
  for (const EngineFunction& function : engine_functions())
    table += fmt::format("| `{}({})` | {} |\n", function.name, function.arguments, function.does);
  const std::string text = documentation();
  const std::size_t begin = text.find("| function |");
  CHECK(text.substr(begin, text.find("\n\n", begin) + 1 - begin) == table);
}

TEST_CASE("engine_functions: the Japanese documentation has the same functions") {
  std::istringstream table(documentation("ja/writing-exercises.md"));
  std::string line;
  while (std::getline(table, line) && line != "| 関数 | 値 |") continue;
  std::getline(table, line);
  for (const EngineFunction& function : engine_functions()) {
    std::getline(table, line);
    CHECK_THAT(line, Catch::Matchers::StartsWith(
                         fmt::format("| `{}({})` | ", function.name, function.arguments)));
  }
  CHECK((std::getline(table, line) && line.empty()));
}

TEST_CASE("engine_functions: each name once, with as many arguments as are shown") {
  std::set<std::string> names;
  for (const EngineFunction& function : engine_functions()) {
    CHECK(names.insert(function.name).second);
    const std::string arguments = function.arguments;
    const auto n_commas = std::count(arguments.begin(), arguments.end(), ',');
    const bool has_any_number = arguments.ends_with("...");
    CHECK(function.n_arguments == (has_any_number ? 0 : static_cast<std::size_t>(n_commas) + 1));
  }
}

TEST_CASE("engine_function: by its name") {
  REQUIRE(engine_function("softmax_rows") != nullptr);
  CHECK(engine_function("softmax_rows")->arguments == std::string("S"));
  CHECK(engine_function("softmax") == nullptr);
}

TEST_CASE("EngineCall: what an argument must be is told with its place") {
  CHECK(refusal_of("transpose(words)", kGiven) ==
        "transpose(words): argument 1 must be numbers, and words were given; length(words) says "
        "how many there are.");
  CHECK(refusal_of("length(M)", kGiven) ==
        "length(M): argument 1 must be words, and numbers were given.");
  CHECK(refusal_of("ones(M, 2)", kGiven) ==
        "ones(M, 2): argument 1 must be a single number, and is 2 x 2.");
  CHECK(refusal_of("ones(2, 1.5)") ==
        "ones(2, 1.5): argument 2 must be a whole number from 1 to 16384, and is 1.5.");
  CHECK(refusal_of("mask_scores(M, ones(2, 3))", kGiven) ==
        "mask_scores(M, ones(2, 3)): the mask is 2 x 3, and what it is for is 2 x 2.");
}

TEST_CASE("require_moderate: nothing larger than a million cells is made") {
  CHECK(value_of("height(ones(1000, 1000))")(0) == 1000);
  CHECK(refusal_of("ones(1000, 1001)") ==
        "ones(1000, 1001): 1000 x 1001 is too large: a recipe makes at most 16384 rows or columns "
        "and 1000000 cells.");
  const Strings makers{"beside(M, zeros(2, 16384))",
                       "stack(M, zeros(16384, 2))",
                       "matmul(ones(16384, 1), ones(1, 16384))",
                       "attention_scores(ones(16384, 1), ones(16384, 1))",
                       "causal_mask(16384, 16384)",
                       "half_mask(16384)",
                       "sinusoid(ones(1, 16384), 16384)",
                       "normals(16384, 16384)",
                       "whole_numbers(16384, 16384, 0, 1)"};
  for (const std::string& maker : makers)
    CHECK_THAT(refusal_of(maker, kGiven), ContainsSubstring("is too large"));
}

using Names = std::set<std::string, std::less<>>;

// Q -> scores -> weights, and d_k -> weights
Definitions viewed_stages() {
  return {{"Q", arma::mat{1.0}},
          {"d_k", arma::mat{4.0}},
          {"scores", Recipe("attention_scores(Q, Q)")},
          {"weights", Recipe("divide(scores, sqrt(d_k))")}};
}

TEST_CASE("DefinitionView: finds what is there, and what took its place") {
  const Definitions definitions = viewed_stages();
  DefinitionView view(definitions);
  CHECK(view.find("Q") == &definitions.at("Q"));
  CHECK(view.find("K") == nullptr);

  const Definitions changes{{"Q", arma::mat{2.0}}, {"K", Recipe("scores")}};
  DefinitionView changed = view;
  changed.replace(changes);
  CHECK(changed.find("Q") == &changes.at("Q"));
  CHECK(changed.find("K") == &changes.at("K"));
  CHECK(changed.find("weights") == &definitions.at("weights"));
  CHECK(changed.entries().size() == 5);
  CHECK(view.find("Q") == &definitions.at("Q"));
}

TEST_CASE("dependents: directly, over others, and the name itself") {
  const Definitions definitions = viewed_stages();
  DefinitionView view(definitions);
  CHECK(dependents(view, "Q") == Names{"Q", "scores", "weights"});
  CHECK(dependents(view, "d_k") == Names{"d_k", "weights"});
  CHECK(dependents(view, "weights") == Names{"weights"});
  CHECK(dependents(view, "nothing") == Names{"nothing"});

  const Definitions circle{{"Q", Recipe("weights")}};
  view.replace(circle);
  CHECK(dependents(view, "weights") == Names{"Q", "scores", "weights"});
}

const double kInf = arma::datum::inf;

const Definitions kGivenScores{{"S", arma::mat{{1, 2, 1}, {4, 0, 4}}},
                               {"M", arma::mat{{1, 0, 1}, {0, 0, 0}}},
                               {"Q", arma::mat{{1, 0}, {0, 1}, {1, 1}}}};

std::string wrong_scores(const std::string& recipe, const arma::mat& expected) {
  return difference(value_of(recipe, kGivenScores), expected);
}

TEST_CASE("attention_functions: the by-hand exercise of the chapter") {
  CHECK(wrong_scores("attention_scores(Q, Q)", {{1, 0, 1}, {0, 1, 1}, {1, 1, 2}}) == "");
  CHECK(difference(
            value_of("softmax_rows(divide(attention_scores(Q, Q), sqrt(width(Q))))", kGivenScores),
            {{0.4011, 0.1978, 0.4011}, {0.1978, 0.4011, 0.4011}, {0.2483, 0.2483, 0.5035}},
            5e-5) == "");
}

TEST_CASE("softmax_rows: a row of −∞ has no weights at all") {
  CHECK(wrong_scores("softmax_rows(mask_scores(zeros(2, 3), M))", {{0.5, 0, 0.5}, {0, 0, 0}}) ==
        "");
}

TEST_CASE("attention_functions: softmax turned into its mistakes") {
  const double e = std::exp(1.0);
  CHECK(wrong_scores("softmax_columns(transpose(row_vector(0, 1)))",
                     arma::vec{1 / (1 + e), e / (1 + e)}) == "");
  CHECK(wrong_scores("share_rows(S)", {{0.25, 0.5, 0.25}, {0.5, 0, 0.5}}) == "");
  CHECK(wrong_scores("hard_rows(S)", {{0, 1, 0}, {0.5, 0, 0.5}}) == "");
  CHECK(wrong_scores("hard_rows(mask_scores(S, M))", {{0.5, 0, 0.5}, {0, 0, 0}}) == "");
}

TEST_CASE("attention_functions: what a mask does to scores and weights") {
  CHECK(wrong_scores("mask_scores(S, M)", {{1, -kInf, 1}, {-kInf, -kInf, -kInf}}) == "");
  CHECK(wrong_scores("fill_scores(S, M, -9)", {{1, -9, 1}, {-9, -9, -9}}) == "");
  CHECK(wrong_scores("keep(S, M)", {{1, 0, 1}, {0, 0, 0}}) == "");
  CHECK(wrong_scores("reverse_mask(M)", {{0, 1, 0}, {1, 1, 1}}) == "");
  CHECK(refusal_of("keep(S, S)", kGivenScores) != "accepted");
}

TEST_CASE("attention_functions: masks") {
  CHECK(wrong_scores("causal_mask(2, 2)", {{1, 0}, {1, 1}}) == "");
  CHECK(wrong_scores("causal_mask(1, 3)", {{1, 1, 1}}) == "");
  CHECK(wrong_scores("window_mask(3, 3, 2)", {{1, 1, 0}, {1, 1, 1}, {0, 1, 1}}) == "");
  CHECK(wrong_scores("half_mask(4)", {{1, 1, 1, 1}, {1, 1, 1, 1}, {1, 1, 0, 0}, {1, 1, 0, 0}}) ==
        "");
  CHECK(wrong_scores("block_mask(2, 2)",
                     {{1, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 1}, {0, 0, 1, 1}}) == "");
  CHECK(wrong_scores("block_mask(1, 2)", {{1, 1}, {1, 1}}) == "");
  CHECK(wrong_scores("padding_mask(2, 3, 1)", {{1, 1, 0}, {1, 1, 0}}) == "");
  CHECK(wrong_scores("padding_mask(1, 2, 0)", {{1, 1}}) == "");
  CHECK(refusal_of("padding_mask(1, 2, 3)") ==
        "padding_mask(1, 2, 3): argument 3 must be a whole number from 0 to 2, and is 3.");
}

TEST_CASE("softmax_all: all cells together sum to 1") {
  const Definitions given{{"S", arma::mat{{0, std::log(2.0)}, {std::log(3.0), std::log(4.0)}}}};
  CHECK(difference(value_of("softmax_all(S)", given), {{0.1, 0.2}, {0.3, 0.4}}) == "");
}

TEST_CASE("band_mask: so many places before and after its own") {
  CHECK(difference(value_of("band_mask(3, 3, 1, 0)"), {{1, 0, 0}, {1, 1, 0}, {0, 1, 1}}) == "");
  CHECK(difference(value_of("band_mask(3, 3, 0, 1)"), {{1, 1, 0}, {0, 1, 1}, {0, 0, 1}}) == "");
  CHECK(difference(value_of("band_mask(3, 3, 3, 0)"), value_of("causal_mask(3, 3)")) == "");
  CHECK(difference(value_of("band_mask(2, 4, 4, 0)"), value_of("causal_mask(2, 4)")) == "");
}

const Definitions kCells{{"M", arma::mat{{1, 2, 3}, {4, 5, 9}}}};

std::string wrong_cells(const std::string& recipe, const arma::mat& expected) {
  return difference(value_of(recipe, kCells), expected);
}

TEST_CASE("cell_functions: cell by cell, with a single number on either side") {
  CHECK(wrong_cells("add(M, M)", {{2, 4, 6}, {8, 10, 18}}) == "");
  CHECK(wrong_cells("subtract(1, M)", {{0, -1, -2}, {-3, -4, -8}}) == "");
  CHECK(wrong_cells("multiply(M, 2)", {{2, 4, 6}, {8, 10, 18}}) == "");
  CHECK(wrong_cells("divide(M, 2)", {{0.5, 1, 1.5}, {2, 2.5, 4.5}}) == "");
  CHECK(wrong_cells("divide(row_vector(1, -1), 0)", {{arma::datum::inf, -arma::datum::inf}}) == "");
  CHECK(refusal_of("add(M, ones(2, 2))", kCells) ==
        "add(M, ones(2, 2)): A is 2 x 3 and B is 2 x 2; they must have the same shape, or one be a "
        "single number.");
}

TEST_CASE("cell_functions: exponentials and rounding") {
  CHECK(wrong_cells("exp_cells(row_vector(0, 1))", {{1, 2.718281828459045}}) == "");
  CHECK(wrong_cells("round_cells(row_vector(0.0625, -0.0625, 2.5, -0.001), 3)",
                    {{0.063, -0.063, 2.5, -0.001}}) == "");
  CHECK_FALSE(std::signbit(value_of("round_cells(-0.001, 2)")(0)));
}

TEST_CASE("cell_functions: sums, means and what is largest") {
  CHECK(wrong_cells("sum(M)", arma::mat{24}) == "");
  CHECK(wrong_cells("row_sums(M)", arma::vec{6, 18}) == "");
  CHECK(wrong_cells("column_sums(M)", {{5, 7, 12}}) == "");
  CHECK(wrong_cells("column_means(M)", {{2.5, 3.5, 6}}) == "");
  CHECK(wrong_cells("mean(M)", arma::mat{4}) == "");
  // (9 + 4 + 1 + 0 + 1 + 25) / 6
  CHECK(wrong_cells("variance(M)", arma::mat{40.0 / 6.0}) == "");
  CHECK(wrong_cells("largest(M)", arma::mat{9}) == "");
  CHECK(wrong_cells("row_maxima(M)", arma::vec{3, 9}) == "");
  CHECK(wrong_cells("diagonal(M)", {{1, 5}}) == "");
}

TEST_CASE("equal: but for what another order of adding up leaves") {
  CHECK(wrong_cells("equal(M, M)", arma::mat{1}) == "");
  CHECK(wrong_cells("equal(M, transpose(M))", arma::mat{0}) == "");
  CHECK(wrong_cells("equal(0.1 + 0.2, 0.3)", arma::mat{1}) == "");
  CHECK(wrong_cells("equal(1, 1.00001)", arma::mat{0}) == "");
  CHECK(wrong_cells("equal(divide(-1, 0), divide(-1, 0))", arma::mat{1}) == "");
  CHECK(wrong_cells("equal(divide(0, 0), 1)", arma::mat{0}) == "");
}

TEST_CASE("cell_functions: powers, rows divided, the n-th largest") {
  CHECK(wrong_cells("power_cells(M, 2)", {{1, 4, 9}, {16, 25, 81}}) == "");
  CHECK(wrong_cells("power_cells(row_vector(4, 9), 0.5)", {{2, 3}}) == "");
  CHECK(wrong_cells("divide_rows(M, row_sums(M))",
                    {{1 / 6.0, 2 / 6.0, 0.5}, {4 / 18.0, 5 / 18.0, 0.5}}) == "");
  CHECK(wrong_cells("divide_rows(M, zeros(2, 1))", {{1, 2, 3}, {4, 5, 9}}) == "");
  CHECK(wrong_cells("nth_largest(M, 1)", arma::mat{9}) == "");
  CHECK(wrong_cells("nth_largest(M, 6)", arma::mat{1}) == "");
  CHECK(refusal_of("nth_largest(M, 7)", kCells) ==
        "nth_largest(M, 7): argument 2 must be a whole number from 1 to 6, and is 7.");
  CHECK(refusal_of("divide_rows(M, ones(3, 1))", kCells) != "accepted");
}

TEST_CASE("whole_numbers: from the least to the most, both included") {
  const arma::mat drawn = value_of("whole_numbers(30, 30, -2, 2)");
  const arma::vec values = arma::unique(arma::vectorise(drawn));
  CHECK(difference(values, arma::vec{-2, -1, 0, 1, 2}) == "");
  CHECK(difference(value_of("whole_numbers(1, 3, 5, 5)"), {{5, 5, 5}}) == "");
  CHECK(refusal_of("whole_numbers(2, 2, 3, 1)") ==
        "whole_numbers(2, 2, 3, 1): argument 4 must be a whole number from 3 to 10003, and is 1.");
}

TEST_CASE("normals: of mean 0 and variance 1") {
  const arma::mat drawn = value_of("normals(200, 100)");
  CHECK(std::abs(arma::accu(drawn) / 20000) < 0.03);
  CHECK(arma::accu(arma::square(drawn)) / 20000 == Approx(1).epsilon(0.05));
}

TEST_CASE("pick: one of the numbers, and in the end each") {
  std::set<double> picked;
  for (std::uint64_t variant = 1; variant <= 40; ++variant)
    picked.insert(value_of("pick(3, 5, 8)", {}, variant)(0));
  CHECK(picked == std::set<double>{3, 5, 8});
}

TEST_CASE("shuffled: each place once, in an order of its own") {
  const arma::mat order = value_of("shuffled(50)");
  const arma::mat in_order = arma::regspace<arma::rowvec>(0, 49);
  CHECK(difference(arma::sort(order, "ascend", 1), in_order) == "");
  CHECK(difference(order, in_order) != "");
  CHECK(difference(value_of("shuffled(1)"), arma::mat{0}) == "");
}

TEST_CASE("dot_products: of variance d") {
  const arma::mat products = value_of("dot_products(4000, 16)");
  CHECK(products.n_rows == 4000);
  CHECK(products.n_cols == 1);
  CHECK(arma::accu(arma::square(products)) / 4000 == Approx(16).epsilon(0.1));
  CHECK(refusal_of("dot_products(100000, 4096)") ==
        "dot_products(100000, 4096): 100000 pairs of width 4096 are too many to draw.");
}

TEST_CASE("draw_functions: two draws in one recipe differ, and the same variant has the same") {
  const arma::mat drawn = value_of("beside(normals(2, 2), normals(2, 2))");
  CHECK(difference(drawn.head_cols(2), drawn.tail_cols(2)) != "");
  CHECK(difference(drawn, value_of("beside(normals(2, 2), normals(2, 2))")) == "");
  CHECK(difference(drawn, value_of("beside(normals(2, 2), normals(2, 2))", {}, 2)) != "");
}

const Definitions kFormulas{{"total", expression_of("4*n*d^2 + 2*n^2*d", {"n", "d"})},
                            {"lstm", expression_of("8*n*d^2", {"n", "d"})},
                            {"three", arma::mat{3.0}}};

TEST_CASE("formula_at: the value of a formula") {
  CHECK(value_of("formula_at(total, three, 5)", kFormulas)(0) == Approx(390));
  CHECK(value_of("2 * formula_at(lstm, 1, 1)", kFormulas)(0) == Approx(16));
  CHECK(refusal_of("formula_at(total, 3)", kFormulas) ==
        "formula_at(total, 3): the formula has 2 variables, and 1 numbers are given for them.");
  CHECK(refusal_of("formula_at(three, 3)", kFormulas) != "accepted");
}

TEST_CASE("crossing: where two formulas meet") {
  CHECK(value_of("formula_at(crossing(total, lstm), 64)", kFormulas)(0) == Approx(128));
  CHECK(refusal_of("formula_at(crossing(total, total), 64)", kFormulas) != "accepted");
}

TEST_CASE("Recipe: variables stay open, and names may stand for formulas") {
  const Recipe sum("total + 2*n*lstm", {"n", "d"});
  CHECK(sum.names() == std::vector<std::string>{"total", "lstm"});
  Definitions given = kFormulas;
  given.insert_or_assign("sum", sum);
  // 4·3·25 + 2·9·5 + 2·3·600
  CHECK(value_of("formula_at(sum, 3, 5)", given)(0) == Approx(390 + 3600));
  CHECK(Recipe("n*d", {"n", "d"}).names().empty());
}

const Definitions kLayers{
    {"M", arma::mat{{0, 1, 2, 3}, {4, 5, 6, 7}}},
    {"words", std::vector<std::string>{"The", "quick", "brown", "fox", "jumps"}}};

std::string wrong_layers(const std::string& recipe, const arma::mat& expected) {
  return difference(value_of(recipe, kLayers), expected);
}

TEST_CASE("layer_functions: heads, split rightly and wrongly") {
  CHECK(wrong_layers("head_columns(M, 2, 1)", {{2, 3}, {6, 7}}) == "");
  CHECK(wrong_layers("every_nth_column(M, 2, 1)", {{1, 3}, {5, 7}}) == "");
  CHECK(refusal_of("head_columns(M, 3, 0)", kLayers) != "accepted");
  CHECK(refusal_of("head_columns(M, 2, 2)", kLayers) ==
        "head_columns(M, 2, 2): argument 3 must be a whole number from 0 to 1, and is 2.");
  CHECK(refusal_of("every_nth_column(M, 8, 5)", kLayers) ==
        "every_nth_column(M, 8, 5): there is no column 5 in 2 x 4.");
}

TEST_CASE("stack_heads: one head below the other, and side by side again") {
  CHECK(wrong_layers("stack_heads(M, 2)", {{0, 1}, {4, 5}, {2, 3}, {6, 7}}) == "");
  CHECK(wrong_layers("stack_heads(M, 1)", {{0, 1, 2, 3}, {4, 5, 6, 7}}) == "");
  CHECK(wrong_layers("unstack_heads(stack_heads(M, 2), 2)", {{0, 1, 2, 3}, {4, 5, 6, 7}}) == "");
  CHECK(wrong_layers("unstack_heads(M, 2)", {{0, 1, 2, 3, 4, 5, 6, 7}}) == "");
  CHECK(refusal_of("stack_heads(M, 3)", kLayers) != "accepted");
  CHECK(refusal_of("unstack_heads(M, 3)", kLayers) ==
        "unstack_heads(M, 3): 2 rows are not those of 3 heads.");
}

TEST_CASE("columns_by_turns: every n-th column first") {
  CHECK(wrong_layers("columns_by_turns(M, 2)", {{0, 2, 1, 3}, {4, 6, 5, 7}}) == "");
  CHECK(wrong_layers("columns_by_turns(row_vector(0, 1, 2, 3, 4, 5), 3)", {{0, 3, 1, 4, 2, 5}}) ==
        "");
  CHECK(wrong_layers("columns_by_turns(columns_by_turns(row_vector(0, 1, 2, 3, 4, 5), 3), 2)",
                     {{0, 1, 2, 3, 4, 5}}) == "");
  CHECK(refusal_of("columns_by_turns(M, 3)", kLayers) != "accepted");
}

TEST_CASE("mha_parameters: four square matrices, and their biases") {
  CHECK(wrong_layers("mha_parameters(512, 8, 8, 64, 0)", arma::mat{1048576}) == "");
  CHECK(wrong_layers("mha_parameters(512, 8, 8, 64, 1)", arma::mat{1050624}) == "");
  // W_Q and W_O as before, W_K and W_V for two heads of 64: 2 · 512² + 2 · 512 · 128
  CHECK(wrong_layers("mha_parameters(512, 8, 2, 64, 0)", arma::mat{655360}) == "");
  CHECK(refusal_of("mha_parameters(512, 8, 3, 64, 0)") != "accepted");
}

TEST_CASE("layer_functions: positions") {
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

TEST_CASE("example_queries: what attn attend makes of the words") {
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

const Definitions kMatrices{{"M", arma::mat{{1, 2, 3}, {4, 5, 6}}},
                            {"words", std::vector<std::string>{"cat", "sat", "down"}}};

std::string wrong_matrices(const std::string& recipe, const arma::mat& expected) {
  return difference(value_of(recipe, kMatrices), expected);
}

TEST_CASE("matrix_functions: shapes, cells, rows and columns") {
  CHECK(wrong_matrices("height(M)", arma::mat{2}) == "");
  CHECK(wrong_matrices("width(M)", arma::mat{3}) == "");
  CHECK(wrong_matrices("length(words)", arma::mat{3}) == "");
  CHECK(wrong_matrices("cell(M, 1, 2)", arma::mat{6}) == "");
  CHECK(wrong_matrices("row(M, 1)", {{4, 5, 6}}) == "");
  CHECK(wrong_matrices("column(M, 0)", arma::vec{1, 4}) == "");
  CHECK(wrong_matrices("columns_between(M, 1, 2)", {{2, 3}, {5, 6}}) == "");
  CHECK(wrong_matrices("transpose(M)", {{1, 4}, {2, 5}, {3, 6}}) == "");
}

TEST_CASE("matrix_functions: places that are not there are refused") {
  CHECK(refusal_of("row(M, 2)", kMatrices) ==
        "row(M, 2): argument 2 must be a whole number from 0 to 1, and is 2.");
  CHECK(refusal_of("column(M, -1)", kMatrices) ==
        "column(M, -1): argument 2 must be a whole number from 0 to 2, and is -1.");
  CHECK(refusal_of("columns_between(M, 2, 1)", kMatrices) ==
        "columns_between(M, 2, 1): there are no columns from 2 to 1.");
}

TEST_CASE("matrix_functions: matrices made of others") {
  CHECK(wrong_matrices("row_vector(1, width(M), 2/4)", {{1, 3, 0.5}}) == "");
  CHECK(wrong_matrices("stack(M, row_vector(7, 8, 9))", {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}) == "");
  CHECK(wrong_matrices("beside(M, ones(2, 1))", {{1, 2, 3, 1}, {4, 5, 6, 1}}) == "");
  CHECK(wrong_matrices("matmul(M, transpose(M))", {{14, 32}, {32, 77}}) == "");
  CHECK(wrong_matrices("zeros(1, 2)", {{0, 0}}) == "");
  CHECK(refusal_of("stack(M, ones(1, 2))", kMatrices) != "accepted");
  CHECK(refusal_of("beside(M, ones(1, 2))", kMatrices) != "accepted");
  CHECK(refusal_of("matmul(M, M)", kMatrices) != "accepted");
}

TEST_CASE("reshaped: the cells keep their order, row by row") {
  CHECK(wrong_matrices("reshaped(M, 3, 2)", {{1, 2}, {3, 4}, {5, 6}}) == "");
  CHECK(wrong_matrices("reshaped(M, 1, 6)", {{1, 2, 3, 4, 5, 6}}) == "");
  CHECK(refusal_of("reshaped(M, 2, 2)", kMatrices) ==
        "reshaped(M, 2, 2): 2 x 3 has 6 cells, and 2 x 2 has 4.");
}

TEST_CASE("permute_rows: row i is row order[i]") {
  CHECK(wrong_matrices("permute_rows(transpose(M), row_vector(2, 0, 1))",
                       {{3, 6}, {1, 4}, {2, 5}}) == "");
  CHECK(refusal_of("permute_rows(M, row_vector(0, 0))", kMatrices) ==
        "permute_rows(M, row_vector(0, 0)): the order must have each place from 0 to 1 once, and "
        "has 0.");
  CHECK(refusal_of("permute_rows(M, row_vector(0, 1, 2))", kMatrices) ==
        "permute_rows(M, row_vector(0, 1, 2)): the order must have one place for each of 2 rows, "
        "and is 1 x 3.");
}

TEST_CASE("value_of_first: the cell at the item that a list puts first") {
  const Definitions given{{"M", arma::mat{{1, 2}, {3, 4}}}};
  CHECK(value_of("value_of_first(M, row_vector(0, 1, 9, 2))", given)(0) == 3);
  CHECK(value_of("value_of_first(M, transpose(row_vector(0, 8, 1, 2)))", given)(0) == 2);
  CHECK(refusal_of("value_of_first(M, row_vector(1, 2))", given) ==
        "value_of_first(M, row_vector(1, 2)): the list has 2 items, and the matrix 4 cells.");
}

TEST_CASE("read_recipe: a refusal names the place, in characters") {
  CHECK(refusal_of("softmax_rows(divide(S, 3)") ==
        "In the recipe “softmax_rows(divide(S, 3)”, character 13: this parenthesis is never "
        "closed.");
  CHECK(refusal_of("S)") == "In the recipe “S)”, character 2: this parenthesis closes none.");
  CHECK(refusal_of("add(π, )") ==
        "In the recipe “add(π, )”, character 8: a name, a number or a function is missing.");
  CHECK(refusal_of("") ==
        "In the recipe “”, character 1: a name, a number or a function is missing.");
  CHECK(refusal_of("height()") ==
        "In the recipe “height()”, character 8: a name, a number or a function is missing.");
}

TEST_CASE("read_recipe: an unknown function is told with the nearest") {
  CHECK(refusal_of("1 + sofmax_rows(S)") ==
        "In the recipe “1 + sofmax_rows(S)”, character 5: there is no function sofmax_rows (did "
        "you mean softmax_rows?).");
  CHECK(refusal_of("divide(S, sqr(4))") ==
        "In the recipe “divide(S, sqr(4))”, character 11: there is no function sqr (did you mean "
        "sqrt?).");
  CHECK(refusal_of("zzzzz(S)") ==
        "In the recipe “zzzzz(S)”, character 1: there is no function zzzzz.");
}

TEST_CASE("read_recipe: a function takes as many arguments as it has") {
  CHECK(refusal_of("cell(M, 0)") ==
        "In the recipe “cell(M, 0)”, character 1: cell takes 3 arguments, cell(M, row, col), and "
        "has 2.");
  CHECK(value_of("sum(row_vector(1, 2, 3, 4))")(0) == 10);
}

TEST_CASE("read_recipe: what arithmetic refuses is told with its part") {
  using Catch::Matchers::StartsWith;
  CHECK_THAT(refusal_of("divide(S, 2 +)"), StartsWith("In the recipe “2 +”: "));
  CHECK_THAT(refusal_of("1, 2"), StartsWith("In the recipe “1, 2”: "));
  CHECK_THAT(refusal_of("S[0]"), StartsWith("In the recipe “S[0]”: "));
  CHECK_THAT(refusal_of("\"text\""), StartsWith("In the recipe “\"text\"”: "));
}

TEST_CASE("read_recipe: neither length nor depth is without end") {
  CHECK(refusal_of(std::string(100000, '(')) ==
        "A recipe has at most 4096 bytes, and this one has 100000.");
  const auto nested = [](int depth) {
    std::string text = "1";
    for (int i = 0; i < depth; ++i) text = "sum(" + text + ")";
    return text;
  };
  CHECK(value_of(nested(32))(0) == 1);
  CHECK_THAT(refusal_of(nested(33)),
             Catch::Matchers::EndsWith("more than 32 parentheses within one another."));
}

TEST_CASE("is_free_name: letters, digits and _, and nothing that arithmetic knows") {
  for (const char* name : {"d_k", "Q", "_x", "w2", "width", "softmax_rows"})
    CHECK(is_free_name(name));
  for (const char* name : {"", "2w", "d-k", "pi", "e", "sqrt", "ln", "π", "a b"})
    CHECK_FALSE(is_free_name(name));
  CHECK(is_name("sqrt"));
}

std::string reason(const Definitions& numbers) {
  Worksheet worksheet = Worksheet(practice_exercise()).with(numbers);
  return reason_against(practice_exercise(), worksheet);
}

TEST_CASE("reason_against: nothing, where every mistake shows") { CHECK(reason({}) == ""); }

TEST_CASE("reason_against: mistakes that give the right answer") {
  CHECK(reason({{"K", Recipe("Q")}}) ==
        "keys_and_queries_swapped gives the right answer everywhere.");
  CHECK(reason({{"Q", arma::mat(2, 4, arma::fill::zeros)}}) ==
        "no_scale gives the right answer everywhere.");
}

TEST_CASE("reason_against: an answer that is not finite, or is none") {
  CHECK(reason({{"V", Recipe("divide(ones(2, 2), 0)")}}) ==
        "output has a value that is not finite.");
  CHECK_THAT(reason({{"Q", Recipe("ones(2, 3)")}}), ContainsSubstring("attention_scores(Q, K): "));
}

TEST_CASE("Worksheet: draws that never do are told with the last reason") {
  Exercise exercise = practice_exercise();
  exercise.variant = {{"Q", Recipe("whole_numbers(2, 4, 0, 0)")}};
  CHECK_REFUSED(
      Worksheet(exercise, 2),
      "two-words: 1000 draws for variant 2 gave no numbers that will do. The last: no_scale gives "
      "the right answer everywhere. Draw from more numbers under [variant].");
}

}  // namespace
