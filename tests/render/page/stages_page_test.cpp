#include "render/page/stages_page.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"

using namespace attn;

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

}  // namespace

TEST_CASE("stages_page: one document with its policy, its data and plain tables",
          "[render][page]") {
  const std::string html = page();
  CHECK(html.starts_with("<!DOCTYPE html>\n<html lang=\"ja\">"));
  CHECK(html.find("Content-Security-Policy") < html.find("<style>"));
  CHECK(html.find("<noscript>") != std::string::npos);
  CHECK(html.find("<td>.750</td>") != std::string::npos);
  CHECK(html == page());
}

TEST_CASE("stages_page: what somebody wrote ends no script", "[render][page]") {
  const std::string html = page();
  const std::size_t data = html.find("id=\"data\">");
  REQUIRE(data != std::string::npos);
  const std::string json = html.substr(data + 10, html.find("</script>", data) - data - 10);
  CHECK(json.find('<') == std::string::npos);
  const nlohmann::json parsed = nlohmann::json::parse(json);
  CHECK(parsed["stages"][0]["rows"]["labels"][0] == "</script>");
  CHECK(parsed["command"]["words"][1] == "</script>|y");
}
