#include "practice/answer/answer.hpp"

#include "base/text.hpp"
#include "practice/course/course.hpp"
#include "practice/formula/formula.hpp"
#include "support/catch.hpp"
#include "support/course_worksheets.hpp"
#include "support/matrix.hpp"
#include "support/practice_exercise.hpp"

namespace {

constexpr const char* kManifest = R"toml(
format_version = 1
id     = "numbers"
title  = { en = "Numbers", ja = "数" }

[given]
d_model = 512
n_heads = 8
X = [[1, 2]]

[define]
d_k      = "d_model / n_heads"
secret_k = "d_model * 3"
half     = "d_model / 2"

[[field]]
name  = "first"
kind  = "number"
ask   = { en = "What is d_k?", ja = "d_k は?" }
value = "d_k"

[[field]]
name  = "shape"
kind  = "matrix"
ask   = { en = "The shape.", ja = "形状。" }
value = "row_vector(d_model, n_heads)"

[[field]]
name  = "rough"
kind  = "matrix"
ask   = { en = "Roughly half of it.", ja = "およそ。" }
value = "row_vector(d_model, n_heads)"
absolute = 1

[[field]]
name  = "tens"
kind  = "number"
ask   = { en = "The angle, within 5.", ja = "角度。" }
value = "1000 / 3"
absolute = 5

[[field]]
name  = "tenths"
kind  = "number"
degrees = false
ask   = { en = "How far?", ja = "どれだけ?" }
value = "1000 / 3"
absolute = 0.05
)toml";

AnswerContext context_of(const std::string& field, const std::map<std::string, double>& answered) {
  static const Exercise exercise = read_manifest(kManifest, "exercise.toml");
  return answer_context(Worksheet(exercise), exercise.field(field), answered);
}

// The pages of an exercise as they are written, with {{names}} in them.
std::vector<std::string> pages_of(const Exercise& exercise) {
  std::vector<std::string> pages;
  const auto add = [&pages](const LocalText& page) {
    for (const auto& [language, text] : page.texts) pages.push_back(text);
  };
  add(exercise.pages.prompt);
  for (const LocalText& hint : exercise.pages.hints) add(hint);
  add(exercise.pages.solution);
  for (std::string& page : pages) {
    replace_all(page, "\n- ", ". ");
    replace_all(page, "\n", " ");
  }
  return pages;
}

// What a page says that {{name}} is, as "1 - 1/n" in "that is 1 - 1/n, here {{error}}"; "" where it
// says nothing of the kind.
std::string formula_before(std::string_view text) {
  for (const std::string_view link : {" = ", ", here ", " で、ここでは "}) {
    if (!text.ends_with(link)) continue;
    text.remove_suffix(link.size());
    std::size_t begin = 0;
    for (const std::string_view end :
         {"= ", ". ", ": ", ", ", "。", "、", "は ", "が ", "* ", "と "})
      if (const auto at = text.rfind(end); at != text.npos)
        begin = std::max(begin, at + end.size());
    return std::string(text.substr(begin));
  }
  return "";
}

std::map<std::string, double> accepted_names(const Worksheet& worksheet) {
  std::map<std::string, double> names;
  for (const Field& field : worksheet.exercise().fields)
    if (field.is_numeric()) names.merge(answer_context(worksheet, field, {}).names);
  return names;
}

// The formulas on its pages that have another value with the names as answers may use them.
std::string other_values(Worksheet worksheet, std::size_t& n_read) {
  std::string faults;
  const std::map<std::string, double> names = accepted_names(worksheet);
  for (const std::string& page : pages_of(worksheet.exercise()))
    for (auto at = page.find("{{"); at != page.npos; at = page.find("{{", at + 2)) {
      const std::string name = page.substr(at + 2, page.find_first_of("}:", at) - at - 2);
      const std::string formula = formula_before(std::string_view(page).substr(0, at));
      if (formula.find("{{") != formula.npos) continue;  // of a longer sum
      try {
        const double said = arithmetic_value(formula, names);
        const double value = worksheet.numbers(name)(0);
        ++n_read;
        if (std::abs(said - value) > 0.005 * std::max(1.0, std::abs(value)))
          faults += named(worksheet) + formula + " is not " + name + "\n";
      } catch (const InputError&) {
        // words, or a symbol that no answer may use
      }
    }
  return faults;
}

TEST_CASE("answer_context: a symbol has the value that the pages give it") {
  std::string faults;
  std::size_t n_read = 0;
  for (const Worksheet& worksheet : course_worksheets()) faults += other_values(worksheet, n_read);
  CHECK(faults == "");
  CHECK(n_read > 50);
}

TEST_CASE("answer_context: names that the page gives, and no others") {
  const AnswerContext context = context_of("shape", {});
  CHECK(context.names ==
        std::map<std::string, double>{{"d_k", 64}, {"d_model", 512}, {"n_heads", 8}});
}

TEST_CASE("answer_context: earlier answers by name, never its own") {
  CHECK(context_of("shape", {{"first", 63}}).names.at("first") == 63);
  CHECK_FALSE(context_of("first", {{"first", 63}}).names.contains("first"));
}

