#include "render/page/page_parts.hpp"

#include <nlohmann/json.hpp>

#include "costs/costs.hpp"
#include "support/catch.hpp"
#include "support/content.hpp"

TEST_CASE("numbers_of: row by row, the lowest byte first") {
  CHECK(numbers_of(arma::mat(1, 1, arma::fill::ones)) == "AAAAAAAA8D8=");
  CHECK(numbers_of(arma::mat{{1.0, 2.0}, {0.0, -1.0}}) !=
        numbers_of(arma::mat{{1.0, 0.0}, {2.0, -1.0}}));
}

TEST_CASE("letters_of: a byte for each cell") {
  BlockedCells blocked(1, 3, arma::fill::zeros);
  blocked(0, 1) = 'c';
  CHECK(letters_of(blocked) == "AGMA");
}

namespace {

// The keys that scripts ask for as they stand there; some are put together, such as "view_" + mode.
std::set<std::string> keys_asked_for(const std::filesystem::path& script) {
  const std::regex asks("\\b(?:t|filled)\\(\\s*\"([a-z_0-9]+)\"[,)]");
  std::set<std::string> keys;
  const std::string text = content(script);
  for (std::sregex_iterator found(text.begin(), text.end(), asks), end; found != end; ++found)
    keys.insert((*found)[1]);
  return keys;
}

}  // namespace

TEST_CASE("page_texts: there is a text for each key that a script asks for") {
  const nlohmann::ordered_json texts = page_texts();
  const std::filesystem::path scripts = ATTN_SOURCE_DIR "/src/render/page/script";
  for (const char* script :
       {"elements.js", "matrix_table.js", "core.js", "run.js", "spelled_out.js", "stage_view.js",
        "stages_page.js", "weights.js", "attention_page.js", "mask_page.js", "positions_page.js"})
    for (const std::string& key : keys_asked_for(scripts / script)) {
      INFO(key);
      CHECK(texts.contains(key));
    }
}

TEST_CASE("rule_data: a rule is its kind and its tree") {
  const nlohmann::ordered_json product = rule_data(Product{"query", "key", true, "bias"});
  CHECK(product["kind"] == "product");
  CHECK(
      product["cell"].dump() ==
      R"(["plus",["sum",["cols","query"],["times",["cell","query","i","k"],["cell","key","j","k"]]],)"
      R"(["cell","bias",0.0,"j"]])");
  CHECK(rule_data(Scaling{rule::cell("scores"), 2.0, true})["cell"].dump() ==
        R"(["over",["cell","scores","i","j"],["known",2.0]])");
  CHECK(rule_data(Given{}).dump() == R"({"kind":"given"})");
}

TEST_CASE("rule_data: what no number of JSON can be is text, and lists stand beside the tree") {
  CHECK(rule_data(Masking{"scaled"})["cell"].dump() ==
        R"(["plus",["cell","scaled","i","j"],["choice",["blocked","i","j"],)"
        R"(["number","−∞","-inf"],0.0]])");
  const nlohmann::ordered_json part = rule_data(rule::part_of("table", {3, 1}, {0}));
  CHECK(part["cell"].dump() ==
        R"(["name",["cell","table",["list","rows","i"],["list","cols","j"]]])");
  CHECK(part["rows"].dump() == "[3.0,1.0]");
}

TEST_CASE("rule_data: what needs powers brings them along") {
  const nlohmann::ordered_json rule = rule_data(Angle{arma::vec{0, 1}, 4, 100.0});
  CHECK(rule["frequencies"].dump() == "[1.0,0.1]");
  CHECK(!is_computed_in_page(Stage{.rule = Angle{}}));
  CHECK(!is_computed_in_page(Stage{.rule = rule::alibi_slope(6)}));
  CHECK(!is_computed_in_page(Stage{.rule = Given{}}));
  CHECK(!is_computed_in_page(Stage{.rule = Shares{}}));
  CHECK(is_computed_in_page(Stage{.rule = Shares{.of = "pattern"}}));
  CHECK(is_computed_in_page(Stage{.rule = Softmax{"masked"}}));
}

TEST_CASE("rule_data: a clock has hands for sines and cosines alone") {
  const Waves sines{arma::vec{0, 1}, {0, 1}, 2, 100.0};
  Waves shifted = sines;
  shifted.odd = rule::sine;
  CHECK(rule_data(sines).contains("frequencies"));
  CHECK_FALSE(rule_data(shifted).contains("frequencies"));
}

TEST_CASE("pattern_data: what is not set is left out") {
  CHECK(pattern_data({}).dump() == R"({"causal":false,"align":"end","join":"all"})");
  MaskPattern pattern{.causal = true, .window = 3, .join = Join::any};
  pattern.padded_keys = {1, 2};
  pattern.given = Mask{{1, 0}, {1, 1}};
  CHECK(pattern_data(pattern).dump() ==
        R"({"causal":true,"window":3,"paddedKeys":[1,2],"given":"AQABAQ==","align":"end",)"
        R"("join":"any"})");
}

TEST_CASE("without_script: a name, a sentence and every table") {
  const Table first{.id = "a", .title = "First & last", .rows = {{cell::Whole{1}}}};
  const Table second{.id = "b", .title = "Second", .rows = {{cell::name("<b>")}}};
  const std::string html = without_script("attn learn <copy>", {first, second});
  CHECK(html.starts_with("<noscript>"));
  CHECK(contains(html, "attn learn &lt;copy&gt;"));
  CHECK(html.find("First &amp; last") < html.find("Second"));
  CHECK(contains(html, "&lt;b&gt;"));
  CHECK(contains(html, plain_tables({second})));
}

using symbol::d, symbol::h, symbol::T;

using Json = nlohmann::ordered_json;

TEST_CASE("formula_data: every kind of node, with numbers of any size as digits") {
  const Json T_data{{"kind", "symbol"}, {"symbol", "T"}};
  CHECK(formula_data(T) == T_data);
  CHECK(formula_data(Formula(Count("123456789012345678901234567890"))) ==
        Json{{"kind", "number"}, {"number", "123456789012345678901234567890"}});
  CHECK(formula_data(3 * T * T) ==
        Json{{"kind", "product"}, {"number", "3"}, {"parts", {T_data, T_data}}});
  CHECK(formula_data(T / 2) == Json{{"kind", "quotient"}, {"number", "2"}, {"parts", {T_data}}});
  const Json sum = formula_data(T - 1);
  CHECK(sum["kind"] == "sum");
  CHECK(sum["negative"] == Json{false, true});
  const Json choice = formula_data(if_at_most(T, 4, 1, T));
  CHECK(choice["kind"] == "choice");
  CHECK(choice["parts"].size() == 4);
}

TEST_CASE("formula_data: a divisor that is no number is a second part") {
  const Json json = formula_data(d / h);
  CHECK(json["parts"].size() == 2);
  CHECK(json["parts"][1]["symbol"] == "h");
}
