#include "practice/recipe/engine.hpp"

#include <fmt/format.h>

#include <fstream>
#include <set>
#include <sstream>

#include "support/catch.hpp"
#include "support/recipe_value.hpp"

using namespace attn;
using Strings = std::vector<std::string>;

namespace {

const Definitions kGiven{{"words", Strings{"cat"}}, {"M", arma::mat{{1, 2}, {3, 4}}}};

std::string documentation(const std::string& page = "writing-exercises.md") {
  const std::ifstream file(ATTN_SOURCE_DIR "/docs/" + page);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

TEST_CASE("engine_functions: the documentation has the same table", "[practice][engine]") {
  std::string table = "| function | what it gives |\n| --- | --- |\n";
  for (const EngineFunction& function : engine_functions())
    table += fmt::format("| `{}({})` | {} |\n", function.name, function.arguments, function.does);
  const std::string text = documentation();
  const std::size_t begin = text.find("| function |");
  CHECK(text.substr(begin, text.find("\n\n", begin) + 1 - begin) == table);
}

TEST_CASE("engine_functions: the Japanese documentation has the same functions",
          "[practice][engine]") {
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

TEST_CASE("engine_functions: each name once, with as many arguments as are shown",
          "[practice][engine]") {
  std::set<std::string> names;
  for (const EngineFunction& function : engine_functions()) {
    CHECK(names.insert(function.name).second);
    const std::string arguments = function.arguments;
    const auto n_commas = std::count(arguments.begin(), arguments.end(), ',');
    const bool has_any_number = arguments.ends_with("...");
    CHECK(function.n_arguments == (has_any_number ? 0 : static_cast<std::size_t>(n_commas) + 1));
  }
}

TEST_CASE("engine_function: by its name", "[practice][engine]") {
  REQUIRE(engine_function("softmax_rows") != nullptr);
  CHECK(engine_function("softmax_rows")->arguments == std::string("S"));
  CHECK(engine_function("softmax") == nullptr);
}

TEST_CASE("EngineCall: what an argument must be is told with its place", "[practice][engine]") {
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

TEST_CASE("require_moderate: nothing larger than a million cells is made", "[practice][engine]") {
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
