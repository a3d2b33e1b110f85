#include <nlohmann/json.hpp>

#include "browser/written_page.hpp"
#include "render/html/html.hpp"
#include "render/page/stages_page.hpp"
#include "support/catch.hpp"
#include "support/command.hpp"

namespace {

// Each would do something if it were taken for more than a word: x() would be called.
const std::vector<std::string> kHostile{
    // Markup.
    "<script>x()</script>", "</script><script>x()", "</SCRIPT >", "<!--<script>", "-->", "]]>",
    "</style>", "</title>", "</noscript><img src=x onerror=x()>", "<svg onload=x()>",
    "<base href=//e.x>", "<meta http-equiv=refresh content=0;url=//e.x>",
    // Quotes and entities.
    "\"", "'", "`", "&lt;", "&amp;lt;", "\" onfocus=x() a=\"", "\\u003cb", "\\",
    // Templates, and names that objects have.
    "__DATA__", "$&", "${x()}", "{0}%n", "__proto__", "constructor",
    // Shells, styles, addresses.
    "$(x)", "';x;'", "--help", "}*{display:none}", "javascript:x()",
    // Unicode.
    "\u202eabc", "\u2066a", "\xED\xA0\x80", std::string("a\0b", 3), "a\u2028b",
    "\U0001F468\u200D\U0001F469\u200D\U0001F467", "\u304B\u3099",
    "e\u0301\u0301\u0301\u0301\u0301\u0301", std::string(2000, 'x')};

Trace hostile_trace(const std::vector<std::string>& words) {
  const auto n = words.size();
  const Axis query{"query", words}, key{"key", words};
  Trace trace{.command = "attend",
              .title = words[0],
              .about = words[1],
              .source = words[2],
              .query_tokens = words,
              .key_tokens = words,
              .notes = words,
              .warnings = {words[3]}};
  arma::mat weights(n, n, arma::fill::eye);
  trace.record({.id = "weights",
                .group = words[4],
                .symbol = "A",
                .formula = words[5],
                .value = weights,
                .rows = query,
                .cols = key,
                .note = words[8],
                .rule = Shares{}});
  Table table{.id = "words", .title = words[9], .columns = {{"a", words[10]}, {"b", words[11]}}};
  for (const std::string& word : words) table.rows.push_back({cell::name(word), cell::name(word)});
  trace.tables.push_back(table);
  return trace;
}

std::string page_of(const Trace& trace, const PageCommand& command) {
  return stages_page(stages_in_language(trace, {}, true), trace, command, "en");
}

}  // namespace

TEST_CASE("hostile words: they stay words, wherever they stand in a page") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const TemporaryFolder folder;
  const std::string path = folder.file(
      "page.html",
      page_of(hostile_trace(kHostile), {.name = "attend", .words = kHostile, .settings = {}}));
  for (const bool runs_scripts : {true, false}) {
    Tab tab(*browser, path, {.runs_scripts = runs_scripts});
    CHECK(tab.complaints() == std::vector<std::string>{});
    CHECK(tab.requests() == std::vector<std::string>{});
    CHECK(tab.value("document.scripts.length") == 2);  // the data and the script
    CHECK(tab.value("document.querySelectorAll('img, base, iframe, object, link').length") == 0);
    CHECK(tab.value("document.title") == "attn attend " + kHostile[0]);
  }
  Tab tab(*browser, path);
  const Json shown = tab.value(
      "[...document.querySelectorAll('section.facts tbody tr')].map(row => "
      "row.firstElementChild.textContent)");
  REQUIRE(shown.size() == kHostile.size());
  for (std::size_t i = 0; i < kHostile.size(); ++i) {
    INFO(i);
    const std::string& word = kHostile[i];
    const Json expected = word == "\u202eabc"              ? "U+202Eabc"
                          : word == "\u2066a"              ? "U+2066a"
                          : word == "\xED\xA0\x80"         ? "\uFFFD\uFFFD\uFFFD"
                          : word == std::string("a\0b", 3) ? "aU+0000b"
                          : word == "a\u2028b"             ? "aU+2028b"
                                                           : word;
    CHECK(shown[i] == expected);
  }
  // Labels of rows and columns, in the window that is shown.
  const Json labels = tab.value(
      "[...document.querySelectorAll('table[role=grid] tbody th')].map(one => one.textContent)");
  for (std::size_t i = 0; i < labels.size(); ++i) CHECK(labels[i] == shown[i]);
}

TEST_CASE("hostile words: the command passes through a shell as it is") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  const TemporaryFolder folder;
  std::vector<std::string> words;
  for (const std::string& word : kHostile)
    if (word.find('\0') == std::string::npos && word != "\xED\xA0\x80") words.push_back(word);
  const std::string path = folder.file(
      "page.html",
      page_of(hostile_trace(kHostile), {.name = "attend", .words = words, .settings = {}}));
  Tab tab(*browser, path);
  const std::string line = tab.text("#command");
  const CommandResult result =
      run_command("attn() { printf '%s\\n' \"$@\"; }; " + line, folder.path());
  std::string expected = "attend\n";
  for (const std::string& word : words) expected += word + "\n";
  CHECK(result.out == expected);
  CHECK(result.err.empty());
}

TEST_CASE("hostile words: typed as tokens they are shown, or refused") {
  Browser* browser = browser_for_tests();
  if (!browser) return;
  for (const std::string& word : kHostile) {
    if (word.find('\0') != std::string::npos || word.find('\'') != std::string::npos) continue;
    const TemporaryFolder folder;
    const std::string command =
        "attn attend --tokens 'cat|" + word + "' -o page.html --color never";
    const CommandResult result = run_command(command, folder.path());
    INFO(word.substr(0, 40));
    if (result.exit_code != 0) {
      CHECK(result.exit_code == 2);
      continue;
    }
    Tab tab(*browser, folder.path("page.html"));
    CHECK(tab.value("[...document.querySelectorAll('table[role=grid] tbody th')].at(-1)"
                    ".textContent") == word);
    CHECK(tab.complaints() == std::vector<std::string>{});
  }
}
