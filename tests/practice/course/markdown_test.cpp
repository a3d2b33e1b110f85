#include "base/message.hpp"
#include "practice/course/course.hpp"
#include "support/catch.hpp"
#include "support/practice_exercise.hpp"

namespace {

// Names that begin with a capital letter are matrices, the others numbers.
Placeholders placeholders() {
  return {.piece = [](const std::string& name) -> Piece {
            if (name == "nothing") throw InputError("there is no " + name);
            if (name.front() >= 'a') return LabelledLine{name, "7"};
            return MatrixRow{{MarkedMatrix{.title = name, .value = {{1, 2}}}}};
          },
          .text = [](const std::string& name) { return name == "words" ? "The, cat" : "7"; }};
}

Document page(const std::string& markdown) { return read_markdown(markdown, placeholders()); }

template <typename T>
T only(const std::string& markdown) {
  const Document document = page(markdown);
  REQUIRE(document.pieces.size() == 1);
  return std::get<T>(document.pieces.front());
}

std::string paragraph_of(const std::string& markdown) { return only<Paragraph>(markdown).text; }

std::vector<std::string> titles(const Piece& piece) {
  std::vector<std::string> result;
  for (const MarkedMatrix& matrix : std::get<MatrixRow>(piece).matrices)
    result.push_back(matrix.title);
  return result;
}

TEST_CASE("read_markdown: headings have their level") {
  const Document document = page("# One\n\n## Two `x y`\n\nThree\n-----\n");
  REQUIRE(document.pieces.size() == 3);
  CHECK(std::get<Heading>(document.pieces[0]).text == "One");
  CHECK(std::get<Heading>(document.pieces[0]).level == 1);
  CHECK(std::get<Heading>(document.pieces[1]).text == "Two x\u00a0y");
  CHECK(std::get<Heading>(document.pieces[2]).level == 2);
}

TEST_CASE("read_markdown: a paragraph is plain text") {
  CHECK(paragraph_of("The *cat* **sat** on `the mat`.") == "The cat sat on the\u00a0mat.");
  CHECK(paragraph_of("n_q and n_k, 2 < 3, S = Q Kᵀ / √d_k") ==
        "n_q and n_k, 2 < 3, S = Q Kᵀ / √d_k");
  CHECK(paragraph_of("see [the paper](https://example.org/a)") ==
        "see the paper (https://example.org/a)");
  CHECK(paragraph_of("<https://example.org>") == "https://example.org");
  CHECK(page("").pieces.empty());
}

TEST_CASE("read_markdown: line ends of the source are spaces, but not in Japanese") {
  CHECK(paragraph_of("one\ntwo") == "one two");
  CHECK(paragraph_of("スコアを\n計算します。\nQ は") == "スコアを計算します。Q は");
  CHECK(paragraph_of("次は\nQ です") == "次は Q です");
  CHECK(paragraph_of("one  \ntwo") == "one\ntwo");
}

TEST_CASE("read_markdown: lists in lists") {
  const Document document = page("- a\n- b\n  c\n\n  more\n\n  2. d\n  3. e\n\n-\n");
  std::vector<std::string> items;
  for (const Piece& piece : document.pieces) {
    const auto& item = std::get<ListItem>(piece);
    items.push_back(std::to_string(item.depth) + " " + item.marker + " " + item.text);
  }
  CHECK(items ==
        std::vector<std::string>{"0 - a", "0 - b c", "0  more", "1 2. d", "1 3. e", "0 - "});
}

TEST_CASE("read_markdown: code stays as it is") {
  CHECK(only<CodeBlock>("```\nattn attend  \"*a*\"\n\n\tS = {{d_k}}\n```\n").lines ==
        std::vector<std::string>{"attn attend  \"*a*\"", "", "  S = 7"});
  const Document document = page("- ```\n  x\n  ```\n");
  REQUIRE(document.pieces.size() == 2);
  CHECK(std::get<ListItem>(document.pieces[0]).marker == "-");
}

TEST_CASE("read_markdown: names in sentences and in code are filled in") {
  CHECK(paragraph_of("d_k is {{d_k}}, the words are {{ words }}.") ==
        "d_k is 7, the words are The, cat.");
  CHECK(paragraph_of("`{{words}}` {{a}}") == "The,\u00a0cat 7");
  CHECK(paragraph_of("a {{ b") == "a {{ b");
}

TEST_CASE("read_markdown: names alone on a line stand side by side") {
  CHECK(titles(only<MatrixRow>("{{Q}}")) == std::vector<std::string>{"Q"});
  CHECK(titles(only<MatrixRow>("  {{Q}} {{W_K}}\t{{V}}\n")) ==
        std::vector<std::string>{"Q", "W_K", "V"});
  const Document rows = page("{{Q}} {{K}}\n{{V}} {{d_k}}");
  REQUIRE(rows.pieces.size() == 3);
  CHECK(titles(rows.pieces[0]) == std::vector<std::string>{"Q", "K"});
  CHECK(std::get<LabelledLine>(rows.pieces[1]).label == "d_k");
  CHECK(titles(rows.pieces[2]) == std::vector<std::string>{"V"});
  CHECK(paragraph_of("`{{Q}}`") == "7");
  CHECK(page("- {{Q}}").pieces.size() == 2);
}

TEST_CASE("read_markdown: refuses what a page cannot show") {
  const std::string rest =
      ", which a page cannot show: write paragraphs, headings, lists, tables and code";
  CHECK_THROWS_WITH(page("a\n\nb ![x](y)"), "line 3 has an image" + rest);
  CHECK_THROWS_WITH(page("<b>"), "line 1 has HTML" + rest);
  CHECK_THROWS_WITH(page("\n<div>"), "line 2 has HTML" + rest);
  CHECK_THROWS_WITH(page("> a"), "line 1 has a quote" + rest);
  CHECK_THROWS_WITH(page("***"), "line 1 has a rule" + rest);
  CHECK_THROWS_AS(page("{{nothing}}"), InputError);
}

TEST_CASE("read_markdown: a table of GitHub's") {
  const Table table = only<Table>(
      "| word | *share* |\n|------|--------:|\n| 猫 `a b` | {{d_k}} |\n| x \\| y | |\n");
  CHECK(table.n_text_columns == 1);
  CHECK(table.columns.at(0).title == "word");
  CHECK(table.columns.at(1).title == "share");
  REQUIRE(table.rows.size() == 2);
  const auto text = [&table](std::size_t row, std::size_t column) {
    return std::get<cell::Text>(table.rows.at(row).at(column)).text;
  };
  CHECK(text(0, 0) == "猫 a\u00a0b");
  CHECK(text(0, 1) == "7");
  CHECK(text(1, 0) == "x | y");
  CHECK(text(1, 1).empty());
  CHECK(only<Table>("| a | b |\n|---|:-:|\n").n_text_columns == 2);
  CHECK(page("- a\n\n  | b |\n  |---|\n  | c |\n\nd").pieces.size() == 3);
  CHECK(page("not | a\ntable | b").pieces.size() == 1);
}

TEST_CASE("read_markdown: a formula between dollar signs is refused at its place") {
  const std::string rest =
      ": a formula between dollar signs cannot be shown. Write it in characters (√d_k), or in code "
      "quotes; \\$ is a dollar.";
  CHECK_THROWS_WITH(page("a\n\nthe width\nof 重み $d_k$ is 2"), "line 4, column 7" + rest);
  CHECK_THROWS_WITH(page("# On $x$"), "line 1, column 6" + rest);
  CHECK_THROWS_WITH(page("- a\n- $$x$$"), "line 2, column 3" + rest);
  CHECK_THROWS_WITH(page("| a |\n|---|\n| $x$ |"), "line 3, column 3" + rest);
  CHECK(paragraph_of("`$x$` costs \\$5, or $6 and $7") == "$x$ costs $5, or $6 and $7");
  CHECK(page("```\n$x$\n```\n").pieces.size() == 1);
}

TEST_CASE("read_markdown: nothing in a page commands the terminal") {
  CHECK(paragraph_of("a\033[2Jb\x7f") == "a?[2Jb?");
  CHECK(paragraph_of("a\u0085√猫") == "a?√猫");
  CHECK(paragraph_of("a\u009b2J") == "a?2J");
  CHECK(paragraph_of("a\u202eb") == "a?b");  // which would turn the line round
  CHECK(only<CodeBlock>("    a\033c").lines == std::vector<std::string>{"a?c"});
  CHECK(paragraph_of("\xff") == "\ufffd");
}

using Strings = std::vector<std::string>;

std::string text_of(const std::string& name, bool has_answers = true) {
  Worksheet worksheet(practice_exercise());
  return page_values(worksheet, has_answers).text(name);
}

MarkedMatrix matrix_of(const std::string& name) {
  Worksheet worksheet(practice_exercise());
  return page_matrix(worksheet, name);
}

TEST_CASE("page_values: numbers, words and answers in a sentence") {
  CHECK(text_of("d_k") == "4");
  CHECK(text_of("words") == "cat, sat");
  CHECK(text_of("Q") == "1 2 0 1; 0 1 1 0");
  CHECK(text_of("why") == "b  the variance becomes 1");
  CHECK(text_of("strongest") == "cat->sat");
}

TEST_CASE("page_values: a number has the digits that its question asks for, or those of its name") {
  const Exercise exercise = read_manifest(R"toml(
format_version = 1
id = "x"
title = { en = "x", ja = "x" }
[given]
third = 0.3333333
half = 0.5
[[field]]
name = "sixth"
kind = "number"
ask = { en = "y", ja = "y" }
value = "third / 2"
decimals = 3
[[field]]
name = "ninth"
kind = "number"
ask = { en = "y", ja = "y" }
value = "third^2"
significant = 2
)toml",
                                          "exercise.toml");
  Worksheet worksheet(exercise);
  const Placeholders values = page_values(worksheet, true);
  CHECK(values.text("sixth") == "0.167");
  CHECK(values.text("ninth") == "0.11");
  CHECK(values.text("third") == "0.333333");
  CHECK(values.text("third:2") == "0.33");
  CHECK(values.text("half:3") == "0.5");
  CHECK_THROWS_WITH(values.text("third:x"),
                    "the page shows third:x, which the exercise does not have");
}

