#include "render/html/html_page.hpp"

#include "support/catch.hpp"
#include "support/command.hpp"
#include "support/parsed_html.hpp"

using namespace attn;

namespace {

std::size_t times(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++n;
  return n;
}

}  // namespace

TEST_CASE("html_document: without a script, none may run", "[render][html_page]") {
  const std::string html = html_document(
      {.language = "ja", .title = "1 < 2", .style = sheet_style(), .body = "<p>x</p>\n"});
  CHECK_THAT(html, Catch::Matchers::StartsWith("<!DOCTYPE html>\n<html lang=\"ja\">\n"));
  CHECK_THAT(html, ContainsSubstring("<title>1 &lt; 2</title>"));
  CHECK_THAT(html, ContainsSubstring("default-src 'none'"));
  CHECK_THAT(html, ContainsSubstring("style-src '" + std::string(sheet_style().hash) + "'"));
  CHECK(times(html, "script") == 0);
  CHECK(ParsedHtml(html).text("//p") == "x");
}

TEST_CASE("html_document: its script is the one that the policy names", "[render][html_page]") {
  const std::string html =
      html_document({.style = page_style(),
                     .script = attention_script(),
                     .body = "<main></main>\n",
                     .data = R"json({"title":"</script><script>alert(1)"})json"});
  CHECK_THAT(html, ContainsSubstring("script-src '" + std::string(attention_script().hash) + "'"));
  CHECK_THAT(html, ContainsSubstring("trusted-types 'none'"));
  CHECK(times(html, "<script") == 2);  // the data and the program's own
  CHECK(times(html, "</script>") == 2);
  CHECK_THAT(html,
             ContainsSubstring("<script>" + std::string(attention_script().text) + "</script>"));
}

TEST_CASE("html_document: the title is no markup", "[render][html_page]") {
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const std::string html = html_document({.title = text, .style = sheet_style()});
    CHECK(times(html, "<title>") == 1);
    CHECK(times(html, "<script") == 0);
    CHECK(times(html, "<body>") == 1);
    CHECK(html.find("<title>") < html.find("</title>"));
    CHECK(times(html, "</title>") == 1);
  }
}

TEST_CASE("page files: a hash is that of its text", "[render][html_page]") {
  const TemporaryFolder folder;
  for (const PageFile& file : {attention_script(), page_style(), sheet_style()}) {
    const std::string hash(file.hash);
    REQUIRE(hash.starts_with("sha256-"));
    folder.file("text", std::string(file.text));
    folder.file("hash", hash.substr(std::string("sha256-").size()));
    const CommandResult result = run_command(
        "sha256sum < text | cut -d ' ' -f 1; base64 -d hash | od -An -v -tx1 | tr -d ' \\n'",
        folder.path());
    const std::size_t end = result.out.find('\n');
    CHECK(end == 64);
    CHECK(result.out.substr(0, end) == result.out.substr(end + 1));
  }
}

TEST_CASE("page files: none ends the element that it stands in", "[render][html_page]") {
  for (const PageFile& file : {attention_script(), page_style(), sheet_style()})
    for (const char* end : {"</script", "</style"})
      CHECK(file.text.find(end) == std::string_view::npos);
}