TEST_CASE("answer_context: where no decimals are asked for, a comma parts thousands") {
  CHECK(context_of("tens", {}).is_whole);
  CHECK_FALSE(context_of("tenths", {}).is_whole);
  CHECK(context_of("first", {}).is_whole);
}

TEST_CASE("answer_context: degrees are taken unless the field says that they are not") {
  CHECK(context_of("tens", {}).takes_degrees);
  CHECK_FALSE(context_of("tenths", {}).takes_degrees);
}

TEST_CASE("answer_context: an exact row of whole numbers is a shape") {
  CHECK(context_of("shape", {}).is_shape());
  CHECK_FALSE(context_of("rough", {}).is_shape());
  CHECK_FALSE(context_of("first", {}).is_shape());
  const Exercise& exercise = practice_exercise();
  const AnswerContext mask = answer_context(Worksheet(exercise), exercise.field("mask"), {});
  CHECK((mask.n_rows == 2 && mask.n_cols == 2));
  CHECK(answer_context(Worksheet(exercise), exercise.field("why"), {}).n_rows == 0);
}

AnswerSheet read(const std::string& text) { return read_answer_sheet(text, "answer.txt"); }

std::string refused_sheet(const std::string& text) {
  return refusal([&] { read(text); });
}

TEST_CASE("read_answer_sheet: names, their texts and where they stand") {
  const AnswerSheet sheet = read(
      "# a remark\nexercise = two-words\nvariant = 3\n\nscores =\n  1 2 # here too\n\n  3 4\n"
      "weights = 1/2 1/2; 1/3 2/3\n");
  CHECK(sheet.exercise == "two-words");
  CHECK(sheet.variant == 3U);
  REQUIRE(sheet.entries.size() == 2);
  CHECK(sheet.entries[0].name == "scores");
  CHECK(sheet.entries[0].line == 6);
  CHECK(sheet.entries[0].text == "1 2 \n\n  3 4");
  CHECK(sheet.entries[1].text == "1/2 1/2; 1/3 2/3");
  CHECK(sheet.entries[1].line == 9);
}

TEST_CASE("read_answer_sheet: an untouched template has no entries") {
  const AnswerSheet sheet =
      read("exercise = a\nvariant =\nscores =\n# of each word\nwhy =  \u3000\n");
  CHECK(sheet.entries.empty());
  CHECK(sheet.exercise == "a");
  CHECK_FALSE(sheet.variant);
}

TEST_CASE("read_answer_sheet: full-width names and signs are read") {
  const AnswerSheet sheet = read("ｓｃｏｒｅｓ　＝　１　２ ＃ 注\n");
  REQUIRE(sheet.entries.size() == 1);
  CHECK(sheet.entries[0].name == "scores");
  CHECK(sheet.entries[0].text == "　１　２");
}

TEST_CASE("read_answer_sheet: a blank answer may be given again") {
  CHECK(read("a =\na = 1\n").entries.size() == 1);
  CHECK(read("a = 1\na =\n").entries.front().text == "1");
}

TEST_CASE("read_answer_sheet: of two answers to a question the last one counts") {
  const AnswerSheet sheet = read("a = 1\nb = 2\na = 3\na = 4\n");
  REQUIRE(sheet.entries.size() == 2);
  CHECK(sheet.entries[0].text == "4");
  CHECK(sheet.entries[0].named_at == 4);
  CHECK(sheet.entries[0].earlier == std::vector<std::size_t>{1, 3});
  CHECK(read("exercise = a\nexercise = a\n").exercise == "a");
  CHECK(
      refused_sheet("exercise = a\nexercise = b\n").starts_with("answer.txt: line 2: 'exercise'"));
  CHECK(refused_sheet("variant = 1\nvariant = 2\n").starts_with("answer.txt: line 2: 'variant'"));
}

TEST_CASE("read_answer_sheet: text without a name is told and costs nothing") {
  const AnswerSheet sheet = read("# x\n  1 2 3\nmore\nscores = 1\n");
  CHECK(sheet.unread == std::vector<std::string>{
                            "line 2: '1 2 3' stands before the first name. Write the name of the "
                            "question and an equals sign in front of an answer, and # in front of "
                            "a remark."});
  REQUIRE(sheet.entries.size() == 1);
  CHECK(sheet.entries.front().text == "1");
  std::string many;
  for (int i = 0; i < 50; ++i) many += "scores\nscores = 1\n";
  CHECK(read_answer_sheet(many, "answer.txt", {"scores"}).unread.size() == 11);
}