TEST_CASE("page_values: alone, a matrix is drawn and everything else is named") {
  Worksheet worksheet(practice_exercise());
  const Placeholders values = page_values(worksheet, true);
  CHECK(std::get<MatrixRow>(values.piece("Q")).matrices.front().title == "Q");
  CHECK(std::get<LabelledLine>(values.piece("d_k")).text == "4");
  CHECK(std::get<LabelledLine>(values.piece("words")).label == "words");
  CHECK(std::get<LabelledLine>(values.piece("strongest")).text == "cat->sat");
}

TEST_CASE("page_values: refuses what does not exist, and answers in a prompt") {
  CHECK_THROWS_WITH(text_of("d_kk"), "the page shows d_kk, which the exercise does not have");
  CHECK_THROWS_WITH(text_of("scores", false),
                    "scores is an answer that is asked for: only the solution may show it");
  try {
    text_of("d_kk");
    FAIL();
  } catch (const InputError& error) {
    CHECK(error.hints == Strings{"Did you mean d_k?"});
  }
}

TEST_CASE("page_matrix: rows have the only words that are as many") {
  CHECK(matrix_of("Q").rows.labels == Strings{"cat", "sat"});
  CHECK(matrix_of("Q").cols.labels.empty());
  CHECK(matrix_of("scores").cols.labels == Strings{"cat", "sat"});
  CHECK(matrix_of("output").rows.labels.empty());  // its field has no labels
  CHECK(matrix_of("Q").precision == 0);
  CHECK(matrix_of("weights").precision == 3);
}

