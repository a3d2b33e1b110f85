#include "grading/report/harmless_text.hpp"

#include <nlohmann/json.hpp>

#include "support/catch.hpp"
#include "support/csv_records.hpp"
#include "support/json.hpp"
#include "support/shown_safely.hpp"
#include "support/small_gradebook.hpp"

using namespace attn;

TEST_CASE("harmless_lines: what cannot be seen is replaced by what can",
          "[grading][harmless_text]") {
  CHECK(harmless_lines("plain 山田 👩‍💻") == "plain 山田 👩‍💻");
  CHECK(harmless_lines("\x1B[31mred") == "␛[31mred");
  CHECK(harmless_lines(std::string("a\0b\x7F", 4)) == "a␀b␡");
  CHECK(harmless_lines("a\xFF"
                       "b") ==
        "a\uFFFD"
        "b");
  CHECK(harmless_lines("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
  CHECK(harmless_lines("a\u202Eb\u0085c\uFFFEd") == "a⟨U+202E⟩b⟨U+0085⟩c⟨U+FFFE⟩d");
  CHECK(harmless_lines("a\tb") == "a  b");
  CHECK(harmless_lines("a\r\nb\rc\n") == "a\nb␍c\n");
  CHECK(harmless_lines("") == "");
}

TEST_CASE("harmless_line: names that differ in what is not seen look different",
          "[grading][harmless_text]") {
  CHECK(harmless_line("ana\u200B") == "ana⟨U+200B⟩");
  CHECK(harmless_line("an\u200Da") == "an⟨U+200D⟩a");
  CHECK(harmless_line("猫\u200C") == "猫⟨U+200C⟩");
  CHECK(harmless_line("ana\u3164") == "ana⟨U+3164⟩");
  CHECK(csv_field("\u202Eana") != csv_field("\u200Bana"));
  CHECK(markdown_text("ana\u2060") == "ana⟨U+2060⟩");
}

TEST_CASE("harmless_line: stays on its line", "[grading][harmless_text]") {
  CHECK(harmless_line("a\r\nb\nc\td\r") == "a␤b␤c␉d␍");
}

TEST_CASE("harmless_lines: no log takes a line for a command", "[grading][harmless_text]") {
  CHECK(harmless_lines("::set-output name=x::y") == ": :set-output name=x::y");
  CHECK(harmless_lines("a\n \u3000::error::b") == "a\n \u3000: :error::b");
  CHECK(harmless_lines("std::vector") == "std::vector");
  CHECK(harmless_lines("a ##[error]b") == "a # #[error]b");
  CHECK(harmless_lines("###[error]") == "## #[error]");
  CHECK(harmless_lines("##teamcity[x ##vso[y") == "# #teamcity[x # #vso[y");
  CHECK(harmless_lines("## heading [1]") == "## heading [1]");
}

TEST_CASE("harmless_lines: leaves nothing to obey in any text", "[grading][harmless_text]") {
  for (const std::string& text : hostile_texts()) {
    INFO(text);
    CHECK(obeyed_in(harmless_lines(text)) == "");
    CHECK(obeyed_in(harmless_line(text)) == "");
    CHECK(harmless_line(text).find('\n') == std::string::npos);
  }
}

TEST_CASE("markdown_text: is text, and can still be read", "[grading][harmless_text]") {
  CHECK(markdown_text("two_words.txt (1), 3.5-a & b!") == "two_words.txt (1), 3.5-a & b!");
  CHECK(markdown_text("*x* _y_ `z`") == "\\*x\\* \\_y\\_ \\`z\\`");
  CHECK(markdown_text("<b> &lt; [a](b) a|b $x$ ~~c~~ \\") ==
        "&lt;b> &amp;lt; \\[a\\](b) a\\|b \\$x\\$ \\~\\~c\\~\\~ \\\\");
  CHECK(markdown_text("# a") == "\\# a");
  CHECK(markdown_text("- a") == "\\- a");
  CHECK(markdown_text("12. a") == "12\\. a");
  CHECK(markdown_text("1) a") == "1\\) a");
  CHECK(markdown_text("---") == "\\---");
  CHECK(markdown_text("> a") == "\\> a");
  CHECK(markdown_text("12 a") == "12 a");
  CHECK(markdown_text("0.71 0.29") == "0.71 0.29");
  CHECK(markdown_text("-0.5") == "-0.5");
}

TEST_CASE("markdown_block: no line ends the fence", "[grading][harmless_text]") {
  CHECK(markdown_block("a\n\n") == "```text\na\n```\n");
  CHECK(markdown_block("```\n# out") == "````text\n```\n# out\n````\n");
  CHECK(markdown_block("a ````` b") == "``````text\na ````` b\n``````\n");
}

TEST_CASE("csv_field: a strict reader gets the text, a spreadsheet no formula",
          "[grading][harmless_text]") {
  CHECK(csv_field("a,\"b\"") == "\"a,\"\"b\"\"\"");
  CHECK(csv_field("") == "\"\"");
  for (const char* const formula :
       {"=1+1", "+1", "-1", "@x", "\t=1", "\r=1", "\n=1", " =1", "＝1"}) {
    INFO(formula);
    CHECK(csv_field(formula).starts_with("\"'"));
  }
  for (const std::string& text : hostile_texts()) {
    const auto records = csv_records(csv_field(text) + "," + csv_field(text) + "\r\n");
    REQUIRE(records.size() == 1);
    REQUIRE(records[0].size() == 2);
    CHECK(records[0][0].find(harmless_line(text)) <= 1);
    CHECK(obeyed_in(csv_field(text)) == "");
  }
}

TEST_CASE("harmless_json: means the same", "[grading][harmless_text]") {
  for (const std::string& text : hostile_texts()) {
    const std::string document =
        nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    const std::string shown = harmless_json(document);
    CHECK(json_of(shown) == json_of(document));
    CHECK(obeyed_in(shown) == "");
  }
  CHECK(harmless_json("\"##[x \u202E \U000E0041\"") == R"("#\u0023[x \u202e \udb40\udc41")");
}