TEST_CASE("read_answer_sheet: a line that begins with a question belongs to it") {
  const auto second = [](const std::string& line) {
    const AnswerSheet sheet = read_answer_sheet("scores = 1 2\n" + line + "\nwhy = b\n",
                                                "answer.txt", {"scores", "grand_total", "why"});
    REQUIRE(sheet.entries.size() == 3);
    CHECK(sheet.entries[0].text == "1 2");
    CHECK(sheet.entries[1].name == "grand_total");
    CHECK(sheet.entries[1].named_at == 2);
    CHECK(sheet.entries[2].text == "b");
    return sheet.entries[1];
  };
  for (const char* line :
       {"GRAND_TOTAL = 3", "grand_total: 3", "grand_total： 3", "grand_total := 3",
        "Grand total = 3", "grand-total ＝ 3", "- grand_total: 3", "* grand_total = 3",
        "・grand_total = 3", "2. grand_total = 3", "(2) grand_total = 3", "(a) grand_total = 3",
        "② grand_total = 3", "**grand_total** = 3", "**grand_total:** 3", "`grand_total = 3`",
        "> grand_total = 3", "grand_total\n3"}) {
    INFO(line);
    const AnswerEntry entry = second(line);
    CHECK(trimmed(entry.text) == "3");
    CHECK(entry.problem.empty());
  }
  for (const char* line : {"grand_total ≈ 3", "grand_total 3", "grand_total is 3",
                           "grand_total (of all) = 3", "- grand_total ~ 3"}) {
    INFO(line);
    CHECK(second(line).problem ==
          "Write an equals sign between the name and the answer: grand_total = ...");
  }
  for (const char* line :
       {"\u200Bgrand_total = 3", "grand\u200B_total = 3", "\u200Bgrand_total 3"}) {
    INFO(line);
    CHECK_THAT(second(line).problem, ContainsSubstring("U+200B"));
  }
}

TEST_CASE("read_answer_sheet: what can be read goes before what cannot") {
  for (const char* text : {"a was hard\na = 1\n", "a = 1\na was hard\n"}) {
    const AnswerSheet sheet = read_answer_sheet(text, "answer.txt", {"a"});
    REQUIRE(sheet.entries.size() == 1);
    CHECK(sheet.entries.front().text == "1");
    CHECK(sheet.entries.front().problem.empty());
    CHECK(sheet.unread.size() == 1);
  }
}

TEST_CASE("read_answer_sheet: a formula below a sign may begin with a question's name") {
  const AnswerSheet sheet =
      read_answer_sheet("total = 6\nmean =\n  total / 2\n", "answer.txt", {"total", "mean"});
  REQUIRE(sheet.entries.size() == 2);
  CHECK(sheet.entries[1].text == "total / 2");
}

TEST_CASE("read_answer_sheet: words below a name may begin with another question's name") {
  const auto why = [](const std::string& text) {
    const AnswerSheet sheet = read_answer_sheet(text, "answer.txt", {"why", "weights"});
    REQUIRE(sheet.entries.size() == 1);
    CHECK(sheet.unread.empty());
    CHECK(sheet.entries[0].name == "why");
    return sheet.entries[0].text;
  };
  for (const char* text : {"Weights stay the same", "(b) Weights stay the same", "重みは同じ",
                           "weightsは変わらない", "weights", "b. weights"}) {
    CHECK(why("why =\n" + std::string(text) + "\n") == text);
    CHECK(why("weights =\nwhy:\n\n  " + std::string(text) + "\n") == text);
  }
  CHECK(why("why\nWeights stay the same\n") == "Weights stay the same");
  const AnswerSheet headings = read_answer_sheet("why\nweights\n1 2\n", "a", {"why", "weights"});
  REQUIRE(headings.entries.size() == 1);
  CHECK(headings.entries[0].name == "weights");
}

TEST_CASE("read_answer_sheet: the fences of Markdown are no text") {
  const AnswerSheet sheet = read("```text\na = 1\n```\n");
  REQUIRE(sheet.entries.size() == 1);
  CHECK(sheet.entries.front().text == "1");
  CHECK(sheet.unread.empty());
}

TEST_CASE("read_answer_sheet: exercise and variant are checked") {
  CHECK(refused_sheet("variant = -1\n") ==
        "answer.txt: line 1: a variant is a whole number such as 0 or 7, and '-1' was given.");
  const AnswerSheet sheet = read("exercise = a\x1B[2J\n");
  CHECK_FALSE(sheet.exercise);
  CHECK(sheet.unread ==
        std::vector<std::string>{"line 1: 'a?[2J' is not the id of an exercise. Write it as attn "
                                 "exercise list shows it."});
}

TEST_CASE("read_answer_sheet: bytes that are no UTF-8 are named") {
  CHECK(refused_sheet("a = 1\r\nb = \xFF\r\n") ==
        "answer.txt: line 2, column 5: there is a byte that is not UTF-8. Save the text as UTF-8.");
}

TEST_CASE("read_answer_sheet: a thousand answers at most") {
  std::string many;
  for (int i = 0; i < 1001; ++i) many += "a" + std::to_string(i) + "=1\n";
  CHECK(refused_sheet(many) == "answer.txt: line 1001: more than 1000 answers are not read.");
}

TEST_CASE("read_assignment: a name, an equals sign and a text") {
  const AnswerEntry entry = read_assignment(" scores = 1 0; 0 1 ");
  CHECK(entry.name == "scores");
  CHECK(entry.text == "1 0; 0 1");
  CHECK(entry.line == 0);
  CHECK(read_assignment("why=a = b").text == "a = b");
  CHECK_REFUSED(read_assignment("1 2"),
                "'1 2': the name of a question, an equals sign and the answer were expected, such "
                "as scores=\"1 0; 0 1\".");
  CHECK(refusal([] { read_assignment("=1"); }) != "accepted");
}

