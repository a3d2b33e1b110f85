#include "render/page/stages_page.hpp"

#include <nlohmann/json.hpp>

#include "mechanisms/attention/attention.hpp"
#include "mechanisms/mask/mask.hpp"
#include "render/page/costs_page.hpp"
#include "support/catch.hpp"

namespace {

Trace small_trace() {
  Trace trace{.command = "attend", .title = "<b>"};
  trace.record({.id = "weights",
                .symbol = "A",
                .formula = "A",
                .value = {{0.25, 0.75}},
                .rows = {"query", {"</script>"}},
                .cols = {"key", {"x", "y"}},
                .rule = Shares{}});
  return trace;
}

std::string page() {
  const Trace trace = small_trace();
  return stages_page(stages_in_language(trace, {}, true), trace,
                     {.name = "attend", .words = {"--tokens", "</script>|y"}}, "ja");
}

TEST_CASE("stages_page: one document with its policy, its data and plain tables") {
  const std::string html = page();
  CHECK(html.starts_with("<!DOCTYPE html>\n<html lang=\"ja\">"));
  CHECK(html.find("Content-Security-Policy") < html.find("<style>"));
  CHECK(contains(html, "<noscript>"));
  CHECK(contains(html, "<td>.750</td>"));
  CHECK(html == page());
}

TEST_CASE("stages_page: what somebody wrote ends no script") {
  const std::string html = page();
  const std::size_t data = html.find("id=\"data\">");
  REQUIRE(data != std::string::npos);
  const std::string json = html.substr(data + 10, html.find("</script>", data) - data - 10);
  CHECK(json.find('<') == std::string::npos);
  const nlohmann::json parsed = nlohmann::json::parse(json);
  CHECK(parsed["stages"][0]["rows"]["labels"][0] == "</script>");
  CHECK(parsed["command"]["words"][1] == "</script>|y");
}

using Json = nlohmann::ordered_json;

AttentionProblem small_problem() {
  AttentionProblem problem;
  problem.tensors = Projected{.Q = {{1, 0}, {0, 1}}, .K = {{1, 1}, {0, 2}}, .V = {{4, 0}, {0, 8}}};
  problem.query_tokens = problem.key_tokens = {"a", "b"};
  return problem;
}

Json stage_named(const Json& data, const std::string& id) {
  for (const Json& stage : data["stages"])
    if (stage["id"] == id) return stage;
  return nullptr;
}

TEST_CASE("stages_data: numbers travel of what the page cannot compute, and of nothing else") {
  const Json data = stages_data(scaled_dot_product(small_problem()), {}, true);
  // 1.0 is 3F F0 and six zeros, the lowest byte first.
  CHECK(stage_named(data, "query")["data"] == "AAAAAAAA8D8AAAAAAAAAAAAAAAAAAAAAAAAAAAAA8D8=");
  for (const char* id : {"scores", "scaled", "masked", "weights", "output"})
    CHECK(!stage_named(data, id).contains("data"));
  CHECK(!stage_named(stages_data(scaled_dot_product(small_problem()), {}, false), "query")
             .contains("data"));
}

TEST_CASE("stages_data: the settings that a reader can change") {
  AttentionProblem problem = small_problem();
  CHECK(stages_data(scaled_dot_product(problem), {}, true)["scale"].dump() ==
        R"({"kind":"sqrt","factor":1.0,"temperature":1.0,"d_k":2})");
  problem.causal = true;
  problem.scale = {.kind = Scale::Kind::factor, .factor = 3.0, .temperature = 2.0};
  const Json data = stages_data(scaled_dot_product(problem), {}, true);
  CHECK(data["scale"].dump() == R"({"kind":"factor","factor":3.0,"temperature":2.0,"d_k":2})");
  CHECK(data["pattern"]["causal"] == true);
  problem.scale = {.kind = Scale::Kind::off};
  CHECK(stages_data(scaled_dot_product(problem), {}, true)["scale"]["kind"] == "off");
}

TEST_CASE("stages_data: a page opens where words meet, or where it is told") {
  const Trace trace = scaled_dot_product(small_problem());
  CHECK(stages_data(trace, {}, true)["first_stage"] == "scores");
  CHECK(stages_data(trace, {.stage = "output"}, true)["first_stage"] == "output");
  CHECK(stages_data(masking({.query_tokens = {"a"}, .key_tokens = {"a"}}), {},
                    true)["first_stage"] == "mask");
  CHECK(stages_data(Trace{.command = "mha"}, {}, true)["first_stage"] == "");
}

TEST_CASE("stages_data: a long text begins with Q, K and V") {
  const arma::uword n = 100, width = 300;
  AttentionProblem problem;
  problem.tensors = Embedded{.X = arma::mat(n, width, arma::fill::ones),
                             .W_Q = arma::mat(width, width, arma::fill::eye),
                             .W_K = arma::mat(width, width, arma::fill::eye),
                             .W_V = arma::mat(width, width, arma::fill::eye)};
  problem.query_tokens = problem.key_tokens = std::vector<std::string>(n, "w");
  const Json data = stages_data(scaled_dot_product(problem), {}, true);
  CHECK(data["begins_late"] == true);
  CHECK(data["stages"].front()["id"] == "query");
  CHECK(stage_named(data, "key").contains("data"));
  CHECK(!stage_named(data, "scores").contains("data"));
}

TEST_CASE("in_both_languages: a text that differs is both, all else stays") {
  const Json english{{"note", "one"}, {"id", "x"}, {"list", {"a", "b"}}, {"data", "AAAA"}};
  const Json japanese{{"note", "一"}, {"id", "x"}, {"list", {"a", "c"}}};
  CHECK(in_both_languages(english, japanese).dump() ==
        R"({"note":{"en":"one","ja":"一"},"id":"x","list":["a",{"en":"b","ja":"c"}],)"
        R"("data":"AAAA"})");
  CHECK(in_both_languages(japanese, english).contains("data"));
}

TEST_CASE("main_stages: those of the overview, or the first few") {
  Trace trace = scaled_dot_product(small_problem());
  CHECK(main_stages(trace).size() == 8);
  trace.overview = {"weights"};
  REQUIRE(main_stages(trace).size() == 1);
  CHECK(main_stages(trace).front()->id == "weights");
}

TEST_CASE("stages_data: the scale is what was asked for, whatever its number") {
  AttentionProblem problem = small_problem();
  problem.tensors =
      Projected{.Q = arma::vec{1, 2}, .K = arma::vec{1, 3}, .V = arma::vec{1, 2}};  // d_k = 1
  CHECK(stages_data(scaled_dot_product(problem), {}, true)["scale"]["kind"] == "sqrt");
  problem.scale = {.kind = Scale::Kind::off};
  CHECK(stages_data(scaled_dot_product(problem), {}, true)["scale"]["kind"] == "off");
  problem.scale = {.kind = Scale::Kind::factor, .factor = 0.1, .temperature = 3.0};
  CHECK(stages_data(scaled_dot_product(problem), {}, true)["scale"]["factor"] == 0.1);
}

TEST_CASE("stages_data: of scores that are given, the width of keys is what was said",
          "[render][page]") {
  GivenAttention problem;
  problem.given = {{1, 2}, {3, 4}};
  problem.query_tokens = problem.key_tokens = {"a", "b"};
  problem.d_k = 3;
  CHECK(stages_data(given_attention(problem), {}, true)["scale"]["d_k"] == 3);
  problem.d_k.reset();
  problem.scale.kind = Scale::Kind::off;
  CHECK(stages_data(given_attention(problem), {}, true)["scale"]["d_k"] == 0);
}

TEST_CASE("table_data: cells are what people read") {
  const Table table{.id = "measures",
                    .title = "What is measured",
                    .columns = {{"name", "measure"}, {"after", "after"}},
                    .rows = {{cell::Text{"accuracy", "accuracy"}, cell::Real{.value = 0.25}},
                             {cell::name("n"), cell::Missing{"-"}}},
                    .note = "A note."};
  Layout layout;
  const nlohmann::ordered_json data = table_data(table, layout);
  CHECK(data["columns"] == nlohmann::ordered_json{"measure", "after"});
  CHECK(data["rows"][0][1] == "0.250");
  CHECK(data["rows"][1][1] == "-");
  CHECK(data["note"] == "A note.");
  CHECK(tables_data({table, table}, layout).size() == 2);
}

TEST_CASE("title_line: one line, with dots in place of gaps and broken lines") {
  CHECK(title_line(" complexity   gpt2   batch 1\n   tokens 8\n") ==
        "complexity · gpt2 · batch 1 · tokens 8");
  CHECK(title_line("").empty());
}

}  // namespace
