#include "render/html/html_text.hpp"

#include "support/catch.hpp"
#include "support/json.hpp"
#include "support/parsed_html.hpp"

using namespace attn;

TEST_CASE("html_text: what would be markup stays text", "[render][html_text]") {
  CHECK(html_text("a < b && c > \"d\" or 'e'") ==
        "a &lt; b &amp;&amp; c &gt; &quot;d&quot; or &#39;e&#39;");
  CHECK(html_text("") == "");
  CHECK(html_text("猫 √d_k · Kᵀ 🙂") == "猫 √d_k · Kᵀ 🙂");
}

TEST_CASE("html_text: what cannot be seen is written as its code", "[render][html_text]") {
  CHECK(html_text("abc\u202Ecba") == "abcU+202Ecba");
  CHECK(html_text("x\u2028y\u2029z") == "xU+2028yU+2029z");
  CHECK(html_text(std::string("\0\x1B[2J\x7F", 6)) == "U+0000U+001B[2JU+007F");
  CHECK(html_text("\uFEFFa\u200B") == "U+FEFFaU+200B");
}

TEST_CASE("html_text: lines, tabs, no-break spaces and joiners stay", "[render][html_text]") {
  for (const std::string text : {"a\nb\tc", "attn\u00A0exercise", "👩\u200D💻", "می\u200Cخواهم"})
    CHECK(html_text(text) == text);
}

TEST_CASE("html_text: a byte that is not UTF-8 becomes the sign for it", "[render][html_text]") {
  CHECK(html_text("a\xFF\xC3z") == "a\uFFFD\uFFFDz");
}

TEST_CASE("html_text: between tags and in an attribute a hostile text is read as it was",
          "[render][html_text]") {
  for (const std::string& text : hostile_words()) {
    CAPTURE(text);
    const ParsedHtml html("<p title=\"" + html_text(text) + "\">" + html_text(text) + "</p>");
    CHECK(html.names() == std::set<std::string>{"html", "p", "@title"});
    CHECK(html.text("//p") == html.all("//p").front().attribute("title").value());
    if (text.find('<') != std::string::npos) CHECK(html.text("//p") == text);
  }
}

TEST_CASE("json_in_html: means the same, and ends no script", "[render][html_text]") {
  for (const std::string& text : hostile_words()) {
    if (text.front() == '\xFF') continue;  // is no JSON
    const nlohmann::json value{{"tokens", {text, text}}, {text, 1}};
    const std::string html = json_in_html(value.dump());
    CAPTURE(html);
    CHECK(json_of(html) == value);
    CHECK(html.find('<') == std::string::npos);
    CHECK(html.find("\u2028") == std::string::npos);
    CHECK(html.find("\u2029") == std::string::npos);
  }
}