TEST_CASE("read_answer_sheet: what PyTorch prints on a line of its own is no name") {
  const AnswerSheet sheet = read("x = tensor([[1.]],\n  dtype=torch.float64)\ndtype = 2");
  REQUIRE(sheet.entries.size() == 2);
  CHECK(sheet.entries[0].text == "tensor([[1.]],\n  dtype=torch.float64)");
  CHECK(sheet.entries[1].name == "dtype");
}

AnswerInRows rows_of(const std::string& field, arma::uword n_rows, arma::uword n_cols,
                     const std::string& typed = "") {
  AnswerContext context;
  context.n_rows = n_rows;
  context.n_cols = n_cols;
  return {practice_exercise().field(field), context, typed};
}

TEST_CASE("AnswerInRows: a matrix is whole with its last row") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  CHECK(rows.next_row() == 1);
  CHECK(rows.add(" 2 2 ").empty());
  CHECK(rows.next_row() == 2);
  CHECK_FALSE(rows.is_whole());
  CHECK(rows.add("1/2, 2").empty());
  CHECK(rows.is_whole());
  CHECK(rows.text() == "2 2\n1/2, 2");
}

TEST_CASE("AnswerInRows: what is no row is refused at once, by its own place") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  REQUIRE(rows.add("2 2").empty());
  CHECK(contains(rows.add("1 x"), "Row 2, column 2"));
  CHECK(rows.add("1 2 3") == "Row 2: 2 numbers were expected, and 3 were given.");
  CHECK_FALSE(rows.add("quit").empty());
  CHECK(rows.text() == "2 2");
  AnswerInRows first = rows_of("scores", 2, 2);
  CHECK(first.add("1") == "Row 1: 2 numbers were expected, and 1 were given.");
  CHECK(first.is_empty());
}

TEST_CASE("AnswerInRows: several rows at once are the whole answer") {
  for (const char* text :
       {"2 2; 1 2", "[[2, 2], [1, 2]]", "tensor([[2, 2], [1, 2]])", "(2 2) (1 2)", "2 2 | 1 2"}) {
    AnswerInRows rows = rows_of("scores", 2, 2);
    CHECK(rows.add(text).empty());
    CHECK(rows.is_whole());
    CHECK(rows.text() == text);
  }
  AnswerInRows begun = rows_of("scores", 2, 2, "9 9");
  CHECK(begun.add("2 2; 1 2").empty());  // pasted after all
  CHECK(begun.text() == "2 2; 1 2");
}

TEST_CASE("AnswerInRows: a row may stand in brackets or parentheses") {
  for (const char* row : {"[1, 2],", "(1 2)", "（1　2）"}) {
    AnswerInRows rows = rows_of("scores", 2, 2, "2 2");
    CHECK(rows.add(row).empty());
    CHECK(rows.is_whole());
  }
  AnswerInRows rows = rows_of("scores", 2, 2, "2 2");
  CHECK(rows.add("(1 + 1) (2)").empty());  // two cells
}

TEST_CASE("AnswerInRows: a semicolon may end each row") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  CHECK(rows.add("2 2;").empty());
  CHECK_FALSE(rows.is_whole());
  CHECK(rows.next_row() == 2);
  CHECK(rows.add("1 2 ;").empty());
  CHECK(rows.is_whole());
  CHECK(rows.text() == "2 2\n1 2");
}

TEST_CASE("AnswerInRows: brackets may be closed later") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  rows.add("[[2, 2],");
  CHECK_FALSE(rows.is_whole());
  rows.add(" [1, 2]]");
  CHECK(rows.is_whole());
}

TEST_CASE("AnswerInRows: an empty line ends no matrix early, and rows can be taken back") {
  AnswerInRows rows = rows_of("scores", 3, 2);
  CHECK(rows.add("").empty());
  CHECK_FALSE(rows.is_whole());  // nothing is no answer
  rows.add("2 2");
  rows.add("1 2");
  CHECK(rows.take_back());
  CHECK(rows.text() == "2 2");
  CHECK(rows.add("") == "Row 2 of 3 comes next.");
  CHECK_FALSE(rows.is_whole());
  CHECK(rows.take_back());
  CHECK_FALSE(rows.take_back());
  rows.add("[[2, 2],");
  CHECK(rows.add("").empty());
  CHECK(rows.is_whole());  // a bracket that was left open: what is wrong with it is told then
}

TEST_CASE("AnswerInRows: a column may be typed as one row, and anything else is one line") {
  AnswerInRows column = rows_of("scores", 3, 1);
  CHECK(column.add("1 2 3").empty());
  CHECK(column.is_whole());
  AnswerInRows row = rows_of("scores", 1, 4);
  CHECK(row.next_row() == 0);
  CHECK(row.add("1 2").empty());
  CHECK(row.is_whole());
}