TEST_CASE("page_matrix: two lists of as many words label nothing, shares have their words twice") {
  const Exercise exercise = read_manifest(R"toml(
format_version = 1
id = "x"
title = { en = "x", ja = "x" }
[given]
words = ["a", "b"]
others = ["c", "d", "e"]
more = ["f", "g", "h"]
A = [[0.25, 0.75], [1, 0]]
B = [[0.125, 2], [1, 0]]
C = [[1, 2], [3, 4], [5, 6]]
[[field]]
name = "y"
kind = "number"
ask = { en = "y", ja = "y" }
value = "cell(A, 0, 0)"
)toml",
                                          "exercise.toml");
  Worksheet worksheet(exercise);
  CHECK(page_matrix(worksheet, "A").cols.labels == Strings{"a", "b"});
  CHECK(page_matrix(worksheet, "A").precision == 2);
  CHECK(page_matrix(worksheet, "B").rows.labels == Strings{"a", "b"});
  CHECK(page_matrix(worksheet, "B").cols.labels.empty());
  CHECK(page_matrix(worksheet, "C").rows.labels.empty());
}

TEST_CASE("find_dollar_formula: formulas, and where they begin") {
  CHECK(find_dollar_formula("$x$") == 0);
  CHECK(find_dollar_formula("the $d_k$ of") == 4);
  CHECK(find_dollar_formula("a $$\nx + y\n$$") == 2);
  CHECK(find_dollar_formula("`code` $x$, $y$") == 7);
  CHECK(find_dollar_formula("` $x$") == 2);  // quotes that are never closed
  CHECK(find_dollar_formula("``a ` $x$`` $y$") == 12);
}

TEST_CASE("find_dollar_formula: prices and code are none") {
  for (const char* text : {"", "$", "a$", "$5", "$5 and $6", "cost: 5$ or 6 $.", "`$x$`", "\\$x$",
                           "$x\\$", "$ x $", "$$", "$$ x", "`` `$x$` ``", "\\"})
    CHECK_FALSE(find_dollar_formula(text));
}

using Strings = std::vector<std::string>;

TEST_CASE("find_placeholder: the first whole one from a place on") {
  const auto place = find_placeholder("a {{ d_k }} {{n}}", 0);
  REQUIRE(place);
  CHECK(place->begin == 2);
  CHECK(place->end == 11);
  CHECK(place->name == "d_k");
  CHECK(find_placeholder("a {{ d_k }} {{n}}", 3)->name == "n");
  CHECK_FALSE(find_placeholder("{{ d_k }", 0));
  CHECK(find_placeholder("{{}}", 0)->name.empty());
}

TEST_CASE("placeholders_alone: no other text may stand beside them") {
  CHECK(placeholders_alone(" {{Q}} {{K}}\t") == Strings{"Q", "K"});
  CHECK(placeholders_alone("{{Q}}, {{K}}").empty());
  CHECK(placeholders_alone("").empty());
}

TEST_CASE("joined_lines: a line end is a space where the language has spaces") {
  CHECK(joined_lines("one\ntwo") == "one two");
  CHECK(joined_lines("重み\nです") == "重みです");
  CHECK(joined_lines("重み\nW") == "重み W");
  CHECK(joined_lines("です。\nW") == "です。W");
  CHECK(joined_lines("one\n") == "one");
  CHECK(joined_lines(std::string("a") + kHardBreak + "b") == "a\nb");
}

}  // namespace