TEST_CASE("AnswerInRows: goes on after the rows of before") {
  AnswerInRows rows = rows_of("scores", 3, 2, "2 2\n1 2");
  CHECK(rows.next_row() == 3);
  CHECK(rows.lines() == std::vector<std::string>{"2 2", "1 2"});
  CHECK(rows_of("scores", 2, 2, "2 2; 1 2").is_whole());
}

TEST_CASE("AnswerInRows: a row may have brackets, and Japanese signs part rows") {
  AnswerInRows rows = rows_of("scores", 2, 2);
  CHECK(rows.add("[2, 2],").empty());
  CHECK(rows.next_row() == 2);
  CHECK(rows.add("［1 2］").empty());
  CHECK(rows.is_whole());
  CHECK(rows.text() == "2, 2\n1 2");
  AnswerInRows wide = rows_of("scores", 2, 2);
  CHECK(wide.add("2 2；1 2").empty());
  CHECK(wide.text() == "2 2;1 2");
  AnswerInRows short_one = rows_of("scores", 2, 2);
  CHECK(short_one.add("[2]") == "Row 1: 2 numbers were expected, and 1 were given.");
}

TEST_CASE("AnswerInRows: a bracket of one row may be closed on the next line") {
  AnswerInRows rows = rows_of("scores", 1, 3);
  CHECK(rows.add("[2, 2").empty());
  CHECK(rows.has_open_bracket());
  CHECK_FALSE(rows.is_whole());
  AnswerInRows again = rows_of("scores", 1, 3, rows.text());  // as the next sitting finds it
  CHECK_FALSE(again.is_whole());
  CHECK(again.add("1]").empty());
  CHECK(again.is_whole());
  CHECK(again.text() == "[2, 2 1]");
}

TEST_CASE("AnswerInRows: a whole matrix takes the place of rows, a bracket among rows is a row") {
  AnswerInRows anew = rows_of("scores", 2, 2, "9 9");
  CHECK(anew.add("[[2, 2],").empty());
  CHECK(anew.add("[1, 2]]").empty());
  CHECK(anew.text() == "[[2, 2],\n[1, 2]]");
  CHECK(anew.is_whole());
  AnswerInRows mixed = rows_of("scores", 2, 2, "2 2");
  CHECK_FALSE(mixed.add("[0, 1]/x").empty());
  CHECK(mixed.lines().size() == 1);
}

TEST_CASE("AnswerInRows: a list in a bracket goes on in the next line") {
  AnswerInRows pairs = rows_of("strongest", 0, 0);
  CHECK(pairs.add("[cat->sat,").empty());
  CHECK(pairs.add("sat->cat]").empty());
  CHECK(pairs.is_whole());
  CHECK(pairs.text() == "[cat->sat, sat->cat]");
}

Reading read(FieldKind kind, const std::string& text, const AnswerContext& context = {}) {
  Field field{.name = "x", .kind = kind};
  field.variables = {"n", "d"};
  field.options = {{"a", {"It falls.", "下がる。"}, {}}, {"b", {"It grows", "上がる"}, {}}};
  field.items = {"cat", "sat"};
  return read_answer(field, text, context);
}

TEST_CASE("read_answer: every kind becomes a matrix") {
  CHECK(difference(*read(FieldKind::number, "1/4").value, arma::vec{0.25}, 0) == "");
  CHECK(difference(*read(FieldKind::matrix, "1 2; 3 4").value, {{1, 2}, {3, 4}}, 0) == "");
  CHECK(difference(*read(FieldKind::mask, "1 0; true False").value, {{1, 0}, {1, 0}}, 0) == "");
  CHECK(difference(*read(FieldKind::choice, "b").value, arma::vec{1}, 0) == "");
  CHECK(difference(*read(FieldKind::label, "it falls").value, arma::vec{0}, 0) == "");
  CHECK_FALSE(read(FieldKind::label, "it stays").value);
  CHECK(difference(*read(FieldKind::list, "sat, cat").value, {{1, 0}}, 0) == "");
  const Reading formula = read(FieldKind::expression, "4 n d");
  CHECK(difference(*formula.value, arma::vec(sampled("4*n*d", {"n", "d"})), 0) == "");
}

TEST_CASE("read_answer: an order of growth is told by its growth") {
  Field field{.name = "x", .kind = FieldKind::expression};
  field.variables = {"n", "d"};
  field.is_order = true;
  const Reading reading = read_answer(field, "O(n² d)");
  CHECK(difference(*reading.value, arma::vec(growth("3*n^2*d", {"n", "d"})), 0) == "");
}

TEST_CASE("read_answer: a percent sign means a hundredth") {
  for (const char* text : {"30%", "30 %", "３０％", "30 percent", "30パーセント"})
    CHECK(difference(*read(FieldKind::number, text).value, arma::vec{0.3}, 1e-15) == "");
  CHECK(difference(*read(FieldKind::matrix, "30% 70 %").value, {{0.3, 0.7}}, 1e-15) == "");
  CHECK(difference(*read(FieldKind::matrix, "30% .7").value, {{0.3, 0.7}}, 1e-15) == "");
  CHECK(difference(*read(FieldKind::matrix, "30 70").value, {{30, 70}}, 0) == "");
}

TEST_CASE("read_answer: the context tells a shape from a product") {
  const AnswerContext shape{.n_rows = 1, .n_cols = 2, .is_whole = true, .names = {{"n", 512}}};
  for (const char* text : {"512×4096", "512 x 4096", "(512, 4096)", "[512, 4096]", "n × 4096",
                           "torch.Size([512, 4096])", "512 4096", "512; 4096", "shape = 512*4096"})
    CHECK(difference(*read(FieldKind::matrix, text, shape).value, {{512, 4096}}, 0) == "");
  CHECK(difference(*read(FieldKind::matrix, "2*3").value, arma::vec{6}, 0) == "");
}

TEST_CASE("read_answer: a matrix may be multiplied and divided by a number") {
  const AnswerContext named{.names = {{"d_k", 4}}};
  for (const char* text :
       {"[[2, 4], [6, 8]]/sqrt(d_k)", "[[2, 4], [6, 8]] / 2", "1/sqrt(d_k) * [[2, 4], [6, 8]]",
        "scaled = [[2, 4], [6, 8]] * 0.5", "[2 4; 6 8] / 4 * 2"}) {
    INFO(text);
    const Reading reading = read(FieldKind::matrix, text, named);
    REQUIRE(reading.value);
    CHECK(difference(*reading.value, {{1, 2}, {3, 4}}, 1e-15) == "");
  }
  CHECK(difference(*read(FieldKind::matrix, "[2, 4]/2").value, {{1, 2}}, 0) == "");
  for (const char* text : {"[[1, 2]]/0", "[[1, 2]]/unknown", "[1, 2]/[3, 4]", "[[1, 2]] 3",
                           "[1, 2]\n[3, 4]/2", "[[1, 2]]**2"})
    CHECK_FALSE(read(FieldKind::matrix, text).value);
}

TEST_CASE("read_answer: line ends that were typed as \\n part rows") {
  CHECK(difference(*read(FieldKind::matrix, "1 2\\n3 4\\n").value, {{1, 2}, {3, 4}}, 0) == "");
}

TEST_CASE("read_answer: a column is turned where one row is asked for, and says so") {
  const AnswerContext row{.n_rows = 1, .n_cols = 3, .is_whole = false, .names = {}};
  const Reading turned = read(FieldKind::matrix, "1\n2\n3", row);
  CHECK(difference(*turned.value, {{1, 2, 3}}, 0) == "");
  CHECK(turned.remarks ==
        std::vector<std::string>{"The column was read as the one row that is asked for."});
  const AnswerContext column{.n_rows = 3, .n_cols = 1, .is_whole = false, .names = {}};
  CHECK(arma::size(*read(FieldKind::matrix, "1 2 3", column).value) == arma::SizeMat(3, 1));
  CHECK(read(FieldKind::matrix, "1\n2\n3", column).remarks.empty());
  CHECK(arma::size(*read(FieldKind::matrix, "1\n2", row).value) == arma::SizeMat(2, 1));
}

TEST_CASE("read_answer: formulas by hand") {
  const auto same = [](const std::string& text, const std::string& formula) {
    const Reading reading = read(FieldKind::expression, text);
    INFO(text << ": " << reading.problem);
    REQUIRE(reading.value);
    CHECK(difference(*reading.value, arma::vec(sampled(formula, {"n", "d"})), 1e-9) == "");
  };
  for (const char* text : {"3ND^2", "3 n d d", "$3nd^{2}$", "= 3nd²", "MAC = 3nd^2",
                           "f(n, d) = 3nd²", "3 \\cdot n \\times d^2", "\\frac{6}{2}nd^2"})
    same(text, "3*n*d^2");
  CHECK(read(FieldKind::expression, "3ND^2").formula->at({{"n", 2}, {"d", 3}}) == 54);
  CHECK_FALSE(read(FieldKind::number, "3").formula);
  same("½n", "n/2");
  same("√(d)", "d^0.5");
  CHECK_THAT(read(FieldKind::expression, "3nd2").problem,
             ContainsSubstring("A power is written with ^. Did you mean nd^2?"));
}

TEST_CASE("read_answer: a problem says what was expected and what stands there") {
  CHECK(read(FieldKind::number, "abc").problem ==
        "A number such as 2.5, 1/3 or sqrt(2) was expected. 'abc' (character 1): This name is not "
        "known.");
  CHECK(read(FieldKind::matrix, "1 2; 3 x").problem ==
        "A matrix was expected: a row on each line or before each semicolon, spaces or commas "
        "between its numbers and none inside one (1/3). Row 2, column 2: 'x' (character 1): This "
        "name is not known.");
  CHECK_THAT(read(FieldKind::mask, "1 0; 110").problem,
             ContainsSubstring("All rows must have the same number of values"));
  CHECK_THAT(read(FieldKind::mask, "10; 110").problem,
             Catch::Matchers::EndsWith(
                 "Row 1, column 1: '10' is neither 1 (may attend) nor 0. Leave a space "
                 "between two cells."));
  CHECK(read(FieldKind::choice, "xyz").problem ==
        "'xyz' is not one of the choices. Choose from: a, b.");
  CHECK(read(FieldKind::list, "caat").problem ==
        "A list was expected, with commas between its items. 'caat' cannot be listed. Did you mean "
        "cat?");
  CHECK(read(FieldKind::expression, " O(nd²)").problem ==
        "A formula in these variables was expected: n, d. An exact formula is asked for: write it "
        "without O( ).");
  CHECK_THAT(read(FieldKind::expression, "n = 2d").problem,
             Catch::Matchers::EndsWith("Write only what stands on one side of the equals sign."));
  CHECK(read(FieldKind::expression, "4q").problem ==
        "A formula in these variables was expected: n, d. 'q' (character 2): This name is not "
        "known. The variables are: n, d.");
}

TEST_CASE("read_answer: what is unreadable has no value") {
  for (const FieldKind kind :
       {FieldKind::number, FieldKind::matrix, FieldKind::mask, FieldKind::choice, FieldKind::list,
        FieldKind::expression, FieldKind::label})
    for (const char* text : {"", " \n", "\u200B", "1\xFF"}) {
      const Reading reading = read(kind, text);
      CHECK_FALSE(reading.value);
      CHECK(reading.problem != "");
    }
}

TEST_CASE("read_answer: a problem quotes what was typed, not what it was read as") {
  CHECK_THAT(read(FieldKind::number, "０、５").problem,
             ContainsSubstring("'０、５' (character 1): Write decimals with a point"));
  CHECK_THAT(read(FieldKind::label, "３").problem, ContainsSubstring("'３'"));
}

TEST_CASE("read_answer: a middle dot beside a name is a product, and says so") {
  CHECK(read(FieldKind::number, "2・(3)").remarks ==
        std::vector<std::string>{"'・' was read as a multiplication sign."});
  CHECK(read(FieldKind::number, "2・3").remarks.empty());
}

TEST_CASE("read_answer: words and units around a number are told") {
  const auto remark = [](const char* words) {
    return std::vector<std::string>{std::string("'") + words +
                                    "' was left out, and the rest was read."};
  };
  CHECK(read(FieldKind::number, "about 0.06").remarks == remark("about"));
  CHECK(read(FieldKind::number, "x = 約 3").remarks == remark("約"));
  CHECK(read(FieldKind::expression, "about n").remarks == remark("about"));
  CHECK(read(FieldKind::expression, "x = 約 n").remarks == remark("約"));
  CHECK(read(FieldKind::matrix, "about 1 2", {.n_rows = 1, .n_cols = 2}).remarks ==
        remark("about"));
  CHECK_THAT(read(FieldKind::number, "moved by 0.06").problem,
             ContainsSubstring("'moved' (character 1): This name is not known. Write a number or "
                               "formula alone, without a sentence around it."));
  const AnswerContext how_many{.question = "how many query heads share it."};
  CHECK(read(FieldKind::number, "4 heads", how_many).remarks.empty());
  CHECK(read(FieldKind::number, "4 tokens", how_many).remarks == remark("tokens"));
  CHECK(read(FieldKind::number, "layer 4", how_many).remarks == remark("layer"));
  for (const char* noun : {"行", "列", "語", "例", "倍", "dim", "rad"})
    CHECK(read(FieldKind::number, std::string("4 ") + noun, how_many).remarks == remark(noun));
  const AnswerContext of_gradient{.question = "the gradient of the alternatives, in radians."};
  CHECK(read(FieldKind::number, "4 nat", of_gradient).remarks == remark("nat"));
  CHECK(read(FieldKind::number, "4 rad", of_gradient).remarks.empty());
  CHECK(read(FieldKind::number, "4 rad", {.question = "the gradient"}).remarks == remark("rad"));
  for (const char* noun : {"kv", "層"})
    CHECK(read(FieldKind::number, std::string(noun) + " 4", how_many).remarks == remark(noun));
  for (const char* text : {"4 個", "4つ", "4 本", "4x", "4 ×", "No. 4", "第4"})
    CHECK(read(FieldKind::number, text, how_many).remarks.empty());
}

TEST_CASE("read_answer: a raised dot is a product, and says so") {
  for (const std::string dot : {"·", "⋅", "∙"})
    CHECK(read(FieldKind::number, "2" + dot + "3").remarks ==
          std::vector<std::string>{"'" + dot + "' was read as a multiplication sign."});
}

TEST_CASE("read_answer: only numbers have remarks about their signs") {
  CHECK(read(FieldKind::number, "−1").remarks.size() == 1);
  CHECK(read(FieldKind::label, "it–falls").remarks.empty());
}

TEST_CASE("read_answer: decimal commas are told so, and not a wrong shape") {
  const Field field{.name = "weights", .kind = FieldKind::matrix};
  const AnswerContext row{.n_rows = 1, .n_cols = 3};
  CHECK(contains(read_answer(field, "0,1; 0,2; 0,7", row).problem, "decimal commas"));
  const AnswerContext pair{.n_rows = 1, .n_cols = 2};
  CHECK(contains(read_answer(field, "0,141; 1,995", pair).problem, "decimal commas"));
  CHECK(read_answer(field, "1,2,3", row).value);
  CHECK(read_answer(field, "1,2; 3,4", row).value);
}

EntryReading entry_read(const std::string& text, std::size_t named_at = 3) {
  const Field field{.name = "x", .kind = FieldKind::matrix};
  return read_entry(field, {.name = "x", .text = text, .line = 4, .named_at = named_at},
                    {.n_rows = 2, .n_cols = 2});
}

TEST_CASE("read_entry: what stands below an answer is told with its line") {
  for (const char* rows : {"1 0\n0 1\n\n", "1 0; 0 1\n\n\n"}) {
    const EntryReading read_one = entry_read(std::string(rows) + "by Taro\nand Jiro");
    REQUIRE(read_one.reading.value);
    CHECK(read_one.reading.value->n_rows == 2);
    CHECK(read_one.has_unread_lines);
    CHECK(read_one.reading.remarks.back() ==
          "Line 7, 'by Taro', is no answer and was not read. Put # before a remark.");
  }
}

TEST_CASE("read_entry: an answer that is not whole stays unreadable") {
  for (const char* text : {"1 0\n0 x", "1 0\nby Taro", "1 0\nby Taro\n0 1", "1 0\n0 1\n1 1 1"}) {
    INFO(text);
    CHECK_FALSE(entry_read(text).reading.value);
  }
  CHECK_FALSE(entry_read("1 0\n0 1\nby Taro", 0).reading.value);  // typed at the prompt
}

TEST_CASE("read_entry: a problem of the line goes before all") {
  const EntryReading unread =
      read_entry({.name = "x"}, {.name = "x", .text = "3", .problem = "No sign."}, {});
  CHECK_FALSE(unread.reading.value);
  CHECK(unread.reading.problem == "No sign.");
}

AnswerSheet sheet_of_json(const std::string& text) { return read_answer_sheet(text, "a.json"); }

std::string text_of(const std::string& value) {
  const AnswerSheet sheet = sheet_of_json("{\"x\": " + value + "}");
  return sheet.entries.empty() ? "" : sheet.entries.front().text;
}

std::string refused_json(const std::string& text) {
  return refusal([&] { sheet_of_json(text); });
}

TEST_CASE("read_answer_json: values as they would be typed") {
  CHECK(text_of("42") == "42");
  CHECK(text_of("0.1") == "0.1");
  CHECK(text_of("\"1/3\"") == "1/3");
  CHECK(text_of("true") == "true");
  CHECK(text_of("null") == "");
  CHECK(text_of("[1, \"1/3\"]") == "1, 1/3");
  CHECK(text_of("[[1, 0], [0, 1]]") == "1, 0; 0, 1");
  CHECK(text_of("[\"cat->sat\", \"sat->cat\"]") == "cat->sat, sat->cat");
  CHECK(difference(read_answer({.name = "x", .kind = FieldKind::matrix},
                               text_of("[[1e-7, 0.1], [-0.0, 3]]"))
                       .value.value(),
                   {{1e-7, 0.1}, {0, 3}}, 0) == "");
}

TEST_CASE("read_answer_json: of two answers to a question the last one in the text counts") {
  for (const auto& [text, last] :
       {std::pair{"{\"leak\": \"c\", \"Leak\": \"b\"}", "b"},
        std::pair{"{\"Leak\": \"b\", \"leak\": \"c\"}", "c"},
        std::pair{"{\"leak\": \"a\", \"LEAK\": \"b\", \"Leak\": \"c\"}", "c"}}) {
    INFO(text);
    CHECK(read_answer_sheet(text, "a.json", {"leak"}).entries.front().text == last);
  }
}

TEST_CASE("read_answer_json: exercise and variant") {
  const AnswerSheet sheet = sheet_of_json("\uFEFF\n {\"exercise\": \"two-words\", \"variant\": 3}");
  CHECK(sheet.exercise == "two-words");
  CHECK(sheet.variant == 3U);
  CHECK(refused_json("{\"variant\": 0.5}").starts_with("a.json: a variant is a whole number"));
}

TEST_CASE("read_answer_json: other values cannot be read, and cost only themselves") {
  const auto problem_of = [](const std::string& value) {
    const AnswerSheet sheet = sheet_of_json("{\"x\": " + value + ", \"y\": 1}");
    REQUIRE(sheet.entries.size() == 2);
    CHECK(sheet.entries[1].text == "1");
    return sheet.entries[0].problem;
  };
  for (const char* value : {"{}", "[1, [2]]", "[[1], 2]", "[[1], []]", "[[[1]]]", "[null]"})
    CHECK(problem_of(value) == "A number, a word or rows such as [[1, 0], [0, 1]] were expected.");
  CHECK(problem_of("[\"1,5\"]") == "'1,5' in an array is not one number or one word.");
  CHECK(sheet_of_json("{\"a b\": 1}").unread ==
        std::vector<std::string>{"'a b' is not the name of a question."});
  CHECK(read_answer_sheet("{\"Grand total\": 3}", "a.json", {"grand_total"}).entries.front().name ==
        "grand_total");
}

}  // namespace
